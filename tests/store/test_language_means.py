"""The means of the languages' vectors: those of the vectors that are there, after every change."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from policy_assistant.store.base import Embedding, PreparedDocument, Update
from policy_assistant.store.sqlite import Store
from policy_assistant.store.vector_codes import Floats
from tests.store.samples import assert_whole, document, metadata
from tests.store.vector_samples import unit

DIMENSION = 3
MODEL = Embedding("known", "1", DIMENSION)
LANGUAGES = ("en", "fr", "de")
NAMES = ("a", "b", "c", "d")

numbers = st.floats(-1, 1, width=32).filter(lambda number: abs(number) > 0.01)
vectors = st.tuples(numbers, numbers, numbers).map(lambda found: unit(*found)) | st.just(np.zeros(DIMENSION, np.float32))
contents = st.tuples(st.sampled_from(LANGUAGES), st.lists(vectors, min_size=1, max_size=4), st.booleans())
changes = st.dictionaries(st.sampled_from(NAMES), st.none() | contents, min_size=1, max_size=4)
steps = st.lists(st.tuples(changes, st.booleans(), st.booleans()), min_size=1, max_size=8)


def prepared(name: str, language: str, found: list[Floats], *, with_vectors: bool) -> PreparedDocument:
    made = document(replace(metadata(name), language=language), *(f"{name} {n}" for n in range(len(found))))
    return replace(made, vectors=found if with_vectors else None)


def expected(store: Store) -> dict[str, tuple[int, Floats]]:
    """The means of the vectors as they are in the file."""
    sql = "SELECT d.language, v.vector FROM vectors v JOIN chunks c ON c.id = v.chunk JOIN documents d ON d.id = c.document"
    found: dict[str, list[Floats]] = {}
    for language, blob in store.conn.execute(sql):
        found.setdefault(language, []).append(np.frombuffer(blob, "<f4"))
    return {language: (len(rows), np.mean(rows, axis=0, dtype=np.float64)) for language, rows in found.items()}


def assert_means(store: Store) -> None:
    means, right = store.language_means(), expected(store)
    assert {language: count for language, (count, _) in means.items()} == {language: count for language, (count, _) in right.items()}
    for language, (_, mean) in right.items():
        assert np.allclose(means[language][1], mean, atol=1e-6)


def filled(store: Store, known: dict[str, list[Floats]]) -> list[tuple[str, list[Floats]]]:
    """The vectors of all documents that lack some."""
    return [(source, known[source]) for source in sorted(store.lacking_vectors())]


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(steps)
def test_they_are_the_means_of_the_stored_vectors_after_any_changes(
    drawn: list[tuple[dict[str, tuple[str, list[Floats], bool] | None], bool, bool]],
) -> None:
    """Documents come with vectors or without, change their language, get vectors later, go; or everything is made anew."""
    with TemporaryDirectory() as folder, Store.open(Path(folder) / "index.sqlite") as store:
        store.conn.execute("PRAGMA synchronous = OFF")
        known: dict[str, list[Floats]] = {}
        for wanted, replace_all, fill in drawn:
            added = [prepared(name, one[0], one[1], with_vectors=one[2]) for name, one in wanted.items() if one]
            known |= {f"documents/{name}.md": one[1] for name, one in wanted.items() if one}
            sources = [f"documents/{name}.md" for name in wanted]
            generation = store.info().generation
            store.publish(Update("structure", generation, sources, added, replace_all=replace_all, embedding=MODEL))
            if fill:
                store.publish(Update("structure", store.info().generation, [], [], embedding=MODEL, filled=filled(store, known)))
                assert store.info().without_vectors == 0
            assert_means(store)
            assert_whole(store)


def test_a_label_or_language_that_changes_moves_its_vectors(tmp_path: Path) -> None:
    with Store.open(tmp_path / "index.sqlite") as store:
        east, north = unit(1, 0, 0), unit(0, 1, 0)
        both = [prepared("a", "en", [east], with_vectors=True), prepared("b", "fr", [north], with_vectors=True)]
        store.publish(Update("structure", 0, [], both, embedding=MODEL))
        assert {language: count for language, (count, _) in store.language_means().items()} == {"en": 1, "fr": 1}
        store.publish(Update("structure", 1, ["documents/a.md"], [prepared("a", "fr", [east], with_vectors=True)], embedding=MODEL))
        ((language, (count, mean)),) = store.language_means().items()
    assert (language, count) == ("fr", 2)
    assert np.allclose(mean, [0.5, 0.5, 0])


WITHOUT_NUMPY = """
import sys
sys.modules["numpy"] = None
from policy_assistant.store.base import Embedding, Update
from policy_assistant.store.sqlite import Store
with Store.open(sys.argv[1]) as store:
    print(store.publish(Update("structure", 1, ["documents/a.md"], [], embedding=Embedding("known", "1", 3))))
"""


def test_documents_are_removed_without_numpy(tmp_path: Path) -> None:
    path = tmp_path / "index.sqlite"
    with Store.open(path) as store:
        both = [prepared(name, "en", [unit(1, n, 0)], with_vectors=True) for n, name in enumerate("ab")]
        store.publish(Update("structure", 0, [], both, embedding=MODEL))
    done = subprocess.run([sys.executable, "-c", WITHOUT_NUMPY, str(path)], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("{'docs': (0, 1), 'code': (0, 0)}\n", "")
    with Store.open(path) as store:
        assert_whole(store)
        assert_means(store)
        assert [count for count, _ in store.language_means().values()] == [1]


@pytest.mark.parametrize("damage", ["UPDATE vector_sums SET vectors = vectors + 2", "DELETE FROM vector_sums"])
def test_a_language_that_counts_wrong_is_named(tmp_path: Path, damage: str) -> None:
    with Store.open(tmp_path / "index.sqlite") as store:
        store.publish(Update("structure", 0, [], [prepared("a", "en", [unit(1, 0, 0)] * 2, with_vectors=True)], embedding=MODEL))
        store.conn.execute(damage)
        assert store.problems() == ["2 vectors more or less than the languages count"]
