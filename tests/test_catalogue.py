"""What labels show of a project, and that what they do not show is told like what is not there."""

import hashlib

import pytest

from policy_assistant.catalogue import Catalogue
from policy_assistant.errors import NotFoundError
from tests.project import Project, page

DAY = "2026-06-01"
PUBLIC, ALL = frozenset({"public"}), frozenset({"public", "staff"})


@pytest.fixture
def shop(project: Project) -> Project:
    project.configure('[code]\nfolders = ["code"]\n')
    project.add("lamps", "## Returns\n\nA lamp can be returned within 30 days.\n", version="2", effective_from="2026-01-01")
    old = page("lamps", "## Returns\n\nA lamp can be returned within 20 days.\n", version="1", effective_to="2025-12-31")
    project.write("old-lamps.md", old)
    project.add("later", "## Later\n\nThis comes later.\n", effective_from="2026-09-01")
    project.add("ended", "## Ended\n\nThis is over.\n", effective_to="2026-02-01")
    project.add("gate", "## Gate code\n\nThe code is 4711.\n", access="staff")
    (project.folder / "code").mkdir()
    (project.folder / "code" / "shop.py").write_text("def days():\n    return 30\n", encoding="utf-8")
    project.ingest()
    return project


def catalogue(project: Project, labels: frozenset[str] = ALL) -> Catalogue:
    assistant = project.assistant
    return assistant.catalogue(labels)


def test_documents_by_title_each_with_the_version_that_matters_on_the_day(shop: Project) -> None:
    listed = catalogue(shop).documents(DAY)
    assert [(item.shown.doc_id, item.shown.version, item.versions, item.is_in_force) for item in listed] == [
        ("ended", "1", 1, False),
        ("gate", "1", 1, True),
        ("lamps", "2", 2, True),
        ("later", "1", 1, False),
    ]
    before = {item.shown.doc_id: item.shown.version for item in catalogue(shop).documents("2025-05-05")}
    assert before["lamps"] == "1"
    assert "gate" not in {item.shown.doc_id for item in catalogue(shop, PUBLIC).documents(DAY)}


def test_the_version_named_or_in_force_or_last(shop: Project) -> None:
    of = catalogue(shop).version
    assert [of("lamps").version, of("lamps", "1").version, of("lamps", as_of="2025-05-05").version] == ["2", "1", "1"]
    assert of("ended", as_of=DAY).version == "1"
    with pytest.raises(NotFoundError, match="no version '9' of 'lamps'"):
        of("lamps", "9")


def test_what_is_hidden_is_told_like_what_is_not_there(shop: Project) -> None:
    hidden = next(chunk.chunk_id for chunk in shop.assistant.store.chunks("gate"))
    public, missing = catalogue(shop, PUBLIC), "0" * 12
    assert catalogue(shop).chunk(hidden).doc_id == "gate"
    for ask, one, other in (
        (public.chunk, hidden, missing),
        (public.document, "gate", "gone"),
        (public.version, "gate", "gone"),
        (public.source, "gate", "gone"),
        (lambda doc_id: public.difference(doc_id, "1", "2"), "gate", "gone"),
    ):
        told = []
        for name in (one, other):
            with pytest.raises(NotFoundError) as error:
                ask(name)
            told.append((str(error.value).replace(name, "X"), error.value.hint))
        assert told[0] == told[1]


def test_a_file_is_given_as_it_was_ingested_or_not_at_all(shop: Project) -> None:
    path = shop.documents / "lamps.md"
    found = catalogue(shop).source("lamps")
    assert (found.data, found.media_type) == (path.read_bytes(), "text/markdown; charset=utf-8")
    code = catalogue(shop).source("code/shop.py")
    assert (code.data, code.media_type) == ((shop.folder / "code" / "shop.py").read_bytes(), "text/plain; charset=utf-8")
    path.write_text(path.read_text(encoding="utf-8").replace("access: public", "access: staff"), encoding="utf-8")
    with pytest.raises(NotFoundError, match="gone or has changed"):
        catalogue(shop).source("lamps")
    path.unlink()
    with pytest.raises(NotFoundError, match="gone or has changed"):
        catalogue(shop).source("lamps")


def test_ids_that_are_none_find_nothing(shop: Project) -> None:
    for name in ("", "%", "lamps", "0" * 11, "0" * 65, "G" * 12, hashlib.sha256(b"").hexdigest()):
        with pytest.raises(NotFoundError):
            catalogue(shop).chunk(name)


def test_kept_answers_and_their_findings_by_label(shop: Project) -> None:
    shop.assistant.ask("What is the code of the gate?", as_of=DAY, audience="staff", method="keywords")
    shop.assistant.ask("Within how many days can a lamp be returned?", as_of=DAY, audience="public", method="keywords")
    assert [kept.audience for kept in catalogue(shop).answers()] == ["staff", "public"]
    public = catalogue(shop, PUBLIC)
    [kept] = public.answers()
    assert public.answer(kept.id) == kept
    assert public.findings(public.answers()) == []
    shop.add("lamps", "## Returns\n\nA lamp can be returned within 14 days.\n", version="2", effective_from="2026-01-01")
    shop.ingest()
    assert [finding.kind for finding in catalogue(shop, PUBLIC).findings([kept])] == ["changed"]
