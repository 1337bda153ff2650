"""What callers may send, with its limits; those that a project sets are checked at the desk."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from policy_assistant.server.desk import Query

DAY = r"^([0-9]{4}-[0-9]{2}-[0-9]{2}|today)$"
DAY_OR_NONE = r"^([0-9]{4}-[0-9]{2}-[0-9]{2}|today|none)$"
MAX_TEXT = 20_000
MAX_NAME = 200

Day = Annotated[str, Field(pattern=DAY, description="The day that decides: YYYY-MM-DD or `today`.", examples=["2026-10-09"])]
Audience = Annotated[str, Field(max_length=200, description="Who asks; the first audience of your key where it is left out.")]
Hits = Annotated[int | None, Field(ge=1, le=1000, description="How many passages; the service sets a limit.")]
Method = Annotated[
    Literal["", "bm25", "keywords", "dense", "hybrid", "rerank"],
    Field(description="How it is searched; the best that index and installed parts allow where it is left out."),
]
Part = Annotated[Literal["", "docs", "code", "all"], Field(alias="in", description="What is searched: docs, code or all.")]


class Body(BaseModel):
    """What is sent; a field that is not known is refused."""

    model_config = ConfigDict(extra="forbid", populate_by_name=True)


class SearchBody(Body):
    """A search."""

    query: Annotated[str, Field(min_length=1, max_length=MAX_TEXT, examples=["How long is the return window?"])]
    as_of: Annotated[str, Field(pattern=DAY_OR_NONE, description="YYYY-MM-DD, `today`, or `none` for every version.")] = "today"
    audience: Audience = ""
    k: Hits = None
    method: Method = ""
    part: Part = ""
    language: Annotated[str, Field(max_length=MAX_NAME, description="Only passages in this language.", examples=["en"])] = ""
    doc_type: Annotated[str, Field(max_length=MAX_NAME, description="Only documents of this type.", examples=["policy"])] = ""
    label: Annotated[str, Field(max_length=MAX_NAME, description="Only documents with this label.", examples=["public"])] = ""

    def asked(self) -> Query:
        """As the desk takes it."""
        return Query(self.query, self.as_of, self.audience, self.k, self.method, self.part, self.language, self.doc_type, self.label)


class AskBody(Body):
    """A question. With `stream` the answer comes as server-sent events: `passages`, a `claim` each, `answer`."""

    question: Annotated[str, Field(min_length=1, max_length=MAX_TEXT, examples=["Which pump kit fits the PW-2200?"])]
    as_of: Day = "today"
    audience: Audience = ""
    k: Hits = None
    method: Method = ""
    part: Part = ""
    stream: bool = False

    def asked(self) -> Query:
        """As the desk takes it."""
        return Query(self.question, self.as_of, self.audience, self.k, self.method, self.part)


class WhereBody(Body):
    """A search for places in code."""

    query: Annotated[str, Field(min_length=1, max_length=MAX_TEXT, examples=["where is the delivery fee decided"])]
    audience: Audience = ""
    k: Hits = None
    method: Annotated[Literal["", "keywords", "dense", "hybrid"], Field(description="How it is searched.")] = ""

    def asked(self) -> Query:
        """As the desk takes it."""
        return Query(self.query, "", self.audience, self.k, self.method, "code")


class FeedbackBody(Body):
    """Whether a kept answer was right."""

    answer: Annotated[str, Field(min_length=12, max_length=64, pattern="^[0-9a-f]+$", description="The ID of a kept answer.")]
    verdict: Literal["right", "wrong"]
    comment: Annotated[str, Field(max_length=2000)] = ""


class SeenBody(Body):
    """Marks findings of an audit as seen, or takes the marks away."""

    marks: Annotated[list[Annotated[str, Field(pattern="^[0-9a-f]{64}$")]], Field(min_length=1, max_length=500)]
    seen: bool = True


class ChatMessage(BaseModel):
    """A message as clients of OpenAI send it; its content is a text or a list of parts."""

    role: Literal["system", "developer", "user", "assistant", "tool", "function"]
    content: str | list[dict[str, Any]] | None = None

    @property
    def text(self) -> str:
        """The text of it, of parts those that are text."""
        if isinstance(self.content, str):
            return self.content
        parts = [part.get("text") for part in self.content or [] if part.get("type") == "text"]
        return "\n".join(part for part in parts if isinstance(part, str))


class StreamOptions(BaseModel):
    """Options of a stream."""

    include_usage: bool = False


class ChatBody(BaseModel):
    """A chat as clients of OpenAI send it. The last user message is the question; sampling options mean nothing here."""

    model: Annotated[str, Field(max_length=200, examples=["policy-assistant"])]
    messages: Annotated[list[ChatMessage], Field(min_length=1, max_length=500)]
    stream: bool = False
    stream_options: StreamOptions | None = None
    as_of: Day = "today"
    audience: Audience = ""
    k: Hits = None
    part: Part = ""

    model_config = ConfigDict(extra="ignore", populate_by_name=True)
