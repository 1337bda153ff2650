"""Who asks: an API key or an OpenID token becomes a caller with audiences; nobody's word is taken for it."""

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from policy_assistant.errors import NotAllowedError, UnknownCallerError
from policy_assistant.keys import KeyRing
from policy_assistant.settings import Settings

if TYPE_CHECKING:
    from policy_assistant.server.tokens import Tokens

MAX_CREDENTIAL = 8_000
"""Characters; longer ones are not looked at."""


@dataclass(frozen=True)
class Caller:
    """Somebody who asks. `id` is that of a key or of a token's bearer, empty for callers without; `audiences` are those
    that may be asked for, the first where none is; `labels` what they see together.
    """

    id: str
    name: str
    audiences: tuple[str, ...]
    labels: frozenset[str]
    sees_all: bool

    @property
    def is_anonymous(self) -> bool:
        """Whether no key was shown."""
        return not self.id

    def audience(self, asked: str, settings: Settings) -> str:
        """The audience to answer for: the one asked for, or the first of the caller's own.

        Raises:
            UnknownCallerError: the caller has none, and shows no key.
            NotAllowedError: it is none of the caller's, and sees more than they do.
        """
        if not self.audiences:
            self.check_named()
        if not asked:
            return self.audiences[0]
        known = settings.access.audiences
        if asked in self.audiences or (asked in known and settings.labels_of(asked) <= self.labels):
            return asked
        raise NotAllowedError(f"the audience {asked!r:.80} is not one of yours", hint=f"yours: {', '.join(self.audiences)}")

    def check_named(self) -> None:
        """Raises `UnknownCallerError` for callers without a key, `NotAllowedError` for those whose key has no audience."""
        if self.is_anonymous:
            raise UnknownCallerError("a key is needed here", hint="send it as `Authorization: Bearer KEY`, or sign in on the page")
        if not self.audiences:
            raise NotAllowedError("this key or token has no audience here", hint="ask whoever runs the service for one")

    def check_sees_all(self) -> None:
        """Raises unless a key was shown whose audiences see every label: figures over everything tell of everything."""
        self.check_named()
        if not self.sees_all:
            raise NotAllowedError("this is for callers whose audiences see every label")


def identify(settings: Settings, keys: KeyRing, tokens: "Tokens | None", credential: str) -> Caller:
    """The caller who shows a credential: a key or a token; the anonymous one where it is empty.

    Raises:
        UnknownCallerError: it is neither, or does not count (any more); nothing tells why.
    """
    if not credential:
        anonymous = settings.access.anonymous
        return _caller(settings, "", "", (anonymous,) if anonymous in settings.access.audiences else ())
    if len(credential) <= MAX_CREDENTIAL:
        if record := keys.check(credential, date.today()):
            return _caller(settings, record.id, record.name, record.audiences_in(settings))
        if tokens and (bearer := tokens.check(credential)):
            return _caller(settings, bearer.id, bearer.name, bearer.audiences)
    raise UnknownCallerError(
        "this key or token is not valid",
        hint="send `Authorization: Bearer KEY`; it may have been revoked or have expired: ask for a new one",
    )


def _caller(settings: Settings, name: str, shown: str, audiences: tuple[str, ...]) -> Caller:
    labels = frozenset(label for audience in audiences for label in settings.labels_of(audience))
    return Caller(name, shown, audiences, labels, settings.sees_all(labels))
