"""Addresses name one thing, whatever stands in an ID, and are read back as they were made."""

import pytest

from policy_assistant.errors import NotFoundError
from policy_assistant.mcp.addresses import MAX_ADDRESS, Passage, document_address, parse, passage_address
from policy_assistant.mcp.arguments import DocumentArguments


@pytest.mark.parametrize("doc_id", ["returns", "code/shop/à côté.py", "a?b#c&d=e%20+", "C:/x y", "//host/share", "é" * 500])
@pytest.mark.parametrize(("version", "offset"), [("", 0), ("1.2 β&x=1", 0), ("2", 12_000)])
def test_documents_are_read_back(doc_id: str, version: str, offset: int) -> None:
    address = document_address(doc_id, version, offset)
    assert address.isascii()
    found = parse(address)
    assert isinstance(found, DocumentArguments)
    assert (found.doc_id, found.version, found.offset, found.as_of) == (doc_id, version, offset, "today")


def test_passages_are_read_back() -> None:
    assert parse(passage_address("0123456789ab")) == Passage("0123456789ab")


@pytest.mark.parametrize(
    "address",
    [
        "",
        "passage",
        "passage:///",
        "passage:///0123456789ab?version=1",
        "passage://0123456789ab",
        "passage://host/0123456789ab",
        "document://host/returns",
        "document:///",
        "document:///a?version",
        "document:///a?text=0",
        "document:///a?offset=-1",
        "document:///a?as_of=soon",
        "document:///" + "a" * 501,
        "document:///" + "a" * MAX_ADDRESS,
        "document://[",
        "http:///a",
    ],
)
def test_what_names_nothing_is_not_there(address: str) -> None:
    with pytest.raises(NotFoundError, match="no resource") as raised:
        parse(address)
    assert len(str(raised.value)) < 300
