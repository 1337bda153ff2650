"""Claims: what an answer says, piece by piece, and what each piece rests on; before its checks and after."""

from collections.abc import Collection
from dataclasses import dataclass

from policy_assistant.blocks import HIDDEN
from policy_assistant.metadata import Chunk

HARD = (
    "no_citation",
    "missing_id",
    "not_in_context",
    "not_allowed",
    "not_in_force",
    "flagged",
    "quote_not_found",
    "number_not_found",
    "contradicted",
)
"""Problems for which a claim is withheld."""

SOFT = ("unsupported", "negation")
"""Problems that are shown with a claim that stands."""


@dataclass(frozen=True)
class Cited:
    """What a claim points to: the ID of a chunk, or `path:line[-line]` in code, and the words that it quotes (empty = none).

    `start` is where the quote begins in the parsed text, None where whoever wrote the claim does not know.
    """

    id: str
    quote: str = ""
    start: int | None = None


@dataclass(frozen=True)
class Claim:
    """One statement with what it rests on, as a model or the extractor made it: nothing of it is proved yet."""

    text: str
    citations: tuple[Cited, ...]


@dataclass(frozen=True)
class Reply:
    """What a model or the extractor says to a question. Its own `answer` is never shown as the answer."""

    answerable: bool
    answer: str
    claims: tuple[Claim, ...]


@dataclass(frozen=True)
class Problem:
    """Why a claim is not proved: the name of the check and what it found."""

    name: str
    detail: str = ""

    @property
    def is_hard(self) -> bool:
        """Whether the claim is withheld for it."""
        return self.name in HARD

    def __str__(self) -> str:
        return f"{self.name}: {self.detail}" if self.detail else self.name


@dataclass(frozen=True)
class Citation:
    """A place in a chunk that exists: `quote` stands at `start` to `end` of the parsed text, word for word.

    Without a quote they are those of the chunk, and `quote` is empty. `on_pages` are the pages of the quote, where it is
    known that they are fewer than the chunk's; `on_spots` the same of places with names. `lines` are the first and last line in a file of code; `link` leads there,
    empty where no link can be proved.
    """

    chunk: Chunk
    start: int
    end: int
    quote: str = ""
    on_pages: tuple[int, ...] = ()
    lines: tuple[int, int] | None = None
    link: str = ""
    on_spots: tuple[str, ...] = ()

    @property
    def pages(self) -> tuple[int, ...]:
        """The pages that it is on, empty where the format has none."""
        return self.on_pages or self.chunk.pages

    @property
    def spots(self) -> tuple[str, ...]:
        """The names of the places that it is at (`policy_assistant.spots`), empty for most."""
        return self.on_spots or self.chunk.spots


@dataclass(frozen=True)
class CheckedClaim:
    """A claim after its checks. `citations` are the places that were found; `cited` is all that it pointed to.

    `notes` say which check could not be made, and why.
    """

    text: str
    cited: tuple[Cited, ...]
    citations: tuple[Citation, ...]
    problems: tuple[Problem, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether it stands: it has no hard problem."""
        return not any(problem.is_hard for problem in self.problems)


def may_be_quoted(chunk: Chunk, quote_flagged: Collection[str] = ()) -> bool:
    """Whether a passage may be quoted as fact: nothing in it steers a reader, or its document type is one of these.

    Text that its page hides was left out, so that what a passage with that flag alone still says may be quoted.
    """
    return not set(chunk.flags) - {HIDDEN} or chunk.doc_type in quote_flagged
