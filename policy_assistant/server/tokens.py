"""Tokens of an OpenID provider: signed, in time, from our issuer and for us, with groups that map to audiences."""

import contextlib
import hashlib
import json
import threading
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from policy_assistant.errors import MissingExtraError, SettingsError
from policy_assistant.settings import Settings

if TYPE_CHECKING:
    from jwt import PyJWKSet

ALGORITHMS = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA")
"""Signatures by a provider's own key; none that a holder of the public key could make."""

KEYS_SECONDS = 300
"""How long the provider's keys are used before they are read again; a token of an unknown key asks for them sooner."""

RETRY_SECONDS = 10
MAX_KEYS_BYTES = 1_000_000
TIMEOUT_SECONDS = 5
LEEWAY_SECONDS = 30


@dataclass(frozen=True)
class Bearer:
    """Who a token speaks of. `id` begins with `oidc:` and tells the subject from others without naming him."""

    id: str
    name: str
    audiences: tuple[str, ...]


class Tokens:
    """Checks the tokens of the provider that the settings name. Threads may share it.

    Raises:
        MissingExtraError: the package that reads tokens is not installed.
        SettingsError: the keys are at no address that is allowed (`https`, or `http` on this machine).
    """

    def __init__(self, settings: Settings) -> None:
        try:
            import jwt
        except ImportError as error:
            raise MissingExtraError("signing in with an OpenID provider", "oidc") from error
        del jwt
        self._settings = settings
        self._turn = threading.Lock()
        self._keys: PyJWKSet | None = None
        self._read_at = float("-inf")
        _check_address(settings.server.oidc_jwks)

    @classmethod
    def of(cls, settings: Settings) -> "Tokens | None":
        """What checks tokens, None where the settings name no issuer."""
        return cls(settings) if settings.server.oidc_issuer else None

    def check(self, text: str) -> Bearer | None:
        """The bearer of a token, None for every text that is no token that counts now; nothing tells why."""
        import jwt

        server = self._settings.server
        try:
            key = self._key(str(jwt.get_unverified_header(text).get("kid", "")))
            if key is None:
                return None
            claims: dict[str, Any] = jwt.decode(
                text,
                key,
                algorithms=ALGORITHMS,
                audience=server.oidc_client,
                issuer=server.oidc_issuer,
                leeway=LEEWAY_SECONDS,
                options={"require": ["exp", "iss", "aud", "sub"]},
            )
        except (jwt.PyJWTError, ValueError, TypeError):
            return None
        subject = str(claims["sub"])
        name = str(claims.get("name") or claims.get("preferred_username") or subject)[:80]
        return Bearer(f"oidc:{hashlib.sha256(subject.encode()).hexdigest()[:12]}", name, self._audiences(claims.get(server.oidc_claim)))

    def _audiences(self, value: Any) -> tuple[str, ...]:
        """The audiences that the groups of a token map to, in the order of the settings."""
        groups = (
            {value} if isinstance(value, str) else {item for item in value if isinstance(item, str)} if isinstance(value, list) else set()
        )
        mapped = self._settings.server.oidc_audiences
        return tuple(dict.fromkeys(audience for group, audiences in mapped.items() if group in groups for audience in audiences))

    def _key(self, kid: str) -> Any:
        """The provider's key of this ID; the only one where the token names none."""
        with self._turn:
            age = time.monotonic() - self._read_at
            known = self._find(kid)
            if age > KEYS_SECONDS or (known is None and age > RETRY_SECONDS):
                self._read()
                known = self._find(kid)
            return known

    def _find(self, kid: str) -> Any:
        keys = self._keys.keys if self._keys else []
        return next((key for key in keys if key.key_id == kid or (not kid and len(keys) == 1)), None)

    def _read(self) -> None:
        """Read the keys again; those that were known stay where that fails."""
        from jwt import PyJWKSet

        with contextlib.suppress(Exception):  # whatever a provider sends, tokens that cannot be checked do not count
            self._keys = PyJWKSet.from_dict(json.loads(self._fetch()))
        self._read_at = time.monotonic()  # also where it failed: else each token, which anyone can send, waits for the provider

    def _fetch(self) -> bytes:
        place = self._settings.server.oidc_jwks
        if "://" not in place:
            with (self._settings.folder / place).open("rb") as file:
                return file.read(MAX_KEYS_BYTES)
        from urllib.request import urlopen

        with urlopen(place, timeout=TIMEOUT_SECONDS) as answer:  # noqa: S310  the scheme was checked
            data: bytes = answer.read(MAX_KEYS_BYTES)
            return data


def _check_address(place: str) -> None:
    parts = urlsplit(place)
    if "://" not in place or parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in ("127.0.0.1", "localhost", "::1")):
        return
    raise SettingsError(
        f"[server] oidc_jwks {place!r} is neither a file nor an https address", hint="keys that anyone can change prove nothing"
    )
