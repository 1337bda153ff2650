"""How sharp the checks of claims are: `python -m benchmarks.checks --write` puts the table into docs/concepts/answers.md.

True claims must pass and false ones must not. True: every sentence, item and row, cited as its own proof, and the reference
answers with the passages that answer. False: reference answers with one number changed, sentences with one unit changed, and
sentences with a negation put in. The time is that of three true claims over five passages that were not read before.
"""

import random
import re
import statistics
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from benchmarks.figures import made_by
from benchmarks.marked import Page
from benchmarks.projects import PROJECT, present, project
from policy_assistant.answer import Asked
from policy_assistant.assistant import Assistant
from policy_assistant.cite import check, check_all, evidence
from policy_assistant.claims import CheckedClaim, Cited, Claim, Reply, may_be_quoted
from policy_assistant.evaluate.questions import load_questions
from policy_assistant.metadata import Chunk
from policy_assistant.units import units

PAGE = Page(PROJECT / "docs" / "concepts" / "answers.md")
DAY = "2026-10-09"
LABELS = frozenset({"public", "staff"})

_NUMBER = re.compile(r"(?<![\w.,-])\d[\d,]*(?:\.\d+)?(?![\w-])")
OTHER_UNITS = (
    (" business days", " days"),
    (" days", " weeks"),
    (" dollars", " euros"),
    (" years", " months"),
    (" jours", " semaines"),
    (" ans", " mois"),
    (" mois", " ans"),
)
_VERB = {
    "en": re.compile(r"\b(?:is|are|can|must|will|may|should)\b(?! not|not)"),
    "fr": re.compile(r"\b(?:est|sont|peut|doit|peuvent|doivent|sera)\b"),
}
_NEGATED = re.compile(r"\bnot?\b|n't|never|\bpas\b|aucun|jamais|\bne\b|\bn'")
MAX_CHARACTERS = 200
"""Longer sentences have several verbs, so that a negation put in may deny what the question is not about."""

TIMED = 100
SEED = 2


@dataclass(frozen=True)
class Case:
    """A claim with the passages that it may cite."""

    claim: Claim
    passages: Sequence[Chunk]
    asked: Asked


def sentences(assistant: Assistant) -> Iterator[tuple[Chunk, str, int]]:
    """Every sentence, item and row that may be quoted: its passage, its text, its place in the document."""
    for chunk in filter(may_be_quoted, assistant.store.chunks()):
        for unit in units(chunk.quote):
            yield chunk, chunk.quote[unit.start : unit.end], chunk.start + unit.start


def of_itself(assistant: Assistant) -> Iterator[Case]:
    """Every sentence as a claim that cites itself."""
    for chunk, text, start in sentences(assistant):
        yield Case(Claim(text, (Cited(chunk.chunk_id, text, start),)), [chunk], _asked(chunk))


def reference_answers(assistant: Assistant) -> Iterator[Case]:
    """The reference answers with the passages that the questions name."""
    chunks = assistant.store.chunks()
    for question in load_questions(assistant.settings.questions_path).values():
        keys = [(key["doc_id"], key["version"], key["section"]) for key in question.relevant]
        cited = [chunk for chunk in chunks for key in keys if key[:2] == (chunk.doc_id, chunk.version) and key[2] in chunk.sections]
        if question.reference_answer and cited:
            asked = Asked(question.question, question.language, question.as_of or DAY, "staff", LABELS)
            yield Case(Claim(question.reference_answer, tuple(Cited(chunk.chunk_id) for chunk in cited)), cited, asked)


def with_another_number(assistant: Assistant) -> Iterator[Case]:
    """Reference answers with 7 added to one of their numbers."""
    for case in reference_answers(assistant):
        text = case.claim.text
        for match in _NUMBER.finditer(text):
            other = str(int(float(match[0].replace(",", ""))) + 7)
            yield Case(Claim(text[: match.start()] + other + text[match.end() :], case.claim.citations), case.passages, case.asked)


def with_another_unit(assistant: Assistant) -> Iterator[Case]:
    """Sentences in which one amount has another unit."""
    for chunk, text, _ in sentences(assistant):
        if len(text) > MAX_CHARACTERS:
            continue
        for unit, other in OTHER_UNITS:
            for match in re.finditer(rf"\d{unit}\b", text):
                changed = text[: match.start() + 1] + other + text[match.end() :]
                yield Case(Claim(changed, (Cited(chunk.chunk_id),)), [chunk], _asked(chunk))


def with_a_negation(assistant: Assistant) -> Iterator[Case]:
    """Sentences without a negation, of which the first verb of a few is denied."""
    for chunk, text, _ in sentences(assistant):
        verb = _VERB[chunk.language].search(text) if chunk.language in _VERB else None
        if verb is None or len(text) > MAX_CHARACTERS or _NEGATED.search(text):
            continue
        denied = f"ne {verb[0]} pas" if chunk.language == "fr" else f"{verb[0]} not"
        yield Case(Claim(text[: verb.start()] + denied + text[verb.end() :], (Cited(chunk.chunk_id),)), [chunk], _asked(chunk))


def row(collection: str) -> list[str]:
    """What becomes of the true and the false claims of a collection."""
    with project(collection) as assistant:
        checked = partial(_checked, assistant)
        own, true = checked(of_itself(assistant)), checked(reference_answers(assistant))
        numbers, changed_units = checked(with_another_number(assistant)), checked(with_another_unit(assistant))
        denied = checked(with_a_negation(assistant))
        marked = sum(any(problem.name == "negation" for problem in claim.problems) for claim in denied)
        return [
            collection,
            f"{sum(bool(claim.problems) for claim in own)} of {len(own)}",
            _withheld(true),
            _withheld(numbers),
            _withheld(changed_units),
            f"{marked} of {len(denied)}",
            f"{_milliseconds(assistant):.2f}",
        ]


def _checked(assistant: Assistant, cases: Iterator[Case]) -> list[CheckedClaim]:
    return [check(case.claim, case.asked, case.passages, assistant.store.find) for case in cases]


def _withheld(claims: Sequence[CheckedClaim]) -> str:
    return f"{sum(not claim.ok for claim in claims)} of {len(claims)}" if claims else "-"


def _milliseconds(assistant: Assistant) -> float:
    chance, chunks, times = random.Random(SEED), assistant.store.chunks(), []
    for _ in range(TIMED):
        given = chance.sample(chunks, 5)
        texts = [(chunk, chance.choice(units(chunk.quote))) for chunk in given[:3]]
        claims = [
            Claim(text, (Cited(chunk.chunk_id, text, chunk.start + unit.start),))
            for chunk, unit in texts
            if (text := chunk.quote[unit.start : unit.end])
        ]
        evidence.read_passage.cache_clear()
        evidence.read_own_words.cache_clear()
        began = time.perf_counter()
        check_all(Reply(True, "", tuple(claims)), _asked(given[0]), given, assistant.store.find)
        times.append(1000 * (time.perf_counter() - began))
    return statistics.median(times)


def _asked(chunk: Chunk) -> Asked:
    return Asked("?", chunk.language, chunk.effective_from or DAY, "staff", LABELS)


def main() -> None:
    """Print the table; with `--write` put it into the page."""
    header = (
        "collection",
        "own sentences with a problem",
        "true reference answers withheld",
        "changed numbers withheld",
        "changed units withheld",
        "negations marked",
        "ms, median",
    )
    made = [made_by().replace("benchmarks.figures", "benchmarks.checks")]
    PAGE.put("checks", made, header, [row(collection) for collection in present()], write="--write" in sys.argv[1:])


if __name__ == "__main__":
    main()
