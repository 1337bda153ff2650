"""One planted fault a check: exactly its finding, and what mends it."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.doctor.test_sample import Found, Sample, sound_sample

Plant = Callable[[Sample], object]


@pytest.fixture
def sample(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Sample:
    return sound_sample(tmp_path, monkeypatch)


def _ingested(*plants: Plant) -> Plant:
    def plant(sample: Sample) -> None:
        for step in plants:
            step(sample)
        sample.ingest()

    return plant


def _settings(text: str) -> Plant:
    return lambda sample: sample.settings(text)


def _document(file: str, body: str = "## Hours\n\nClosed on Sunday.\n", **fields: str) -> Plant:
    return lambda sample: sample.document(file, body, **fields)


def _file(name: str, content: str | bytes) -> Plant:
    return lambda sample: sample.write(name, content)


def _delete(name: str) -> Plant:
    return lambda sample: (sample.folder / name).unlink()


def _sql(statement: str) -> Plant:
    return lambda sample: sample.sql(statement)


def _link(name: str, target: str) -> Plant:
    return lambda sample: (sample.folder / "corpus/documents" / name).symlink_to(sample.folder / target)


def _linked_out(sample: Sample) -> None:
    sample.write("secret.md", "# Secret\n\nText\n")
    _link("secret.md", "secret.md")(sample)


def _unlisted(sample: Sample) -> None:
    sample.document("lift")
    path = sample.folder / "corpus/inventory.csv"
    path.write_text("".join(path.read_text().splitlines(keepends=True)[:-1]))


def _contradicted(sample: Sample) -> None:
    path = sample.folder / "corpus/inventory.csv"
    path.write_text(path.read_text().replace("Yard", "Gate", 1))


def _emptied(sample: Sample) -> None:
    sample.document("ramp")
    sample.write("corpus/documents/ramp.md", "\n")


def _broken_since(sample: Sample) -> None:
    sample.write("corpus/documents/dock.md", b"\x00\x01\x02 not text")


def _without_repeated_rows(sample: Sample) -> None:
    """Take away the second row that `document` wrote for a file that had one."""
    path = sample.folder / "corpus/inventory.csv"
    path.write_text("".join(dict.fromkeys(path.read_text().splitlines(keepends=True))))


LONG_TABLE = "## Weights\n\n| item | kilos |\n| --- | --- |\n" + "| crate of pipes | forty two |\n" * 150
LONG_PARAGRAPH = "## Story\n\n" + "The yard was quiet and the crane stood still. " * 90

CASES: dict[str, tuple[Plant, Found]] = {
    "settings that are not TOML": (
        lambda sample: sample.settings("[search]\nk = many\n"),
        ("settings", "problem", "policy-assistant.toml is not valid TOML", "correct it"),
    ),
    "a value that is not allowed": (
        _settings("[search]\nk = 0\n"),
        ("settings", "problem", "[search] k is 0; allowed: 1 to 1000", "correct it"),
    ),
    "an unknown key": (
        _settings("[search]\nkk = 4\n"),
        ("settings-names", "problem", "policy-assistant.toml: key `kk` in [search] is unknown", "did you mean `k`?"),
    ),
    "an unknown table": (
        _settings("[serch]\nk = 4\n"),
        ("settings-names", "problem", "policy-assistant.toml: table [serch] is unknown", "did you mean `search`?"),
    ),
    "an unknown method": (
        _settings('[search]\nmethod = "bm52"\n'),
        ("settings", "problem", "[search] method: there is no 'bm52'", "did you mean `bm25`?"),
    ),
    "no languages": (_settings("languages = []\n"), ("settings", "problem", "[project] languages is empty", "name at least one")),
    "a pattern that nothing reads": (
        _settings('[corpus]\npatterns = ["*.md", "*.png"]\n'),
        ("settings", "problem", "files called '*.png' cannot be read", "name only .md, "),
    ),
    "a second folder that is not there": (
        _settings('[corpus]\nfolders = ["corpus/documents", "more"]\n'),
        ("folders", "problem", "there is no folder of documents 'more'", "edit [corpus] folders in policy-assistant.toml"),
    ),
    "a second folder without documents": (
        _ingested(_settings('[corpus]\nfolders = ["corpus/documents", "more"]\n'), lambda sample: (sample.folder / "more").mkdir()),
        ("folders", "note", "no documents in 'more'", "put documents there"),
    ),
    "other files": (
        _file("corpus/documents/plan.png", b"PK"),
        ("other-files", "note", "1 file in the folders not read as documents: 1 .png", "save them as .md, "),
    ),
    "a link out of the folders": (
        _linked_out,
        ("links", "problem", "the link documents/secret.md leaves the folders of documents", "put the file itself in its place"),
    ),
    "a link to a folder": (
        _link("answers", "questions"),
        ("links", "problem", "the link documents/answers leads to a folder, so it is not read", "[corpus] folders"),
    ),
    "a link to nothing": (_link("gone.md", "gone.md"), ("links", "problem", "the link documents/gone.md leads to nothing", "put the file")),
    "an inventory that is named but missing": (
        _settings('[corpus]\ninventory = "list.csv"\n'),
        ("inventory", "problem", "there is no inventory at list.csv", "correct [corpus] inventory in policy-assistant.toml"),
    ),
    "a row without a file": (
        lambda sample: sample.row({"file": "documents/ramp.md", "doc_id": "ramp", "version": "1"}),
        ("inventory-rows", "problem", "1 row of the inventory without a document: documents/ramp.md", "edit corpus/inventory.csv"),
    ),
    "a file without a row": (
        _ingested(_unlisted),
        ("inventory-files", "problem", "1 document not in the inventory: documents/lift.md", "add a row for each to corpus/inventory.csv"),
    ),
    "a difference": (
        _ingested(_contradicted),
        (
            "inventory-differences",
            "note",
            "documents/dock.md: owner is 'Yard' in the file, 'Gate' in the inventory",
            "corpus/inventory.csv",
        ),
    ),
    "a file that cannot be read": (
        _emptied,
        (
            "unreadable",
            "problem",
            "documents/ramp.md cannot be read: the file is empty",
            "put a good copy in its place, then policy-assistant ingest",
        ),
    ),
    "a file that broke since it was ingested": (
        _broken_since,
        (
            "unreadable",
            "problem",
            "documents/dock.md cannot be read: is a binary file although its name says text; its last good",
            "good copy",
        ),
    ),
    "a file that the index flags": (
        _ingested(_broken_since),
        ("unreadable", "problem", "its last good version stays in the index", "then policy-assistant ingest"),
    ),
    "no version": (
        _document("ramp", version=""),
        ("metadata", "problem", "refused: documents/ramp.md: no version", "correct it in the file or in the inventory; state `version`"),
    ),
    "no such day": (
        _document("ramp", effective_from="2026-02-30"),
        ("metadata", "problem", "effective_from '2026-02-30' is not a day", "correct it in the file"),
    ),
    "every version ended": (
        _ingested(_document("ramp", effective_to="2026-05-03")),
        ("ended", "note", "1 document with no version that is in force after 2026-05-04: ramp", "add the next version"),
    ),
    "not yet in force": (
        _ingested(_document("ramp", effective_from="2026-05-05")),
        ("not-yet", "note", "1 document not yet in force on 2026-05-04: ramp", "`--as-of`"),
    ),
    "an unknown label": (
        _ingested(_document("ramp", access="unknown")),
        ("no-label", "note", "1 document without access (seen only by audiences that see `staff`): documents/ramp.md", "[[corpus.rules]]"),
    ),
    "no start": (
        _ingested(_document("ramp", effective_from="")),
        ("no-start", "note", "1 document without effective_from", "state `effective_from` in the file or in corpus/inventory.csv"),
    ),
    "no owner": (_ingested(_document("ramp", owner="")), ("no-owner", "note", "1 document without owner", "state `owner` in the file")),
    "no type": (
        _ingested(_document("ramp", doc_type="")),
        ("no-type", "note", "1 document without doc_type", "state `doc_type` in the file"),
    ),
    "no index": (_delete("index.sqlite"), ("index", "problem", "No index at ", "run `policy-assistant ingest`")),
    "another parser": (
        _sql("UPDATE meta SET value = '0' WHERE key = 'parser'"),
        ("index", "problem", "the index was made by parser 0; this version has parser ", "policy-assistant ingest --rebuild"),
    ),
    "another schema": (
        _sql("PRAGMA user_version = 99"),
        ("index", "problem", "has schema 99; this version reads schema", "ingest --rebuild"),
    ),
    "another chunker": (
        _settings('[chunk]\nchunker = "fixed"\n'),
        (
            "index",
            "problem",
            "made with chunker 'structure'; the settings say 'fixed'",
            "policy-assistant ingest --rebuild --chunker fixed",
        ),
    ),
    "a row of the keyword index without a chunk": (
        _sql("INSERT INTO keyword_index (rowid, text) VALUES (900, 'stray')"),
        ("integrity", "problem", "1 rows of the keyword index without a chunk", "policy-assistant ingest --rebuild"),
    ),
    "a new file": (
        _document("ramp"),
        ("age", "problem", "1 file changed, added or deleted since the last ingest: documents/ramp.md", "policy-assistant ingest"),
    ),
    "a title without text": (
        _ingested(_document("ramp", body="")),
        ("no-passages", "note", "1 document with a title and no text, in which nothing can be found: documents/ramp.md", "write the text"),
    ),
    "a long table": (
        _ingested(_document("weights", LONG_TABLE)),
        ("long-passages", "note", "a table makes a passage of 905 words", "cut the table in documents/weights.md into parts"),
    ),
    "a long paragraph": (
        _ingested(_document("story", LONG_PARAGRAPH)),
        (
            "long-passages",
            "note",
            "a paragraph makes a passage of 812 words: documents/story.md | Story",
            "cut the paragraph in documents/story.md",
        ),
    ),
    "undecoded characters": (
        _ingested(_document("ramp", "## Slope\n\nThree degr\ufffdes.\n")),
        ("damaged-text", "note", "characters that could not be decoded (U+FFFD) in 1 document: documents/ramp.md", "save them as UTF-8"),
    ),
    "private characters": (
        _ingested(_document("ramp", "## Slope\n\n\uf0b7 Three degrees.\n")),
        ("damaged-text", "note", "(private use) in 1 document: documents/ramp.md", "embedded Unicode fonts"),
    ),
    "no questions": (
        _delete("questions/questions.jsonl"),
        ("questions", "note", "there are no questions in questions/questions.jsonl", "write some, one JSON object a line"),
    ),
    "questions that are not JSON": (
        _file("questions/questions.jsonl", "{'id': 'Q1'}\n"),
        ("questions", "problem", "questions.jsonl line 1: not JSON", "correct it where the message says"),
    ),
    "a passage that is gone": (
        _ingested(_document("dock", "## Times\n\nSeven to four.\n"), _without_repeated_rows),
        ("question-passages", "problem", "question Q1: relevant passage dock v1 | Hours does not exist", "edit questions/questions.jsonl"),
    ),
    "a rebuild that did not end": (
        _file("index.sqlite.new", b"half"),
        ("unfinished", "problem", "index.sqlite.new is left of a rebuild that did not end", "policy-assistant ingest --rebuild"),
    ),
    "leftovers in the cache": (
        _file(f"cache/parsed/ab/{'ab' * 32}.1234.md.json", "x" * 200_000),
        ("cache", "note", "the cache holds 1 entry of a file that is not in the index (0.2 MB)", "delete the folder cache"),
    ),
}


@pytest.mark.parametrize(("plant", "expected"), CASES.values(), ids=list(CASES))
def test_a_planted_fault_is_the_one_finding(sample: Sample, plant: Plant, expected: Found) -> None:
    plant(sample)
    found = sample.found()
    assert [(check, severity) for check, severity, _, _ in found] == [expected[:2]], found
    assert expected[2] in found[0][2]
    assert expected[3] in found[0][3]


def test_an_environment_variable_that_names_nothing_is_found_and_its_value_is_not_shown(sample: Sample) -> None:
    found = sample.found({"POLICY_ASSISTANT_SEARCH_KAY": "hush-hush", "HOME": "/root"})
    assert [(check, mend) for check, _, _, mend in found] == [("environment", "unset POLICY_ASSISTANT_SEARCH_KAY, or correct its name")]
    assert "hush-hush" not in str(found)


def test_a_document_that_lost_its_passages_is_named(sample: Sample) -> None:
    sample.sql("DELETE FROM keyword_index")
    sample.sql("DELETE FROM chunks WHERE document = 1")
    assert [f[2] for f in sample.found() if f[0] == "no-passages"] == [
        "1 document whose passages are gone from the index: documents/badge-1.md"
    ]


def test_two_files_of_one_version_are_found_with_both_names(sample: Sample) -> None:
    sample.document("dock-copy", doc_id="dock")
    duplicates = [f for f in sample.found() if f[0] != "age"]
    assert [f[:3] for f in duplicates] == [("duplicates", "problem", "documents/dock-copy.md, documents/dock.md are both dock version 1")]


@pytest.mark.parametrize("pattern", ["*", "*.*", "dock*", "*.[mM][dD]", "*.MD"])
def test_a_pattern_that_finds_what_can_be_read_is_no_fault(sample: Sample, pattern: str) -> None:
    sample.settings(f'[corpus]\npatterns = ["*.md", "{pattern}"]\n')
    assert sample.found() == []


def test_two_unknown_keys_are_both_named(sample: Sample) -> None:
    sample.settings("[search]\nkk = 4\nlimit = 3\n")
    assert [check for check, *_ in sample.found()] == ["settings-names", "settings-names"]


def test_long_lists_are_cut_after_five_names(sample: Sample) -> None:
    for number in range(7):
        sample.row({"file": f"documents/lost-{number}.md", "doc_id": f"lost-{number}", "version": "1"})
    assert [finding for check, _, finding, _ in sample.found() if check == "inventory-rows"] == [
        "7 rows of the inventory without a document: " + ", ".join(f"documents/lost-{n}.md" for n in range(5)) + " and 2 more"
    ]


def test_more_than_five_findings_of_a_check_are_counted(sample: Sample) -> None:
    for number in range(8):
        sample.document(f"ramp-{number}", version="")
    findings = [finding for _, _, finding, _ in sample.found()]
    assert len(findings) == 6
    assert findings[-1] == "... and 3 more documents of this kind"


def test_documents_are_checked_before_there_is_an_index(sample: Sample) -> None:
    (sample.folder / "index.sqlite").unlink()
    sample.document("ramp", owner="")
    assert {check for check, *_ in sample.found()} == {"index", "no-owner"}
