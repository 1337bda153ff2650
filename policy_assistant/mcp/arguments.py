"""What the tools take, with its limits; those that a project sets are checked at the desk."""

from collections.abc import Mapping
from typing import Annotated, Any, TypeVar

from pydantic import Field, ValidationError

from policy_assistant.errors import UsageError
from policy_assistant.server.bodies import DAY_OR_NONE, MAX_TEXT, Audience, Body, Day, Hits, Part
from policy_assistant.server.desk import Query
from policy_assistant.sharing.safe import one_line

MAX_NAME = 500
MAX_SHOWN = 80

DocId = Annotated[str, Field(min_length=1, max_length=MAX_NAME, description="The ID of a document (`doc_id`), or the path of a code file.")]
Version = Annotated[str, Field(min_length=1, max_length=MAX_NAME, description="A version as `document` lists it.")]

Arguments = TypeVar("Arguments", bound=Body)


class SearchArguments(Body):
    """A search."""

    query: Annotated[str, Field(min_length=1, max_length=MAX_TEXT, description="What to look for, as words or as a question.")]
    as_of: Annotated[str, Field(pattern=DAY_OR_NONE, description="YYYY-MM-DD, `today`, or `none` for every version.")] = "today"
    audience: Audience = ""
    k: Hits = None
    part: Part = ""

    def asked(self) -> Query:
        """As the desk takes it."""
        return Query(self.query, self.as_of, self.audience, self.k, "", self.part)


class AskArguments(Body):
    """A question."""

    question: Annotated[str, Field(min_length=1, max_length=MAX_TEXT, description="A whole question, in the words of whoever asks.")]
    as_of: Day = "today"
    audience: Audience = ""
    k: Hits = None
    part: Part = ""

    def asked(self) -> Query:
        """As the desk takes it."""
        return Query(self.question, self.as_of, self.audience, self.k, "", self.part)


class WhereArguments(Body):
    """A search for places in code."""

    query: Annotated[str, Field(min_length=1, max_length=MAX_TEXT, description="What the code does, or a name in it.")]
    audience: Audience = ""
    k: Hits = None

    def asked(self) -> Query:
        """As the desk takes it."""
        return Query(self.query, "", self.audience, self.k, "", "code")


class DocumentArguments(Body):
    """A document to be read."""

    doc_id: DocId
    version: Annotated[
        str, Field(max_length=MAX_NAME, description="The version to read; the one in force on `as_of` where it is left out.")
    ] = ""
    as_of: Day = "today"
    text: Annotated[bool, Field(description="Whether a page of the text comes with the list of versions.")] = True
    offset: Annotated[int, Field(ge=0, description="The character that the page begins at: 0, or `next` of the page before.")] = 0
    audience: Audience = ""


class DiffArguments(Body):
    """Two versions of a document."""

    doc_id: DocId
    before: Version
    after: Version
    audience: Audience = ""


def checked(model: type[Arguments], given: Mapping[str, Any] | None) -> Arguments:
    """What a tool was given, in its form; a null is taken as left out.

    Raises:
        UsageError: it is not well formed. The first thing that is wrong is named, what was given is not repeated.
    """
    try:
        return model.model_validate({name: value for name, value in (given or {}).items() if value is not None})
    except ValidationError as error:
        problems = error.errors(include_url=False, include_context=False, include_input=False)
    name = one_line(".".join(str(part) for part in problems[0]["loc"]))[:MAX_SHOWN]
    raise UsageError(f"{name}: {problems[0]['msg'].lower()}", hint=_meaning(model, name))


def _meaning(model: type[Body], name: str) -> str:
    """What an argument means; where there is none of this name, what there is."""
    fields = {field.alias or key: field for key, field in model.model_fields.items()}
    return (fields[name].description or "") if name in fields else f"it takes {', '.join(fields)}"
