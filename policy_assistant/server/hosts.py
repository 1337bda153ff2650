"""The names that the service answers to: against pages of other sites whose names were made to lead to us (DNS rebinding)."""

from urllib.parse import urlsplit

from policy_assistant.settings import Settings

ANY_ADDRESS = ("", "0.0.0.0", "::")  # noqa: S104  compared with, never listened on

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")


def names_of(settings: Settings) -> frozenset[str] | None:
    """This machine's own names, the address listened on, and that of `[server] public_url`; None where it answers to any name,
    for it listens on all addresses and nobody said which one people use.
    """
    own, public = settings.server.host, _name_in(urlsplit(settings.server.public_url).netloc)
    if own in ANY_ADDRESS and not public:
        return None
    listened = [] if own in ANY_ADDRESS else [f"[{own}]" if ":" in own else own]
    return frozenset(name.lower() for name in (*LOOPBACK, *listened, public) if name)


def is_ours(host: str, names: frozenset[str] | None) -> bool:
    """Whether a `Host` header names us. A request without one comes from no browser."""
    return names is None or not host or _name_in(host) in names


def _name_in(netloc: str) -> str:
    """A name without its port."""
    name = netloc.rpartition("@")[2].strip().lower()
    if name.startswith("["):
        return name.partition("]")[0] + "]"
    return name.partition(":")[0]
