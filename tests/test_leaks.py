"""No passage is found that the date or the audience forbids: any documents, any question, every method and every chunker.

The rule is written here once more, from the documents' own fields, so that a mistake in the product's rule shows.
"""

import datetime
import tempfile
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from policy_assistant.analysis import words
from policy_assistant.assistant import Assistant
from policy_assistant.chunk.base import CHUNKERS
from policy_assistant.context import make_context
from policy_assistant.errors import UsageError
from policy_assistant.metadata import Chunk
from policy_assistant.search import MAX_K, METHODS
from tests.retrieval import ingested

LABELS = {"public": {"public"}, "staff": {"public", "staff"}, "board": {"public", "staff", "board"}, "nobody": set()}
ACCESS = """
[access]
labels = ["public", "staff", "board"]
[access.audiences]
public = ["public"]
staff = ["public", "staff"]
board = ["public", "staff", "board"]
nobody = []
"""
TEXTS = {
    "en": (
        "## Returns\n\nGoods go back within 30 days.\n\n## Refund\n\nMoney within 14 days.\n",
        "## Pumps\n\nThe pump kit PK-2200 fits.\n",
    ),
    "fr": ("## Retours\n\nLes produits sont rendus en 30 jours.\n", "## Pompes\n\nLe kit de pompe PK-2200 convient.\n"),
}
QUESTIONS = ("How many days for returns?", "Quel kit de pompe convient ?", "PK-2200", "?!", "the of")
DAYS = [f"2026-0{month}-15" for month in range(1, 7)]

Fields = Mapping[str, str]


@st.composite
def documents(draw: st.DrawFn) -> dict[str, dict[str, str]]:
    """Documents in one or two versions each, with any label, period and language."""
    made = {}
    for number in range(draw(st.integers(1, 6))):
        language = draw(st.sampled_from(["en", "fr"]))
        start, end = draw(st.sampled_from(["", *DAYS])), draw(st.sampled_from(["", *DAYS]))
        if start and end and end < start:
            start, end = end, start
        access = draw(st.sampled_from(["public", "public", "staff", "board", "", "unknown"]))
        body = draw(st.sampled_from(TEXTS[language]))
        made[f"d{number}"] = {
            "doc_id": f"d{number // 2}",
            "version": str(number),
            "effective_from": start,
            "effective_to": end,
            "access": access,
            "language": language,
            "title": "Note",
            "body": body,
        }
    return made


def may_be_seen(fields: Fields, as_of: str, audience: str, *, dated: bool) -> bool:
    """The rule: the label is one of the audience's, the strictest where none is stated; the period holds the day."""
    label = fields["access"] if fields["access"] in LABELS["board"] else "board"
    if label not in LABELS[audience]:
        return False
    if not dated or as_of == "none":
        return True
    day = datetime.date.fromisoformat(as_of)
    after_start = not fields["effective_from"] or datetime.date.fromisoformat(fields["effective_from"]) <= day
    before_end = not fields["effective_to"] or day <= datetime.date.fromisoformat(fields["effective_to"])
    return after_start and before_end


def check(assistant: Assistant, made: Mapping[str, Fields], method: str, question: str, as_of: str, audience: str, k: int) -> None:
    result = assistant.search(question, method=method, k=k, as_of=as_of, audience=audience)
    allowed = {fields["version"]: may_be_seen(fields, as_of, audience, dated=method != "baseline") for fields in made.values()}
    assert all(allowed[passage.version] for passage in result.passages), (method, as_of, audience)
    chunks = [passage for passage in result.passages if isinstance(passage, Chunk)]
    assert all(chunk.access in LABELS[audience] for chunk in chunks)
    context = make_context(chunks)
    assert all(allowed[chunk.version] for chunk in [*context.kept, *(chunk for chunk, _ in context.dropped)])
    if method in ("dense", "hybrid", "rerank") and k == MAX_K and words(question):
        seen = {version for version, is_allowed in allowed.items() if is_allowed}
        assert {chunk.version for chunk in chunks} == seen, "a passage that may be seen is missing"
        assert set(assistant.explain(result)) >= {chunk.chunk_id for chunk in chunks}


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


@pytest.mark.parametrize("chunker", CHUNKERS)
@settings(deadline=None, max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(
    documents(),
    st.lists(
        st.tuples(st.sampled_from(QUESTIONS), st.sampled_from([*DAYS, "none"]), st.sampled_from([*LABELS]), st.sampled_from([1, 3, MAX_K])),
        min_size=3,
        max_size=6,
    ),
)
def test_what_must_not_be_seen_is_not_found(
    cache: Path, chunker: str, made: dict[str, dict[str, str]], searches: list[tuple[str, str, str, int]]
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        assistant = ingested(Path(folder), made, settings=ACCESS, cache=str(cache), chunker=chunker)
        try:
            for question, as_of, audience, k in searches:
                for method in METHODS:
                    check(assistant, made, method, question, as_of, audience, k)
        finally:
            assistant.store.close()


def test_an_evaluation_shows_nothing_that_is_forbidden(tmp_path: Path, cache: Path) -> None:
    """Each question has its own date; a comparison's other index follows the same rule."""
    made = {
        f"d{n}": {
            "doc_id": f"d{n}",
            "version": str(n),
            "access": label,
            "effective_from": start,
            "effective_to": "",
            "body": TEXTS["en"][0],
        }
        for n, (label, start) in enumerate([("public", ""), ("staff", ""), ("board", ""), ("public", DAYS[3]), ("staff", DAYS[3])])
    }
    assistant = ingested(tmp_path, made, settings=ACCESS, cache=str(cache))
    (tmp_path / "questions").mkdir()
    lines = [f'{{"id": "Q{n}", "question": "days for returns", "as_of": "{day}"}}' for n, day in enumerate((DAYS[0], DAYS[5]))]
    (tmp_path / "questions" / "questions.jsonl").write_text("\n".join(lines))
    for method in METHODS:
        for audience in LABELS:
            evaluation = assistant.evaluate(method=method, audience=audience)
            for asked, day in zip(evaluation.asked, (DAYS[0], DAYS[5]), strict=True):
                seen = {made[f"d{passage.version}"]["version"] for passage in asked.passages}
                dated = method != "baseline"
                assert seen == {fields["version"] for fields in made.values() if may_be_seen(fields, day, audience, dated=dated)}, method
    assistant.store.close()


def test_an_unknown_audience_is_refused(tmp_path: Path, cache: Path) -> None:
    assistant = ingested(tmp_path, {"a": {"body": TEXTS["en"][0]}}, settings=ACCESS, cache=str(cache))
    with pytest.raises(UsageError, match="unknown audience 'admin'"):
        assistant.search("days", audience="admin")
    assistant.store.close()
