"""Rows drafted for a folder of files."""

from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas

from policy_assistant.documents import DocInfo
from policy_assistant.draft import Draft, draft_rows
from policy_assistant.errors import InputRefusedError, UsageError
from policy_assistant.settings import AccessSettings, Settings

ENGLISH = "The label is for you and not for the shop.\n"
FRENCH = "Les frais sont pour vous et votre équipe.\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "Our files"


def write(folder: Path, name: str, content: str | bytes = f"# Shoes\n\n{ENGLISH}") -> None:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())


def draft(folder: Path) -> Draft:
    return draft_rows(folder, Settings(folder=folder.parent))


def rows(folder: Path) -> dict[str, DocInfo]:
    return {row.file.removeprefix("Our files/"): row for row in draft(folder).rows}


def notes(folder: Path, name: str) -> str:
    return "\n".join(note for file, note in draft(folder).notes if file == f"Our files/{name}")


def test_a_notice_is_one_by_its_whole_name(folder: Path) -> None:
    for name in ("notice-2026-05-01.md", "notice-and-allowances.md"):
        write(folder, name)
    assert {name: row.doc_type for name, row in rows(folder).items()} == {"notice-2026-05-01.md": "notice", "notice-and-allowances.md": ""}


def test_a_row_holds_what_name_and_text_say(folder: Path) -> None:
    write(
        folder,
        "Returns Policy v3 (final).md",
        f"# Returning\n\nEffective from 1 March 2025 to 31 October 2026. Owner: Support\n\n{ENGLISH}",
    )
    assert draft(folder).rows[0] == DocInfo(
        file="Our files/Returns Policy v3 (final).md",
        doc_id="returns-policy",
        title="Returning",
        version="3",
        effective_from="2025-03-01",
        effective_to="2026-10-31",
        owner="Support",
        access="staff",
        language="en",
        doc_type="policy",
        format="md",
        root=folder.parent,
    )


def test_what_a_file_states_itself_wins_and_is_repeated(folder: Path) -> None:
    own = "---\ndoc_id: gift-cards\ntitle: Cards\nversion: 1.10\neffective_from: 2026-01-01\naccess: public\nlanguage: fr\n---\n"
    write(folder, "shoes v3.md", f"{own}# Shoes\n\nVersion 5, effective from 2 March 2026.\n{ENGLISH}")
    row = rows(folder)["shoes v3.md"]
    assert (row.doc_id, row.title, row.version, row.effective_from, row.access, row.language) == (
        "gift-cards",
        "Cards",
        "1.10",
        "2026-01-01",
        "public",
        "fr",
    )
    assert "version 1.10 is proposed, but the name says 3" in notes(folder, "shoes v3.md")


def test_every_other_label_is_the_most_restricted_of_the_settings(folder: Path) -> None:
    write(folder, "shoes.md")
    settings = Settings(folder=folder.parent, access=AccessSettings(labels=("public", "staff", "board")))
    assert draft_rows(folder, settings).rows[0].access == "board"


def test_meta_tags_of_a_page_are_its_own_words(folder: Path) -> None:
    write(folder, "shoes.html", f'<html lang="fr"><meta name="version" content="8"><h1>Shoes</h1><p>{ENGLISH}</p></html>')
    row = rows(folder)["shoes.html"]
    assert (row.version, row.language, row.format) == ("8", "fr", "html")


def test_a_pdf_names_its_version_in_its_running_header(folder: Path) -> None:
    folder.mkdir()
    canvas = Canvas(str(folder / "shoes.pdf"))
    for page in range(3):
        canvas.drawString(72, 800, "Shoe policy | Version 7, in force from 2026-02-16")
        for line in range(12):
            canvas.drawString(72, 700 - 14 * line, f"Line {line} of page {page} says that the shoes are for you and not for the shop.")
        canvas.showPage()
    canvas.save()
    row = rows(folder)["shoes.pdf"]
    assert (row.version, row.effective_from, row.format) == ("7", "2026-02-16", "pdf")


def test_what_is_assumed_and_what_is_missing_is_said(folder: Path) -> None:
    write(folder, "shoes.md", "# Shoes\n\n1 2 3\n")
    assert notes(folder, "shoes.md").splitlines() == [
        "guessed: doc_id from the name; title from the text",
        "assumed: version 1, access staff, language en",
        "not found: effective_from, owner, doc_type",
    ]


