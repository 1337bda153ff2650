"""The command `parse`."""

import pytest

from tests.project import Project, page

HTML = '<html><body><p>Accept cookies?</p><article><h1>Shoes</h1><p class="doc-meta">v3</p><p class="ad">Buy</p><p>Outside.</p></article></body></html>'


def test_blocks_are_shown_with_kind_place_and_section(project: Project) -> None:
    path = project.write("shoes.md", page("shoes", "## Hall\n\n- a\n- b\n"))
    lines = project.run("parse", str(path)).out.splitlines()
    assert lines == [
        "doc_id: shoes",
        "title: Shoes",
        "version: 1",
        "access: public",
        "title    0-5 lines 8-8 | - | Shoes",
        "heading  7-11 lines 10-10 | Hall | Hall",
        "text     13-20 lines 12-13 | Hall | - a - b",
        "3 blocks, 20 characters, 6 words; 0 left out (--dropped)",
    ]


def test_what_is_left_out_is_shown_with_the_reason_and_the_settings_hold(project: Project) -> None:
    path = project.write("shoes.html", HTML)
    out = project.run("parse", str(path), "--dropped").out
    assert out.splitlines() == [
        "line 1     html_skip .doc-meta | v3",
        "line 1     outside the main content <p> | Accept cookies?",
        f"2 left out of {path}",
    ]
    project.configure('[corpus]\nhtml_skip = [".doc-meta", ".ad"]\n')
    assert project.run("parse", str(path), "--text").out == "Shoes\n\nOutside.\n"


def test_a_path_inside_the_project_is_found_from_outside(project: Project) -> None:
    project.add("shoes")
    assert project.run("parse", "corpus/documents/shoes.md", "--text").out.startswith("Shoes\n\nRule\n")


def test_json_has_blocks_metadata_and_what_was_left_out(project: Project) -> None:
    found = project.run("parse", str(project.write("shoes.html", HTML)), "--json").json
    assert list(found) == ["metadata", "blocks", "dropped", "page_count"]
    assert list(found["blocks"][0]) == ["kind", "level", "start", "end", "section", "source_lines", "pages", "spots", "lines", "text"]
    assert [d["reason"] for d in found["dropped"]] == ["html_skip .doc-meta", "outside the main content <p>"]


@pytest.mark.parametrize(
    ("name", "data", "error"),
    [
        ("a.docx", b"x", "a.docx: is damaged or was cut off: not a whole file of its kind\nhint: save or copy it anew"),
        ("a.doc", b"x", "a.doc: cannot read files ending in `.doc`\nhint: open it and save it as .docx"),
        ("a.md", b"", "a.md: the file is empty"),
        ("a.md", b"\xff\xff", "a.md: is not UTF-8 (byte 0)\nhint: save it as UTF-8"),
    ],
)
def test_a_file_that_cannot_be_read_is_exit_code_6(project: Project, name: str, data: bytes, error: str) -> None:
    done = project.run("parse", str(project.write(name, data)))
    assert (done.code, done.out, done.err) == (6, "", f"error: {error}\n")


def test_a_missing_file_is_named(project: Project) -> None:
    done = project.run("parse", "nowhere.md")
    assert done.code == 6
    assert done.err == f"error: {project.folder / 'nowhere.md'}: no such file or directory\n"
