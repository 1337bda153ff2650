"""Both engines find the same, in the same order, with the same scores, whatever came and went before."""

import json
import random
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from policy_assistant.filters import Filters
from policy_assistant.glossary import whole_glossary
from policy_assistant.metadata import Chunk
from policy_assistant.question import Question
from policy_assistant.store.base import Engine, PreparedDocument
from policy_assistant.store.qdrant import candidates, rarities, statistics
from policy_assistant.store.qdrant.door import equals
from policy_assistant.store.qdrant.engine import QdrantStore
from policy_assistant.store.qdrant.layout import RECORDS, STATISTICS
from policy_assistant.store.qdrant.pages import pages
from policy_assistant.store.sqlite import Store
from policy_assistant.testing.engine.samples import MODEL, code_file, document, metadata, update, with_vectors
from policy_assistant.testing.engine.vectors import unit
from tests.project import Project
from tests.store.qdrant.places import opened

ROUNDING = 1e-12
"""Relative; the order in which parts are added."""

WORDS = ["tea", "pot", "cup", "milk", "kettle", "the", "of", "refund", "PK-2200-07", "été", "snake_case", *(f"word{n}" for n in range(40))]
GROUPS = [
    [(["tea", "pot"], 1.0)],
    [(["tea", "tea pot", "kettl"], 1.0), (["milk", "cup milk"], 0.5)],
    [(["pk220007", "pk 2200 07", "refund"], 1.0), (["absent"], 0.5), (["the", "of"], 0.2)],
    [(["cup", "cup", "été"], 1.0), ([], 0.5)],
]
QUESTIONS = [
    ["tea"],
    ["tea", "pot", "kettle", "absent"],
    ["pk-2200-07", "the"],
    ["snake_case", "été"],
    ["cup", "cup", "?"],
    ["milk tea", "pot"],
]


def random_document(chance: random.Random, name: str, longest: int) -> PreparedDocument:
    weights = [3 + 60 / (place + 1) for place in range(len(WORDS))]
    texts = [" ".join(chance.choices(WORDS, weights, k=chance.randint(1, longest))) for _ in range(chance.randint(1, 12))]
    texts = [". ".join([text, text.upper()[:40]]) if chance.random() < 0.4 else text for text in texts]
    meta = metadata(name, access=chance.choice(["public", "staff"]), effective_from=chance.choice(["", "2026-03-01"]))
    vectors = [unit(*(chance.uniform(-1, 1) for _ in range(3))) for _ in texts]
    return with_vectors(document(replace(meta, title=chance.choice(["Tea pot", "Kettle rules", "x"])), *texts), *vectors)


def random_code(chance: random.Random, name: str) -> PreparedDocument:
    pieces = [(chance.choice(["makeTea", "pot.fill", "cup_of_tea"]), " ".join(chance.choices(WORDS, k=9))) for _ in range(6)]
    return code_file(f"shop/{name}.py", *pieces)


def check_same(ours: Engine, right: Engine, filters: Filters, k: int) -> None:
    """All that search and scoring give."""
    code = replace(filters, part="code")
    for words in QUESTIONS:
        same_hits(ours.search_text(words, k, filters), right.search_text(words, k, filters), words)
    some: Sequence[Chunk] = right.chunks()[::7]
    pieces: Sequence[Chunk] = right.chunks(part="code")[::3]
    for terms in GROUPS:
        same_hits(ours.search_terms(terms, k, filters), right.search_terms(terms, k, filters), terms)
        same_hits(ours.search_code(terms, k, code), right.search_code(terms, k, code), terms)
        assert ours.score_terms(terms, some) == pytest.approx(right.score_terms(terms, some), rel=ROUNDING)
        assert ours.score_code(terms, pieces) == pytest.approx(right.score_code(terms, pieces), rel=ROUNDING)
        groups = [group for group, _ in terms]
        assert ours.count_terms(groups, filters) == right.count_terms(groups, filters), groups
        for chunk in some[:1]:
            assert values(ours.explain_terms(groups[0], chunk)) == pytest.approx(
                values(right.explain_terms(groups[0], chunk)), rel=ROUNDING
            )
            assert values(ours.explain_text(QUESTIONS[1], chunk)) == pytest.approx(
                values(right.explain_text(QUESTIONS[1], chunk)), rel=ROUNDING
            )
            assert ours.marked(QUESTIONS[1], chunk, "[", "]") == right.marked(QUESTIONS[1], chunk, "[", "]")
    assert ours.count_chunks(filters) == right.count_chunks(filters)
    question = unit(1, 2, -1)
    same_hits(ours.search_vectors(question, k, filters), right.search_vectors(question, k, filters), "a vector")
    assert ours.score_vectors(question, some) == right.score_vectors(question, some)


def values(parts: Iterable[object]) -> list[float]:
    """The numbers of an explanation, in order."""
    return [number for part in parts for number in list(vars(part).values())[1:]]


def same_hits(ours: Sequence[tuple[Chunk, float]], right: Sequence[tuple[Chunk, float]], what: object) -> None:
    assert [chunk for chunk, _ in ours] == [chunk for chunk, _ in right], what
    assert [score for _, score in ours] == pytest.approx([score for _, score in right], rel=ROUNDING), what