def test_the_text_corrects_a_year_in_the_name_and_the_note_says_so(folder: Path) -> None:
    write(folder, "shoes 2026.md", f"# Shoes\n\nVersion 4\n\n{ENGLISH}")
    assert (rows(folder)["shoes 2026.md"].doc_id, rows(folder)["shoes 2026.md"].version) == ("shoes", "4")
    assert "version 4 is proposed, but the name says 2026" in notes(folder, "shoes 2026.md")


def test_the_text_corrects_a_day_in_the_name_and_the_note_says_so(folder: Path) -> None:
    write(folder, "2026-01-15 shoes.md", f"# Shoes\n\nEffective from 2026-03-01.\n\n{ENGLISH}")
    write(folder, "2026-01-16 boots.md")
    assert [row.effective_from for row in draft(folder).rows] == ["2026-03-01", "2026-01-16"]
    assert "2026-03-01 is proposed, but the name says 2026-01-15" in notes(folder, "2026-01-15 shoes.md")


def test_a_period_that_ends_before_it_begins_is_dropped(folder: Path) -> None:
    write(folder, "shoes.md", f"# Shoes\n\nEffective from 2026-05-01, expires 2026-01-01.\n\n{ENGLISH}")
    row = rows(folder)["shoes.md"]
    assert (row.effective_from, row.effective_to) == ("", "")
    assert "2026-05-01 to 2026-01-01 ends before it begins" in notes(folder, "shoes.md")


def test_a_name_without_words_takes_the_folders_then_the_titles(folder: Path) -> None:
    write(folder, "boots/index.md")
    write(folder, "v2.md")
    write(folder, "政策.md", "# 政策\n\n政策\n")
    assert {name: row.doc_id for name, row in rows(folder).items()} == {"boots/index.md": "boots", "v2.md": "shoes", "政策.md": "document"}


def test_a_title_is_made_of_the_name_where_the_text_has_none(folder: Path) -> None:
    write(folder, "congés_d_été_v2.md", FRENCH)
    assert rows(folder)["congés_d_été_v2.md"].title == "Congés d été"


def test_versions_of_one_document_are_proposed_as_such(folder: Path) -> None:
    write(folder, "shoes v1.md")
    write(folder, "shoes.md", f"# Shoes, version 2\n\n{ENGLISH}")
    assert {(row.doc_id, row.version) for row in draft(folder).rows} == {("shoes", "1"), ("shoes", "2")}
    assert "versions 1, 2 of shoes have no end" in notes(folder, "shoes v1.md")


def test_the_names_tell_apart_what_the_texts_do_not(folder: Path) -> None:
    for year in ("2025", "2026"):
        write(folder, f"shoes {year}.md", f"# Shoes\n\nVersion 4\n\n{ENGLISH}")
    assert {(row.doc_id, row.version) for row in draft(folder).rows} == {("shoes", "2025"), ("shoes", "2026")}


def test_files_that_nothing_tells_apart_get_numbers_and_a_note(folder: Path) -> None:
    for name in ("a/shoes.md", "b/shoes.md", "shoes-2.md", "shoes copy.md"):
        write(folder, name)
    found = {name: row.doc_id for name, row in rows(folder).items()}
    assert found == {"a/shoes.md": "shoes", "b/shoes.md": "shoes-3", "shoes copy.md": "shoes-4", "shoes-2.md": "shoes-2"}
    assert "same ID and version as Our files/a/shoes.md" in notes(folder, "b/shoes.md")


def test_an_id_that_a_file_states_stays_and_its_version_gets_the_number(folder: Path) -> None:
    for name in ("a.md", "b.md"):
        write(folder, name, f"---\ndoc_id: shoes\n---\n# Shoes\n\n{ENGLISH}")
    assert [(row.doc_id, row.version) for row in draft(folder).rows] == [("shoes", "1"), ("shoes", "1-2")]


def test_an_id_that_a_file_states_goes_before_one_that_is_drafted(folder: Path) -> None:
    write(folder, "shoes.md")
    write(folder, "z.md", f"---\ndoc_id: shoes\n---\n# Shoes\n\n{ENGLISH}")
    assert {name: row.doc_id for name, row in rows(folder).items()} == {"shoes.md": "shoes-2", "z.md": "shoes"}


