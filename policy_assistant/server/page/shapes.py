"""An answer in the form in which its page shows it."""

from collections.abc import Sequence
from dataclasses import dataclass

from policy_assistant.sharing.text import numbers_of_their_own

PROVED, DOUBT, WITHHELD, OVER = "proved", "doubt", "withheld", "over"


@dataclass(frozen=True)
class ShownQuote:
    """Cited words. With a `path` they open a place of their own, as in `ShownCitation`; the first of a citation are opened by its name."""

    text: str
    path: str = ""
    place: str = ""


@dataclass(frozen=True)
class ShownCitation:
    """A place that is cited.

    `path` opens it on our own page, empty where it cannot be opened: `state` says why. `place` names it on the page, `link` is
    its address where the code is kept. `quotes` are the words there, but for those that the claim says itself.
    """

    name: str
    details: str
    quotes: "Sequence[ShownQuote]"
    language: str
    path: str = ""
    place: str = ""
    link: str = ""
    state: str = ""
    is_code: bool = False


@dataclass(frozen=True)
class Part:
    """A part of a claim's text; with a `path` it is a link to a place, as in `ShownCitation`."""

    text: str
    path: str = ""
    place: str = ""


@dataclass(frozen=True)
class ShownClaim:
    """A claim with the language of its text, its mark (`proved`, `doubt`, `withheld`, or `over` where it was proved and is no more), and in words what was found about it."""

    parts: Sequence[Part]
    language: str
    mark: str
    problems: Sequence[str]
    notes: Sequence[str]
    citations: Sequence[ShownCitation]

    @property
    def is_code(self) -> bool:
        """Whether it rests on code alone."""
        return bool(self.citations) and all(citation.is_code for citation in self.citations)


@dataclass(frozen=True)
class ShownPassage:
    """A passage that was found for a question without an answer."""

    citation: ShownCitation
    owner: str


@dataclass(frozen=True)
class ShownAnswer:
    """An answer. `id` is that of the ledger, empty where it is not kept; `by` names a chat model, empty for the extractor.

    `left_out` counts the claims that may no longer be shown; `nearest` names the document nearest to an unanswered question;
    `owner` is whom to ask about it. `is_over`: it was given on the day `given_on` and no longer holds.
    """

    question: str
    language: str
    as_of: str
    audience: str
    answerable: bool
    by: str
    claims: Sequence[ShownClaim]
    withheld: Sequence[ShownClaim]
    notes: Sequence[str]
    id: str = ""
    reason: str = ""
    passages: Sequence[ShownPassage] = ()
    owner: str = ""
    nearest: str = ""
    left_out: int = 0
    given_on: str = ""
    is_over: bool = False

    @property
    def has_own_numbers(self) -> bool:
        """Whether its claims bring numbers of their own."""
        return numbers_of_their_own("".join(part.text for part in claim.parts) for claim in self.claims)

    @property
    def is_proved(self) -> bool:
        """Whether a claim is shown as proved."""
        return any(claim.mark == PROVED for claim in self.claims)

    @property
    def is_doubtful(self) -> bool:
        """Whether a claim is shown with a doubt."""
        return any(claim.mark == DOUBT for claim in self.claims)

    @property
    def is_about_code(self) -> bool:
        """Whether it rests on code alone."""
        return bool(self.claims) and all(claim.is_code for claim in self.claims)