@pytest.mark.parametrize("seed", range(2))
def test_random_collections_through_random_changes(tmp_path: Path, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Few words a cell and few candidates, so that cells divide and more candidates are fetched."""
    monkeypatch.setattr(statistics, "WORDS_A_CELL", 3)
    monkeypatch.setattr(candidates, "EXTRA", 2)
    chance = random.Random(seed)
    there: set[str] = set()
    with opened(tmp_path) as ours, Store.open(tmp_path / "index.sqlite") as right:
        for turn in range(3):
            names = chance.sample([f"d{number}" for number in range(10)], 5)
            longest = chance.choice([6, 40])
            added = [random_document(chance, name, longest) for name in names if chance.random() < 0.8]
            if not turn:
                added.append(random_code(chance, "a"))
                added.append(random_code(chance, "b"))
            change = update(*added, generation=right.generation(), removed=[name for name in names if name in there], embedding=MODEL)
            assert ours.publish(change) == right.publish(change)
            there = {one.metadata.doc_id for one in right.documents()}
            filters = (Filters(), Filters(as_of="2026-01-01"), Filters(as_of="2026-05-01", labels=frozenset(["public"])))
            check_same(ours, right, chance.choice(filters), chance.choice([1, 5, 30]))
        assert (ours.problems(), ours.chunks(), ours.info().fingerprint) == ([], right.chunks(), right.info().fingerprint)
        assert buckets(ours) > 1
        assert_cells_are_unique(ours)


def test_cells_divide_when_words_become_many_and_when_all_went(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(statistics, "WORDS_A_CELL", 3)
    many = document(metadata("many"), " ".join(f"word{number}" for number in range(100)))
    with opened(tmp_path) as ours, Store.open(tmp_path / "index.sqlite") as right:
        for added, removed in (([document(metadata("a"), "tea word7")], []), ([many], []), ([], ["a", "many"]), ([many], [])):
            before = buckets(ours)
            for engine in (ours, right):
                engine.publish(update(*added, removed=removed, generation=engine.generation()))
            check_same(ours, right, Filters(), 5)
            assert_cells_are_unique(ours)
            assert buckets(ours) >= before


def assert_cells_are_unique(engine: QdrantStore) -> None:
    with engine.snapshot():
        where = engine._last.where(equals("kind", STATISTICS))
    cells = [point.payload["cell"] for point in pages(engine.door, RECORDS.name, where)]
    assert len(set(cells)) == len(cells)


def buckets(engine: QdrantStore) -> int:
    with engine.snapshot():
        return engine._last.meta.buckets


def test_a_small_change_leaves_sparse_vectors_and_a_drift_makes_them_anew(tmp_path: Path) -> None:
    """And the scores are those of SQLite both times."""
    chance = random.Random(9)
    first = [random_document(chance, f"d{number}", 20) for number in range(12)]
    small, long = random_document(chance, "small", 20), with_vectors(document(metadata("long"), *["tea " * 300] * 3), *[unit(1, 0, 0)] * 3)
    with opened(tmp_path) as ours, Store.open(tmp_path / "index.sqlite") as right:
        for added, anew in ((first, True), ([small], False), ([long], True)):
            for engine in (ours, right):
                engine.publish(update(*added, generation=engine.generation(), embedding=MODEL))
            with ours.snapshot():
                meta = ours._last.meta
            least, most = meta.averages["words"]
            assert (least == most) == anew
            assert meta.looseness("words") <= 1.05
            check_same(ours, right, Filters(), 10)


def test_a_phrase_is_counted_by_the_texts_that_hold_its_rarest_word(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of more than `PHRASE_TEXTS` its number is an estimate."""
    texts = [*["tea pot"] * 6, *["pot of tea"] * 6, *["cup"] * 30]
    with opened(tmp_path) as ours, Store.open(tmp_path / "index.sqlite") as right:
        for engine in (ours, right):
            engine.publish(update(document(metadata("a"), *texts)))
        chunk = right.chunks()[0]
        assert values(ours.explain_text(["tea pot"], chunk)) == pytest.approx(values(right.explain_text(["tea pot"], chunk)))
    monkeypatch.setattr(rarities, "PHRASE_TEXTS", 5)
    with opened(tmp_path) as again:
        (part,) = again.explain_text(["tea pot"], chunk)
        assert 0 < part.documents <= 12


def test_the_example_is_found_the_same(project: Project) -> None:
    """Every question of the example's, by the words and terms that search makes of it, in documents and code."""
    example = Path(__file__).parents[3] / "examples" / "larkfield"
    for path in sorted((example / "corpus" / "documents").glob("*.md")):
        project.write(path.name, path.read_bytes())
    for name in ("corpus/inventory.csv", "glossary.txt"):
        (project.folder / name).write_bytes((example / name).read_bytes())
    project.ingest()
    glossary = whole_glossary(project.settings.glossary_path)
    with Store(project.settings.index_path) as right, opened(project.folder) as ours:
        prepared = list(right.export())
        ours.publish(replace(update(), chunker=right.info().chunker, added=prepared))
        assert list(ours.export()) == prepared
        lines = (example / "questions" / "questions.jsonl").read_text(encoding="utf-8").splitlines()
        for line in lines[::8]:
            question = Question(json.loads(line)["question"], project.settings.project.languages, glossary)
            for filters in (Filters(), Filters(as_of="2026-10-09", labels=frozenset(["public"]))):
                same_hits(ours.search_text(question.words, 20, filters), right.search_text(question.words, 20, filters), line)
                terms = question.weighted_terms
                same_hits(ours.search_terms(terms, 20, filters), right.search_terms(terms, 20, filters), line)
