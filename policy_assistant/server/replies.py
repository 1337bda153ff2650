"""What the service sends, for its OpenAPI document. The objects themselves are those of `records`."""

from typing import Annotated, Any

from pydantic import BaseModel, Field

Nullable = Annotated[float | None, Field(description="null for callers who do not see every label: it tells of hidden passages.")]


class Problem(BaseModel):
    """What went wrong."""

    type: str
    message: str
    hint: str
    code: int
    param: str | None


class ErrorReply(BaseModel):
    """The one shape of errors."""

    error: Problem


class Hit(BaseModel):
    """A passage that was found. In code also start_line, end_line, kind, name and stale."""

    rank: int
    score: Nullable
    id: str
    doc_id: str
    version: str
    title: str
    sections: list[str]
    access: str
    source: str
    start: int | None
    end: int | None
    pages: list[int]
    text: str
    flags: list[str]
    spots: list[str]


class SearchReply(BaseModel):
    """A search."""

    query: str
    method: str
    as_of: str | None
    audience: str
    hits: list[Hit]


class CitationReply(BaseModel):
    """A place that proves a claim. Of code also start_line and end_line."""

    id: str
    doc_id: str
    version: str
    source: str
    sections: list[str]
    pages: list[int]
    start: int
    end: int
    quote: str
    link: str | None
    spots: list[str]


class ClaimReply(BaseModel):
    """A claim after its checks."""

    text: str
    ok: bool
    problems: list[str]
    citations: list[CitationReply]
    notes: list[str]


class AnswerReply(BaseModel):
    """An answer; `answerable` is false where the documents do not say."""

    question: str
    as_of: str
    audience: str
    model: str
    answerable: bool
    answer: str
    claims: list[ClaimReply]
    problems: list[str]
    passages: list[Hit]
    id: str
    language: str
    method: str
    prompt: str
    notes: list[str]
    decision: dict[str, Any] | None
    generation: int | None
    kept: str


class PlaceHit(BaseModel):
    """A place in code."""

    path: str
    start_line: int
    end_line: int
    kind: str
    name: str
    score: Nullable
    text: str
    stale: bool
    link: str | None
    rank: int
    id: str
    version: str


class WhereReply(BaseModel):
    """Places in code. `index` is null for callers who do not see every label."""

    query: str
    hits: list[PlaceHit]
    method: str
    audience: str
    gone: int
    index: dict[str, Any] | None


class VersionReply(BaseModel):
    """One version of a document. Dates are empty where open."""

    doc_id: str
    version: str
    title: str
    effective_from: str
    effective_to: str
    owner: str
    access: str
    language: str
    doc_type: str
    source: str
    format: str
    part: str
    is_in_force: bool


class DocumentReply(VersionReply):
    """A document in a list: the version that is shown for it, and how many there are."""

    versions: int


class DocumentsReply(BaseModel):
    """Documents, by title."""

    as_of: str
    documents: list[DocumentReply]


class VersionsReply(BaseModel):
    """The versions of a document, the earliest first."""

    doc_id: str
    as_of: str
    versions: list[VersionReply]


class ReferenceReply(BaseModel):
    """A place in a passage that names another passage of its version, such as "see section 7"."""

    text: str
    start: int
    end: int
    id: str


class ChunkReply(BaseModel):
    """A passage with its period, its full hash and what it refers to. In code also start_line, end_line, kind and name."""

    id: str
    doc_id: str
    version: str
    title: str
    sections: list[str]
    access: str
    source: str
    start: int
    end: int
    pages: list[int]
    text: str
    flags: list[str]
    spots: list[str]
    hash: str
    effective_from: str
    effective_to: str
    language: str
    doc_type: str
    references: list[ReferenceReply]


class DifferenceReply(BaseModel):
    """What changed between two versions."""

    doc_id: str
    before: str
    after: str
    fields: list[dict[str, Any]]
    sections: list[dict[str, Any]]
    unchanged: int
    answers: list[dict[str, Any]] | None
    questions: list[dict[str, Any]]


class FindingReply(BaseModel):
    """What no longer holds of a kept answer. `mark` is what it is marked as seen by; `seen` who has, and when."""

    kind: str
    detail: str
    answer_id: str
    question: str
    as_of: str
    audience: str
    doc_id: str
    version: str
    chunk_id: str
    section: str
    owner: str
    stands: bool | None
    other_version: str
    mark: str
    seen: dict[str, str] | None


class AuditReply(BaseModel):
    """An audit."""

    today: str
    answers: int
    findings: list[FindingReply]


class MarkedReply(BaseModel):
    """How many findings were marked."""

    marked: int


class FeedbackEntryReply(BaseModel):
    """What somebody said of a kept answer."""

    answer: str
    verdict: str
    comment: str
    who: str
    given_at: str


class FeedbackReply(BaseModel):
    """What was said of answers, oldest first."""

    feedback: list[FeedbackEntryReply]


class KeptReply(BaseModel):
    """A kept answer."""

    id: str
    kept_at: str
    question: str
    as_of: str
    audience: str
    answerable: bool
    text: str
    claims: list[dict[str, Any]]


class AccessReply(BaseModel):
    """What an audience sees of a document, and why."""

    doc_id: str
    audience: str
    as_of: str | None
    labels: dict[str, list[str]]
    versions: list[dict[str, Any]]


class StatusReply(BaseModel):
    """Whether the service is there."""

    status: str


class ModelReply(BaseModel):
    """What clients of OpenAI know a model by."""

    id: str
    object: str
    created: int
    owned_by: str


class ModelsReply(BaseModel):
    """The models."""

    object: str
    data: list[ModelReply]


class ChatReply(BaseModel):
    """A completion as clients of OpenAI read it, with the answer's own fields beside."""

    id: str
    object: str
    created: int
    model: str
    choices: list[dict[str, Any]]
    usage: dict[str, Any]
    answerable: bool
    as_of: str
    audience: str
    claims: list[ClaimReply]
    citations: list[dict[str, Any]]
    kept: str
