"""The rules by which facts about real files are judged: each can hold and each can fail."""

from pathlib import Path

import pytest

from benchmarks.real import files
from benchmarks.real.fetch import path_of
from benchmarks.real.files import Fact, FactsError, RealFile, load
from benchmarks.real.folded import Folded, folded, without_bullet
from benchmarks.real.ours import Parsed
from benchmarks.real.theirs import Given
from policy_assistant.blocks import Box, Line, RawBlock, assemble
from policy_assistant.spots import Spot

CARE = "Keep the lance away from wood."
OVER = "Coil the hose in a heated room."


def document() -> Parsed:
    """A title, a section with a sentence over two pages, a table, a list."""
    first, second = Box(1, 0, 0, 9, 9), Box(2, 0, 0, 9, 9)
    raw = [
        RawBlock("title", "Care guide", 1, lines=(Line(0, 10, first),)),
        RawBlock("heading", "Before the frost", 2, lines=(Line(0, 16, first),)),
        RawBlock("text", OVER, lines=(Line(0, 13, first), Line(14, 31, second)), spots=(Spot(14, 31, "p. iv"),)),
        RawBlock("table", "Part | Code\nPump kit | PK-2200", lines=(Line(0, 30, second),)),
        RawBlock("text", f"- {CARE}\n- Let go of the trigger.", flags=("hidden text",)),
    ]
    return Parsed(assemble(raw, {"owner": "Support"}, page_count=2))


RULES = [
    ({"kind": "title", "text": "CARE  guide"}, {"kind": "title", "text": "Guide"}),
    (
        {"kind": "heading", "text": "Before the frost", "under": "Care guide"},
        {"kind": "heading", "text": "Before the frost", "under": "Parts"},
    ),
    ({"kind": "heading", "text": "Frost", "or": ["Before the frost"]}, {"kind": "heading", "text": "Frost"}),
    ({"kind": "row", "cells": ["Pump kit", "PK-2200"], "kin": "Code"}, {"kind": "row", "cells": ["Pump kit", "PK-2200"], "kin": "Hose"}),
    ({"kind": "row", "cells": ["Part", "Code"]}, {"kind": "row", "cells": ["Part Code"]}),
    ({"kind": "sentence", "text": "Coil the hose"}, {"kind": "sentence", "text": "heated room. Part"}),
    ({"kind": "over_page", "text": "hose in a heated", "pages": [1, 2]}, {"kind": "over_page", "text": "hose in a heated", "pages": [1]}),
    ({"kind": "page", "text": "heated room", "page": 2, "label": "iv"}, {"kind": "page", "text": "heated room", "page": 2, "label": "2"}),
    ({"kind": "page", "text": "Coil the", "page": 1}, {"kind": "page", "text": "Coil the", "page": 2}),
    ({"kind": "order", "texts": ["Care", "Coil", "PK-2200"]}, {"kind": "order", "texts": ["Coil", "Care guide"]}),
    ({"kind": "apart", "texts": ["Coil", "Pump kit"]}, {"kind": "apart", "texts": ["Part", "Pump kit"]}),
    ({"kind": "item", "text": CARE}, {"kind": "item", "text": "Keep the lance"}),
    ({"kind": "absent", "text": "Page 1 of 9"}, {"kind": "absent", "text": "pump KIT"}),
    ({"kind": "spot", "text": "heated", "name": "p. iv"}, {"kind": "spot", "text": "heated", "name": "slide 3"}),
    ({"kind": "flag", "text": "trigger", "flag": "hidden"}, {"kind": "flag", "text": "Coil", "flag": "hidden"}),
    ({"kind": "metadata", "key": "owner", "text": "Support"}, {"kind": "metadata", "key": "owner", "text": "Sales"}),
]


def fact(fields: dict[str, object]) -> Fact:
    """A fact from its fields as they are written."""
    return Fact(str(fields["kind"]), {key: value for key, value in fields.items() if key != "kind"})


@pytest.mark.parametrize(("right", "wrong"), RULES)
def test_a_fact_holds_when_it_is_there_and_fails_when_not(right: dict[str, object], wrong: dict[str, object]) -> None:
    assert document().holds(fact(right))
    assert not document().holds(fact(wrong))


