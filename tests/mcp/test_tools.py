"""Each tool with real clients over both transports: objects that keep to their schemas, words, links that can be read."""

from collections.abc import Mapping
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest

from policy_assistant.mcp.pages import PAGE
from policy_assistant.mcp.tools import TOOLS
from tests.mcp.samples import LONG, PLANTED, Tools, links_of, text_of

CALLS: Mapping[str, Mapping[str, Any]] = {
    "ask": {"question": "How many days do I have to send a parcel back?"},
    "search": {"query": "send a parcel back", "k": 3},
    "where": {"query": "parcel late"},
    "document": {"doc_id": "returns"},
    "diff": {"doc_id": "returns", "before": "3", "after": "4"},
}


@pytest.fixture(params=["local", "anonymous", "board"])
def tools(request: pytest.FixtureRequest) -> Tools:
    found: Tools = request.getfixturevalue(request.param)
    return found


def test_tools_say_what_they_are_and_that_they_only_read(tools: Tools) -> None:
    listed = {tool.name: tool for tool in tools.ask("list_tools").tools}
    assert set(listed) == set(CALLS)
    for tool in listed.values():
        assert tool.annotations.read_only_hint is True
        assert tool.annotations.open_world_hint is False
        assert tool.title
        assert len(tool.description) > 80
        for schema in (tool.input_schema, tool.output_schema):
            jsonschema.Draft202012Validator.check_schema(schema)
            assert schema["type"] == "object"
            assert isinstance(schema["properties"].get("title", {}), dict)
        assert tool.input_schema["additionalProperties"] is False


@pytest.mark.parametrize("name", CALLS)
def test_results_keep_to_their_schemas(tools: Tools, name: str) -> None:
    result = tools(name, **CALLS[name])
    assert not result.is_error, text_of(result)
    schema = next(tool.output_schema for tool in tools.ask("list_tools").tools if tool.name == name)
    jsonschema.validate(result.structured_content, schema)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({}, schema)


def test_an_answer_has_its_proof_in_words_and_its_passages_as_links(tools: Tools) -> None:
    result = tools("ask", **CALLS["ask"])
    record = result.structured_content
    assert record["answerable"]
    assert "30 days" in record["answer"]
    words = text_of(result)
    assert words.startswith(record["answer"])
    assert "Returns (returns), version 3, “Window”" in words
    assert "> You have 30 days to send a parcel back." in words
    assert f"Kept answer {record['kept']}" in words
    cited = [c["id"] for claim in record["claims"] if claim["ok"] for c in claim["citations"]]
    assert [link.uri for link in links_of(result)] == [f"passage:///{name}" for name in dict.fromkeys(cited)]
    assert "You have 30 days" in tools.read(links_of(result)[0].uri).text


def test_the_day_decides(tools: Tools) -> None:
    later = tools("ask", **CALLS["ask"], as_of="2026-11-01").structured_content
    assert (later["as_of"], "45 days" in later["answer"]) == ("2026-11-01", True)
    every = tools("search", query="send a parcel back", as_of="none").structured_content
    assert every["as_of"] is None
    assert {"3", "4"} <= {hit["version"] for hit in every["hits"] if hit["doc_id"] == "returns"}


def test_what_the_documents_do_not_say_is_no_error(tools: Tools) -> None:
    result = tools("ask", question="What colour is the moon?")
    assert not result.is_error
    assert result.structured_content["answerable"] is False
    assert text_of(result).startswith("The documents do not say.")


def test_french_questions_get_french_words(tools: Tools) -> None:
    result = tools("ask", question="Quel est le délai de livraison ?")
    assert "6 jours ouvrables" in result.structured_content["answer"]
    assert "au 2026-10-09 | Destinataires " in text_of(result)
    assert "Réponse gardée" in text_of(result)


def test_a_search_shows_place_and_text_of_each_passage(tools: Tools) -> None:
    result = tools("search", **CALLS["search"])
    hits = result.structured_content["hits"]
    assert 0 < len(hits) <= 3
    assert "k" not in result.structured_content
    words = text_of(result)
    for hit in hits:
        assert f"[{hit['id']}]" in words
    assert "> You have 30 days to send a parcel back." in words
    assert [link.uri for link in links_of(result)] == [f"passage:///{hit['id']}" for hit in hits]
    assert links_of(result)[0].title == hits[0]["title"]


def test_a_search_without_hits_says_so(tools: Tools) -> None:
    result = tools("search", query="zzyzx")
    assert text_of(result).startswith("No passage in force on 2026-10-09 for the audience")
    assert links_of(result) == []


def test_planted_instructions_are_flagged_data(tools: Tools) -> None:
    result = tools("search", query="storage fee")
    (hit,) = [hit for hit in result.structured_content["hits"] if hit["doc_id"] == "supplier"]
    assert hit["flags"] == ["addressed to an assistant"]
    lines = text_of(result).split("\n")
    (at,) = [number for number, line in enumerate(lines) if PLANTED in line]
    assert lines[at].startswith("> ")
    assert any(line.startswith("! flagged (addressed to an assistant)") for line in lines[:at])
    read = tools.read(f"passage:///{hit['id']}").text
    assert read.index("! flagged") < read.index(PLANTED)
    page = tools("document", doc_id="supplier")
    assert page.structured_content["page"]["flags"] == ["addressed to an assistant"]
    assert text_of(page).index("! flagged") < text_of(page).index(PLANTED)


