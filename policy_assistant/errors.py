"""Every error the product raises, as one tree.

PolicyAssistantError
├── UsageError            wrong option, date, name or path            exit 2  HTTP 400
│   └── SettingsError     wrong value in the settings file            exit 2  HTTP 500
├── InputRefusedError     documents that cannot be taken in           exit 6  HTTP 422
│   └── UnreadableFileError  one file that cannot be read             exit 6  HTTP 422
├── NoIndexError          nothing has been ingested yet               exit 4  HTTP 503
├── IndexMismatchError    index of another schema, parser, chunker    exit 4  HTTP 503
├── StoreBusyError        another process is writing the index        exit 1  HTTP 503
├── MissingExtraError     an optional part is not installed           exit 5  HTTP 503
├── MissingProgramError   a program of the system is not installed    exit 5  HTTP 503
├── ModelError            a model or its server fails                 exit 5  HTTP 503
├── EngineError           the engine's server fails                   exit 5  HTTP 503
├── NotFoundError         no such document, chunk or question         exit 1  HTTP 404
├── UnknownCallerError    no key, or one that is not valid            exit 1  HTTP 401
├── NotAllowedError       the caller may not have what he asks for    exit 1  HTTP 403
├── TooLargeError         a request beyond the service's limits       exit 1  HTTP 413
├── SlowRequestError      a request that does not come to its end     exit 1  HTTP 408
├── MisdirectedError      a request for another server                exit 1  HTTP 421
└── OverloadedError       too many requests, or one takes too long    exit 1  HTTP 503

A message says what came in and what is allowed; `hint` says what to do next. The command line and the server render
errors in one place each, from `exit_code` and `http_status`.
"""

from collections.abc import Iterable
from difflib import get_close_matches


class PolicyAssistantError(Exception):
    """The root of the tree; `hint` is the next step for the reader, or empty."""

    exit_code = 1
    http_status = 500

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


class UsageError(PolicyAssistantError):
    """The caller asked for something that does not exist or is not well formed."""

    exit_code = 2
    http_status = 400


class SettingsError(UsageError):
    """The settings file or an environment variable holds a value that is not allowed."""

    http_status = 500


class InputRefusedError(PolicyAssistantError):
    """Documents or questions are wrong in a way that would make answers wrong; nothing was changed."""

    exit_code = 6
    http_status = 422


class UnreadableFileError(InputRefusedError):
    """One file cannot be read. `reason` is the part of the message without the file's name."""

    def __init__(self, name: str, reason: str, *, hint: str = "") -> None:
        super().__init__(f"{name}: {reason}", hint=hint)
        self.name, self.reason = name, reason

    @property
    def told(self) -> str:
        """The reason with what to do next, for a list of files."""
        return f"{self.reason}; {self.hint}" if self.hint else self.reason


class NoIndexError(PolicyAssistantError):
    """There is no index at the place where the settings say it is."""

    exit_code = 4
    http_status = 503


class IndexMismatchError(PolicyAssistantError):
    """The index was made by another schema, parser or chunker than the one asked for."""

    exit_code = 4
    http_status = 503


class StoreBusyError(PolicyAssistantError):
    """Another process writes the index, or changed it since this change was planned; nothing was changed."""

    http_status = 503


class MissingExtraError(PolicyAssistantError):
    """A command needs packages that are not installed; the hint is the install command."""

    exit_code = 5
    http_status = 503

    def __init__(self, what: str, extra: str) -> None:
        super().__init__(f"{what} needs the extra `{extra}`, which is not installed", hint=f"pip install 'policy-assistant[{extra}]'")
        self.extra = extra


class MissingProgramError(PolicyAssistantError):
    """A command needs a program of the system that is not installed; the hint is its package."""

    exit_code = 5
    http_status = 503

    def __init__(self, program: str, what: str, package: str) -> None:
        super().__init__(f"{what} needs {program}, which is not installed", hint=f"on Debian or Ubuntu: apt-get install {package}")


class ModelError(PolicyAssistantError):
    """A model cannot be loaded, its server cannot be reached, or it answered something that is not an answer."""

    exit_code = 5
    http_status = 503


class EngineError(PolicyAssistantError):
    """The server that keeps the index cannot be reached, refuses, or answers what is no answer."""

    exit_code = 5
    http_status = 503


class NotFoundError(PolicyAssistantError):
    """A document, chunk or question was named that does not exist."""

    http_status = 404


class UnknownCallerError(PolicyAssistantError):
    """A caller of the service shows no key where one is needed, or one that is not valid."""

    http_status = 401


class NotAllowedError(PolicyAssistantError):
    """A caller of the service asks for more than he may have."""

    http_status = 403


class TooLargeError(PolicyAssistantError):
    """A request is larger than the service reads."""

    http_status = 413


class SlowRequestError(PolicyAssistantError):
    """A caller does not send a request to its end."""

    http_status = 408


class MisdirectedError(PolicyAssistantError):
    """A request was sent to a name that is not ours."""

    http_status = 421


class OverloadedError(PolicyAssistantError):
    """The service has no time for this request now, or cannot finish it in time."""

    http_status = 503


MAX_NAMED = 20


def nearest(name: str, known: Iterable[str]) -> str:
    """A sentence that names the closest known names, or all of them when few: the tail of many messages."""
    names = sorted(known)
    close = get_close_matches(name, names, n=3, cutoff=0.6)
    if close:
        return f"did you mean {' or '.join(f'`{n}`' for n in close)}?"
    more = f" and {len(names) - MAX_NAMED} more" if len(names) > MAX_NAMED else ""
    return f"allowed: {', '.join(f'`{n}`' for n in names[:MAX_NAMED])}{more}" if names else ""
