"""What pages say of errors, in the language of the page. The words of the core are for the command line and for programs."""

from dataclasses import dataclass

from starlette.requests import Request

from policy_assistant.errors import NotAllowedError, NotFoundError, PolicyAssistantError, TooLargeError, UsageError
from policy_assistant.server.page.words import Words
from policy_assistant.server.problems import type_of

MAX_SHOWN = 80
"""Characters of what somebody sent that are shown again."""

VIEWS = {
    "documents": "problem.no document",
    "answers": "problem.no answer",
    "feedback": "problem.no answer",
    "source": "problem.no passage",
    "page-image": "problem.no passage",
    "evaluation": "problem.no report",
}
"""First part of an address -> what is said where something is not there, whether it does not exist or may not be seen."""


class PhrasedError(UsageError):
    """A mistake in an address or a form that a phrase of ours tells, with its values."""

    def __init__(self, phrase: str, *values: object) -> None:
        self.phrase, self.values = phrase, tuple(value[:MAX_SHOWN] if isinstance(value, str) else value for value in values)
        super().__init__(Words("en")(phrase, *self.values))


@dataclass(frozen=True)
class Said:
    """What a page says of an error. `details` are the core's own words, in English, where there are no better ones."""

    message: str
    details: str = ""


def said_of(error: PolicyAssistantError, request: Request, words: Words) -> Said:
    """An error in the words of a page; what may not be seen is told like what is not there."""
    if error.http_status >= 500:
        return Said(words(f"error.{type_of(error)}"))
    if isinstance(error, PhrasedError):
        return Said(words(error.phrase, *error.values))
    if isinstance(error, NotFoundError):
        return Said(words(VIEWS.get(request.url.path.split("/")[1], "error.not found")))
    if isinstance(error, NotAllowedError):
        return Said(words("problem.not allowed"))
    if isinstance(error, TooLargeError):
        return Said(words("problem.too large"))
    return Said(words("problem.usage"), str(error))
