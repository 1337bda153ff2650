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
    from jwt import PyJWK

ALGORITHMS = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA")
"""Signatures by a provider's own key; none that a holder of the public key could make."""

KEYS_SECONDS = 300
"""How long the provider's keys are used before they are read again; a token of an unknown key asks for them sooner."""

RETRY_SECONDS = 10
MAX_KEYS_BYTES = 1_000_000
READ_BYTES = 65_536

TIMEOUT_SECONDS = 5
"""How long the token that asks for the keys waits for all of them, however slowly they come."""

JOIN_SECONDS = 1
"""How long other tokens of unknown keys wait for them meanwhile; anyone can send such tokens."""

MAX_NAME = 80
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
        self._keys: tuple[PyJWK, ...] = ()
        self._asked_at = float("-inf")
        self._reading: threading.Thread | None = None
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
        names = (_one_line(claims.get(claim)) for claim in ("name", "preferred_username", "sub"))
        name = next(filter(None, names), "")
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
        reading, seconds = self._awaited(kid)
        if reading:
            reading.join(seconds)
        return self._find(kid)

    def _awaited(self, kid: str) -> tuple[threading.Thread | None, float]:
        """The reading of the keys that a token has to wait for, and how long; None where what is known will do.

        It is a thread of its own, of which there is one at a time: a provider can draw out the reading for ever, in its headers
        too, and nobody waits for ever.
        """
        with self._turn:
            age, is_known = time.monotonic() - self._asked_at, self._find(kid) is not None
            if self._reading and self._reading.is_alive():
                return (None, 0) if is_known else (self._reading, min(max(TIMEOUT_SECONDS - age, 0), JOIN_SECONDS))
            if age <= (KEYS_SECONDS if is_known else RETRY_SECONDS):
                return None, 0
            self._asked_at = time.monotonic()  # also where it fails: else each token, which anyone can send, asks the provider
            self._reading = threading.Thread(target=self._read, name="oidc-keys", daemon=True)
            self._reading.start()
            return self._reading, TIMEOUT_SECONDS

    def _find(self, kid: str) -> Any:
        keys = self._keys
        return next((key for key in keys if key.key_id == kid or (not kid and len(keys) == 1)), None)

    def _read(self) -> None:
        """Read the keys again; those that were known stay where that fails. Keys that are not for signing are left out."""
        from jwt import PyJWKSet

        with contextlib.suppress(Exception):  # whatever a provider sends, tokens that cannot be checked do not count
            keys = PyJWKSet.from_dict(json.loads(self._fetch())).keys
            self._keys = tuple(key for key in keys if key.public_key_use in (None, "sig"))

    def _fetch(self) -> bytes:
        place = self._settings.server.oidc_jwks
        if "://" not in place:
            with (self._settings.folder / place).open("rb") as file:
                return file.read(MAX_KEYS_BYTES)
        from urllib.request import build_opener

        from policy_assistant.models.http import NoRedirects

        until, data = time.monotonic() + TIMEOUT_SECONDS, b""
        with build_opener(NoRedirects).open(place, timeout=TIMEOUT_SECONDS) as answer:  # the scheme was checked
            while part := answer.read1(READ_BYTES):
                data += part
                if len(data) > MAX_KEYS_BYTES or time.monotonic() > until:
                    raise ValueError("the keys are too many, or come too slowly")
        return data


def _one_line(value: Any) -> str:
    """A text that a token gives, as one line that can be printed; empty for what is none."""
    text = value if isinstance(value, str) else ""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())[:MAX_NAME].rstrip()


def _check_address(place: str) -> None:
    parts = urlsplit(place)
    if "://" not in place or parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in ("127.0.0.1", "localhost", "::1")):
        return
    raise SettingsError(
        f"[server] oidc_jwks {place!r} is neither a file nor an https address", hint="keys that anyone can change prove nothing"
    )