def test_a_version_from_a_name_is_not_taken_when_another_file_has_it(folder: Path) -> None:
    write(folder, "boots.md", f"---\ndoc_id: shoes\nversion: 2025\n---\n# Shoes\n\n{ENGLISH}")
    for year in ("2025", "2026"):
        write(folder, f"shoes {year}.md", f"# Shoes\n\nVersion 4\n\n{ENGLISH}")
    assert {(row.doc_id, row.version) for row in draft(folder).rows} == {("shoes", "2025"), ("shoes", "4"), ("shoes-2", "4")}


def test_two_files_that_both_state_one_identity_are_noted_and_left_alone(folder: Path) -> None:
    for name in ("a.md", "b.md"):
        write(folder, name, f"---\ndoc_id: shoes\nversion: 1\n---\n# Shoes\n\n{ENGLISH}")
    assert [row.version for row in draft(folder).rows] == ["1", "1"]
    assert "states the same ID and version as Our files/a.md" in notes(folder, "b.md")


def test_a_translation_is_a_document_of_its_own(folder: Path) -> None:
    write(folder, "shoes_EN_v3.md")
    write(folder, "shoes_FR_v2.md", f"# Chaussures\n\n{FRENCH}")
    assert {name: row.doc_id for name, row in rows(folder).items()} == {"shoes_EN_v3.md": "shoes", "shoes_FR_v2.md": "shoes-fr"}


def test_a_translation_that_states_its_id_keeps_it(folder: Path) -> None:
    write(folder, "shoes.md")
    write(folder, "chaussures.md", f"---\ndoc_id: shoes\nversion: 2\n---\n# Chaussures\n\n{FRENCH}")
    assert [row.doc_id for row in draft(folder).rows] == ["shoes", "shoes"]


def test_what_ingest_will_refuse_is_said(folder: Path) -> None:
    write(folder, "shoes.md", f"---\neffective_from: soon\n---\n# Shoes\n\n{ENGLISH}")
    assert "ingest will refuse it: effective_from 'soon' is not a day" in notes(folder, "shoes.md")


def test_no_file_is_lost_in_silence(folder: Path) -> None:
    write(folder, "shoes.md")
    write(folder, "empty.md", "")
    write(folder, "broken.pdf", b"%PDF-1.4 broken")
    write(folder, "line\nbreak.md")
    write(folder, "old.png", b"x")
    found = draft(folder)
    assert [name.removeprefix("Our files/") for name, _ in found.skipped] == ["broken.pdf", "empty.md", "line\\nbreak.md"]
    assert all(reason for _, reason in found.skipped)
    assert dict(found.notes)[".png"].startswith("1 not read; documents are *.md, ")


def test_links_out_of_the_folder_are_named_among_the_skipped_in_name_order(folder: Path) -> None:
    write(folder, "shoes.md")
    write(folder, "a.md", "")
    (folder / "link.md").symlink_to(__file__)
    assert draft(folder).skipped == (("Our files/a.md", "the file is empty"), ("Our files/link.md", "a link that leaves the folder"))


def test_a_folder_name_that_an_inventory_would_trim_is_refused(tmp_path: Path) -> None:
    write(tmp_path / " files", "shoes.md")
    with pytest.raises(InputRefusedError, match=r" files/shoes\.md: its name begins or ends with a blank"):
        draft(tmp_path / " files")


def test_a_folder_without_a_readable_file_is_refused_with_the_reasons(folder: Path) -> None:
    write(folder, "empty.md", "")
    with pytest.raises(InputRefusedError, match=r"no readable documents in .*\n  Our files/empty.md: the file is empty"):
        draft(folder)


def test_a_folder_that_is_missing_is_a_usage_error(folder: Path) -> None:
    with pytest.raises(UsageError, match="no folder"):
        draft(folder)


def test_what_stands_beside_a_file_is_repeated_after_what_it_states_itself(folder: Path) -> None:
    write(folder, "shoes v3.md", f"---\ntitle: Boots\n---\n# Shoes\n\n{ENGLISH}")
    write(folder, "shoes v3.md.toml", 'doc_id = "footwear"\ntitle = "Shoes"\nversion = "4"\n')
    row = rows(folder)["shoes v3.md"]
    assert (row.doc_id, row.title, row.version) == ("footwear", "Boots", "4")
