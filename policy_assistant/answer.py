"""An answer: what is shown of a question, what was withheld of it, and all that it came from."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from policy_assistant.claims import CheckedClaim, Reply
from policy_assistant.code_places import Lines, mentions
from policy_assistant.context import Context
from policy_assistant.lexical import Hit
from policy_assistant.metadata import Chunk

if TYPE_CHECKING:
    from policy_assistant.models.base import Completion, Message
    from policy_assistant.question import Question

EXTRACTOR = "extractor"
"""The name of what answers when no chat model is set."""


@dataclass(frozen=True)
class Asked:
    """A question with what decides its answer: the day, who asks and what they may see.

    `id` is that of a fixed question, empty for one of free text; `language` is a tag such as `en` without a country.
    """

    text: str
    language: str
    as_of: str
    audience: str
    labels: frozenset[str]
    id: str = ""


@dataclass(frozen=True)
class Decision:
    """Why the extractor answered or not: `confidence` (0 to 1) against `threshold`, with the signals that made it.

    `missing` are the words of the question that no passage used holds; `reason` says it in one sentence.
    """

    confidence: float
    threshold: float
    signals: Mapping[str, float]
    missing: tuple[str, ...] = ()
    reason: str = ""


@dataclass(frozen=True)
class Trace:
    """How an answer came about, for `--explain`: what was sent to a model, its own words, and milliseconds by step."""

    messages: "tuple[Message, ...]" = ()
    completion: "Completion | None" = None
    milliseconds: Mapping[str, float] = field(default_factory=dict)
    question: "Question | None" = None
    """What was searched for: the question, or what a chat model made of it."""


@dataclass(frozen=True)
class Answer:
    """An answer, or an abstention (`answerable` false).

    `text` is made of the claims that stand, or says that the documents do not say. `problems` are those of the whole
    (`refused`, `cut`, `not a valid answer`) with their detail. `hits` and `passages` are what the search found, in the
    same order; `context` what of it was given. `prompt` names the prompt and its hash, empty for the extractor.
    """

    asked: Asked
    model: str
    method: str
    answerable: bool
    text: str
    claims: tuple[CheckedClaim, ...]
    hits: tuple[Hit, ...]
    passages: tuple[Chunk, ...]
    context: Context
    problems: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    prompt: str = ""
    generation: int = 0
    reply: Reply | None = None
    decision: Decision | None = None
    trace: Trace = field(default_factory=Trace)
    kept: str = ""
    """The ID under which the ledger keeps it, empty where it is not kept."""
    is_disputed: bool = False
    """Whether passages in force say different things."""

    @property
    def standing(self) -> Sequence[CheckedClaim]:
        """The claims that stand."""
        return [claim for claim in self.claims if claim.ok]

    @property
    def withheld(self) -> Sequence[CheckedClaim]:
        """The claims that do not."""
        return [claim for claim in self.claims if not claim.ok]

    @property
    def all_problems(self) -> tuple[str, ...]:
        """The problems of the whole, then those of each claim as `claim N: name: detail`, counted from 1."""
        of_claims = (f"claim {n}: {problem}" for n, claim in enumerate(self.claims, 1) for problem in claim.problems)
        return (*self.problems, *of_claims)

    @property
    def cited(self) -> Sequence[Chunk]:
        """The chunks that the standing claims cite, each once, in order of first use."""
        return list({c.chunk.chunk_id: c.chunk for claim in self.standing for c in claim.citations}.values())


SILENT = {
    "en": "The documents do not say.",
    "fr": "Les documents ne le disent pas.",
}
"""What an abstention says, by language."""


def text_of(standing: Sequence[CheckedClaim], language: str) -> str:
    """The text of an answer: its claims that stand, those about code with links to it, or that nothing is said."""
    return "\n".join(map(_linked, standing)) or silence(language)


def _linked(claim: CheckedClaim) -> str:
    """A claim in which the lines of code that it cites are Markdown links, added at its end where its text does not name them."""
    links = {Lines(c.chunk.source, *c.lines): c.link for c in claim.citations if c.lines}
    text, named, rest = "", set(), 0
    for mention in mentions(claim.text):
        if mention.lines in links:
            text += claim.text[rest : mention.start] + _link(mention.lines, links[mention.lines])
            named.add(mention.lines)
            rest = mention.end
    others = [_link(lines, link) for lines, link in links.items() if lines not in named]
    return text + claim.text[rest:] + (f" ({', '.join(others)})" if others else "")


def _link(lines: Lines, address: str) -> str:
    """A link, or the place alone where no address can be proved."""
    if not address:
        return str(lines)
    label = str(lines).replace("\\", "\\\\").replace("[", "\\[").replace("]", "\\]")
    return f"[{label}]({address})"


def silence(language: str) -> str:
    """The words of an abstention in a language; English where there are none of it."""
    return SILENT.get(language, SILENT["en"])
