"""Settings of the search that were chosen by measuring: `python -m benchmarks.choices --write` puts them into docs/figures.md.

Every alternative is measured with everything else as it is, on the even and on the odd half of the questions; the even
halves chose. The product's constants are changed for the time of a measurement only.
"""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from benchmarks.figures import PAGE, made_by
from benchmarks.projects import present, project
from policy_assistant import dense, embed, hybrid, question
from policy_assistant.assistant import Assistant
from policy_assistant.evaluate.comparison import compare
from policy_assistant.evaluate.variants import Variant
from policy_assistant.filters import Filters
from policy_assistant.lexical import search_keywords
from policy_assistant.metadata import Chunk
from policy_assistant.parts import Models
from policy_assistant.store import terms
from policy_assistant.store.base import Engine

if TYPE_CHECKING:
    pass

Change = tuple[Any, str, Any]
"""A module, a name in it, and the value that it has during a measurement."""


REMEMBERED = 10_000
"""Questions that are embedded once for all alternatives."""


@dataclass(frozen=True)
class Choice:
    """One setting: the `method` that shows it, and its alternatives, the chosen one with an empty list of changes.

    `reindex` says that the alternatives differ in what is stored.
    """

    name: str
    method: str
    alternatives: Sequence[tuple[str, Sequence[Change]]]
    reindex: bool = False


def values_of(name: str, method: str, module: Any, attribute: str, values: Sequence[float], **more: Any) -> Choice:
    """A choice between values of one number, the product's own among them."""
    own = getattr(module, attribute)
    return Choice(name, method, [(f"{value:g}", [] if value == own else [(module, attribute, value)]) for value in values], **more)


def rrf_search(engine: Engine, asked: question.Question, k: int, filters: Filters) -> list[tuple[Chunk, float]]:
    """Reciprocal rank fusion of the first 20 of each list, as published."""
    lists = [search_keywords(engine, asked, 20, filters), dense.search_dense(engine, asked, 20, filters)]
    chunks = {chunk.chunk_id: chunk for found in lists for chunk, _ in found}
    return [(chunks[item], score) for item, score in hybrid.rrf([[chunk.chunk_id for chunk, _ in found] for found in lists])[:k]]


def whole_text(chunk: Chunk) -> str:
    """A chunk with its title, as it is shown."""
    return embed.spaced(chunk.text)


SHARES = (0.1, 0.2, 0.3, 0.4, 0.5)
CHOICES = [
    Choice(
        "fusion",
        "hybrid",
        [("weighted scores", []), ("RRF, first 20, constant 60", [(hybrid, "search_hybrid", rrf_search)])],
    ),
    Choice(
        "share of the keywords",
        "hybrid",
        [(f"{s:g}", [] if s == hybrid.KEYWORD_SHARE["e5"] else [(hybrid, "KEYWORD_SHARE", {"e5": s})]) for s in SHARES],
    ),
    values_of("candidates of each list", "hybrid", hybrid, "POOL", (20, 50, 100, 200)),
    values_of("share of a language's mean", "dense", dense, "LANGUAGE_SHARE", (0, 0.5, 0.75, 1)),
    values_of("share of a language's mean", "hybrid", dense, "LANGUAGE_SHARE", (0, 0.5, 0.75, 1)),
    values_of("weight of the glossary's terms", "hybrid", question, "RELATED_WEIGHT", (0, 0.25, 0.5, 1)),
    values_of("weight of the best unit", "keywords", terms, "UNIT_WEIGHT", (0, 0.25, 0.5, 1)),
    values_of("weight of the best unit", "hybrid", terms, "UNIT_WEIGHT", (0, 0.25, 0.5, 1)),
    values_of("share of the title's vector", "hybrid", embed, "TITLE_SHARE", (0, 0.1, 0.2, 0.5), reindex=True),
    Choice(
        "text that is embedded",
        "hybrid",
        [
            ("own words, title's vector beside", []),
            ("title before the words", [(embed, "_own_text", whole_text), (embed, "TITLE_SHARE", 0)]),
            ("lost blanks not put back", [(embed, "spaced", str)]),
        ],
        reindex=True,
    ),
]


@contextmanager
def changed(changes: Sequence[Change]) -> Iterator[None]:
    """The product with other values."""
    with ExitStack() as stack:
        for module, name, value in changes:
            stack.callback(setattr, module, name, getattr(module, name))
            setattr(module, name, value)
        yield


def measured(assistant: Assistant, method: str) -> list[str]:
    """hit@5 and MRR@10 of the even and of the odd half."""
    row = compare(assistant.compare([Variant(method)])).rows[0]
    return [f"{row.halves[half].means['hit@5'] or 0:.3f} / {row.halves[half].means['MRR@10'] or 0:.3f}" for half in ("even", "odd")]


def column(collection: str) -> Iterator[list[str]]:
    """The cells of one collection, a row an alternative."""
    with project(collection, "e5") as assistant:
        assistant.models = Models(assistant.settings, remembered=REMEMBERED)
        for choice in CHOICES:
            for _, changes in choice.alternatives:
                with changed(changes):
                    if choice.reindex and changes:
                        with project(collection, "e5") as other:
                            other.models = assistant.models
                            yield measured(other, choice.method)
                    else:
                        yield measured(assistant, choice.method)


def main(progress: Callable[[str], None] = print) -> None:
    """Print the table, and with `--write` put it into the page."""
    names = present()
    columns = []
    for name in names:
        columns.append(list(column(name)))
        progress(f"{name} done")
    labels = [
        [choice.name, choice.method, f"{text}{'' if changes else ' (chosen)'}"]
        for choice in CHOICES
        for text, changes in choice.alternatives
    ]
    rows = [[*label, *(cell for cells in parts for cell in cells)] for label, *parts in zip(labels, *columns, strict=True)]
    header = ("setting", "seen by", "alternative", *(f"{name}, {half}" for name in names for half in ("even", "odd")))
    before = [made_by().replace("benchmarks.figures", "benchmarks.choices"), "", "hit@5 / MRR@10 with each question's date, embedder `e5`."]
    PAGE.put("choices", before, header, rows, write="--write" in sys.argv[1:])


if __name__ == "__main__":
    main()