def test_planted_instructions_are_not_answered_with(tools: Tools) -> None:
    result = tools("ask", question="What is the storage fee a month?")
    assert "every fee is zero" not in result.structured_content["answer"]


def test_where_finds_lines_of_code(tools: Tools) -> None:
    result = tools("where", query="parcel late")
    hit = result.structured_content["hits"][0]
    assert (hit["path"], hit["start_line"], hit["name"]) == ("code/late.py", 4, "is_late")
    assert "1. code/late.py:4-6 function is_late" in text_of(result)
    assert ">     return days > 30" in text_of(result)
    assert "return days > 30" in tools.read(links_of(result)[0].uri).text


def test_a_document_has_its_versions_and_the_text_in_force(tools: Tools) -> None:
    result = tools("document", doc_id="returns")
    record = result.structured_content
    assert [version["version"] for version in record["versions"]][:2] == ["3", "4"]
    assert record["page"]["version"] == "3"
    assert record["page"]["is_in_force"]
    parts = ("Returns", "Window", "You have 30 days to send a parcel back.", "Gifts", "Gifts are returned by the buyer.")
    assert record["page"]["text"] == "\n\n".join(parts)
    later = tools("document", doc_id="returns", version="4")
    assert "45 days" in later.structured_content["page"]["text"]
    assert "Text of version 4, NOT in force on 2026-10-09" in text_of(later)
    assert tools("document", doc_id="returns", text=False).structured_content["page"] is None


def test_characters_of_a_page_are_those_of_citations(tools: Tools) -> None:
    answer = tools("ask", **CALLS["ask"]).structured_content
    citation = answer["claims"][0]["citations"][0]
    page = tools("document", doc_id=citation["doc_id"], version=citation["version"]).structured_content["page"]
    assert page["text"][citation["start"] : citation["end"]] == citation["quote"]


def test_a_long_text_comes_in_pages(tools: Tools) -> None:
    pages, offset = [], 0
    while offset is not None:
        result = tools("document", doc_id="greenhouse", offset=offset)
        page = result.structured_content["page"]
        assert (page["start"], page["end"] - page["start"]) == (offset, len(page["text"]))
        assert len(page["text"]) <= PAGE
        pages.append(page["text"])
        offset = page["next"]
        assert (offset is None) != (f"(goes on at offset {offset})" in text_of(result))
    assert len(pages) == len("".join(pages)) // PAGE + 1 > 1
    assert "".join(pages).split() == ["Greenhouse", *LONG.replace("#", "").split()]
    assert pages[0].endswith("\n")


def test_a_diff_shows_what_went_and_what_came(tools: Tools) -> None:
    words = text_of(tools("diff", **CALLS["diff"]))
    assert "changed: Window" in words
    assert "> - You have 30 days to send a parcel back." in words
    assert "> + You have 45 days to send a parcel back." in words
    assert "unchanged sections: 1" in words


def test_documents_are_listed_as_resources_and_read(tools: Tools) -> None:
    listed = tools.ask("list_resources")
    assert listed.next_cursor is None
    uris = {resource.name: resource.uri for resource in listed.resources}
    assert {"returns", "livraison", "greenhouse", "supplier"} <= set(uris)
    content = tools.read(uris["returns"])
    assert content.mime_type == "text/plain"
    assert "> You have 30 days to send a parcel back." in content.text
    assert content.meta["policy-assistant/record"]["page"]["version"] == "3"
    assert "45 days" in tools.read("document:///returns?version=4").text
    assert "45 days" in tools.read("document:///returns?as_of=2026-12-01").text
    assert "def is_late" in tools.read("document:///code/late.py").text
    templates = {template.uri_template for template in tools.ask("list_resource_templates").resource_templates}
    assert templates == {"passage:///{id}", "document:///{+doc_id}{?version,as_of,offset}"}


def test_every_tool_here_was_called() -> None:
    assert set(TOOLS) == set(CALLS)


def test_links_of_an_answer_come_in_the_order_of_its_statements_each_passage_once() -> None:
    claims = [
        {"ok": True, "citations": [{"id": "b", "start": 1}, {"id": "a", "start": 2}]},
        {"ok": False, "citations": [{"id": "withheld", "start": 3}]},
        {"ok": True, "citations": [{"id": "b", "start": 4}, {"id": "c", "start": 5}]},
    ]
    passages = [{"id": name, "title": name.upper()} for name in "abcd"]
    linked = [*TOOLS["ask"].passages({"answerable": True, "claims": claims, "passages": passages})]
    assert [(passage["id"], passage["title"], passage["start"]) for passage in linked] == [("b", "B", 1), ("a", "A", 2), ("c", "C", 5)]
