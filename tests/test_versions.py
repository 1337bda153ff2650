"""The versions that labels show, their sections and where words stand in them."""

import pytest

from policy_assistant.errors import NotFoundError
from policy_assistant.versions import Versions, chunk_with, text_of
from tests.ledger.samples import PUBLIC, STAFF, shoes
from tests.project import Project, page

BODY = "Before all.\n\n## Rule\n\nShoes stay outside.\n\n## Empty\n\n### Deep\n\n- one\n- two\n\n## Rule\n\nAgain.\n"


@pytest.fixture
def made(project: Project) -> Project:
    project.write("a1.md", page("shoes", BODY, version="1", effective_to="2026-10-31", owner="Desk"))
    project.write("a2.md", page("shoes", version="2", effective_from="2026-11-01", access="staff"))
    project.write("b.md", page("hats", version="7", access="staff", owner="Board"))
    project.ingest()
    return project


def versions(project: Project, labels: frozenset[str] = STAFF) -> Versions:
    return Versions(project.assistant.store, labels)


def test_versions_are_ordered_by_their_beginning(made: Project) -> None:
    found = versions(made)
    assert [metadata.version for metadata in found.of("shoes")] == ["1", "2"]
    assert [metadata.version for metadata in found.in_force("shoes", "2026-10-31")] == ["1"]
    assert [metadata.version for metadata in found.in_force("shoes", "2026-11-01")] == ["2"]
    assert {metadata.doc_id for metadata in found.all()} == {"shoes", "hats"}


def test_what_the_labels_do_not_show_is_not_there(made: Project) -> None:
    found = versions(made, PUBLIC)
    assert [metadata.version for metadata in found.of("shoes")] == ["1"]
    assert found.get("hats", "7") is None
    assert found.owner("hats") == ""
    with pytest.raises(NotFoundError) as denied:
        found.named("hats", "7")
    with pytest.raises(NotFoundError) as missing:
        found.named("hatz", "7")
    assert str(denied.value) == "no document 'hats' in the index"
    assert denied.value.hint == missing.value.hint == "allowed: `shoes`"
    with pytest.raises(NotFoundError, match="no version '2' of shoes in the index") as denied:
        found.named("shoes", "2")
    assert denied.value.hint == "there is `1`"


def test_a_version_without_an_owner_has_that_of_another_version(made: Project) -> None:
    found = versions(made)
    assert [found.owner("shoes", version) for version in ("1", "2", "gone")] == ["Desk"] * 3
    assert found.owner("nothing") == ""


@pytest.mark.parametrize("chunker", ["structure", "fixed", "overlap"])
def test_sections_are_the_documents_own_whatever_the_chunker(made: Project, chunker: str) -> None:
    made.ingest(chunker=chunker, rebuild=True)
    found = versions(made)
    sections = found.sections(found.named("shoes", "1"))
    assert sections == {"": "Before all.", "Rule": "Shoes stay outside.", "Empty > Deep": "- one\n- two", "Rule (2)": "Again."}


def test_text_that_no_chunk_covers_is_blank() -> None:
    assert text_of([shoes("abc", start=2, end=5), shoes("de", start=6, end=8)]) == "  abc de"
    assert text_of([]) == ""


@pytest.mark.parametrize(
    ("words", "is_there"),
    [
        ("30 days", False),
        ("130 days", True),
        ("within\n130   days", True),
        ("days of", True),
        ("day", False),
        ("(of delivery)", True),
        ("delivery). Then pay", True),
        ("Then  pay less", False),
        ("", False),
        ("  ", False),
    ],
)
def test_words_stand_somewhere_only_as_whole_words(words: str, is_there: bool) -> None:
    chunks = [shoes("Goods go back within 130 days of (of delivery)."), shoes("Then pay more.")]
    assert (chunk_with(words, chunks) is not None) is is_there


def test_the_chunk_is_the_one_in_which_the_words_begin() -> None:
    chunks = [shoes("One two."), shoes("Three four."), shoes("Five six.")]
    assert [chunk_with(words, chunks) for words in ("Three", "two. Three", "four. Five")] == [chunks[1], chunks[0], chunks[1]]