def test_a_refused_file_holds_its_reason_and_nothing_else() -> None:
    refused = Parsed(None, "scan.pdf: 2 pages without a text layer")
    assert refused.holds(fact({"kind": "refused", "reason": "Text layer"}))
    assert not refused.holds(fact({"kind": "refused", "reason": "password"}))
    assert not refused.holds(fact({"kind": "absent", "text": "anything"}))
    assert not document().holds(fact({"kind": "refused", "reason": ""}))


MARKDOWN = "# Care guide\n\n## **Before the frost**\n\nCoil the hose in a\nheated room.\n\n|Part|Code|\n|---|---|\n|Pump kit|PK\\-2200|\n\nHose 7 m\n"
THEIRS = Given({"pages": ["# Care guide\n\nCoil the", MARKDOWN], "text": MARKDOWN, "labels": ["iii", "iv"]})


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ({"kind": "title", "text": "Care guide"}, {"kind": "title", "text": "Before the frost"}),
        ({"kind": "heading", "text": "Before the frost", "under": "Care guide"}, {"kind": "heading", "text": "Hose 7 m"}),
        ({"kind": "row", "cells": ["Pump kit", "PK-2200"], "kin": "Part"}, {"kind": "row", "cells": ["Pump kit", "PK-2201"]}),
        ({"kind": "row", "cells": ["Hose", "7 m"]}, {"kind": "row", "cells": ["Hose", "m"]}),
        ({"kind": "sentence", "text": "hose in a heated room."}, {"kind": "sentence", "text": "hose in the room"}),
        ({"kind": "page", "text": "Pump kit", "page": 2, "label": "iv"}, {"kind": "page", "text": "Coil the", "page": 2}),
        ({"kind": "order", "texts": ["Coil", "Pump kit"]}, {"kind": "order", "texts": ["Pump kit", "Coil"]}),
        ({"kind": "apart", "texts": ["Coil", "Hose 7"]}, {"kind": "apart", "texts": ["Coil", "heated"]}),
        ({"kind": "absent", "text": "scan"}, {"kind": "absent", "text": "heated"}),
    ],
)
def test_another_tools_markdown_is_judged_by_the_same_facts(right: dict[str, object], wrong: dict[str, object]) -> None:
    assert THEIRS.holds(fact(right))
    assert not THEIRS.holds(fact(wrong))


def test_marks_and_links_of_markdown_are_no_part_of_a_text() -> None:
    given = Given({"text": "See **the** [care guide](http://a.example/x) and `_accel`.<br>Next \\# line"})
    assert given.holds(fact({"kind": "sentence", "text": "See the care guide and _accel. Next # line"}))
    assert not given.holds(fact({"kind": "sentence", "text": "a.example"}))


def test_folding_keeps_the_way_back() -> None:
    text = "The  oﬃce’s\nrate – see"
    place = Folded(text).find("office's rate -")
    assert place is not None
    assert text[slice(*place)] == "oﬃce’s\nrate –"
    assert Folded(text).find("rate", 14) is None
    assert folded("A\u00adb “c”") == 'ab "c"'


@pytest.mark.parametrize("item", ["- Coil", "• Coil", "(b) Coil", "12. Coil", "iv) Coil"])
def test_an_item_is_the_same_without_its_bullet(item: str) -> None:
    assert without_bullet(folded(item)) == "coil"


def test_the_facts_files_are_in_their_form() -> None:
    for file in load():
        assert file.facts, file.id
        assert file.ending or file.group != "pdf", file.id


def test_a_facts_file_out_of_form_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "FACTS", tmp_path)
    head = 'id = "a"\npackage = "deb:x=1"\nmember = "a.pdf"\nabout = "x"\n'
    for facts, wrong in (
        ('[{ kind = "colour", text = "red" }]', "colour"),
        ('[{ kind = "row", text = "red" }]', "cells"),
        ('[{ kind = "title", text = "red", page = 2 }]', "page"),
    ):
        (tmp_path / "pdf.toml").write_text(f"[[file]]\n{head}facts = {facts}\n", encoding="utf-8")
        with pytest.raises(FactsError, match=wrong):
            load()
    (tmp_path / "pdf.toml").write_text(f"[[file]]\n{head}facts = []\n" * 2, encoding="utf-8")
    with pytest.raises(FactsError, match="twice"):
        load()


def test_a_files_place_changes_with_its_package() -> None:
    one = RealFile("a", "deb:x=1", "doc/a.pdf.gz", "", "pdf", ())
    other = RealFile("a", "deb:x=2", "doc/a.pdf.gz", "", "pdf", ())
    assert one.ending == ".pdf"
    assert path_of(one) != path_of(other)
