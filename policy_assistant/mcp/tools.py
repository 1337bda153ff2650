"""The tools: what each takes, gives and says of itself."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic

from pydantic import BaseModel

from policy_assistant.mcp import words
from policy_assistant.mcp.arguments import (
    Arguments,
    AskArguments,
    DiffArguments,
    DocumentArguments,
    SearchArguments,
    WhereArguments,
    checked,
)
from policy_assistant.mcp.pages import DocumentReply, document_record
from policy_assistant.server.replies import AnswerReply, DifferenceReply, SearchReply, WhereReply
from policy_assistant.server.routes.documents import differing
from policy_assistant.server.shown import shown_to

if TYPE_CHECKING:
    from policy_assistant.server.desk import Desk
    from policy_assistant.server.workers import Lane

Record = dict[str, Any]


@dataclass(frozen=True)
class Tool(Generic[Arguments]):
    """A tool. `run` works at a desk; `passages` are those of a record that are worth a link, `question` what goes to a log."""

    name: str
    title: str
    about: str
    takes: type[Arguments]
    gives: type[BaseModel]
    run: "Callable[[Desk, Arguments], Record]"
    in_words: Callable[[Mapping[str, Any]], str]
    passages: Callable[[Record], Iterable[Record]] = lambda _: ()
    lane: "Lane" = "read"

    def work(self, given: Mapping[str, Any] | None) -> "Callable[[Desk], Record]":
        """The work that a call asks for. It gives the record as the caller may see it.

        Raises:
            UsageError: what was given is not well formed.
        """
        arguments = checked(self.takes, given)

        def worked(desk: "Desk") -> Record:
            return shown_to(desk.caller, self.run(desk, arguments))

        return worked

    @property
    def input_schema(self) -> dict[str, Any]:
        """The JSON Schema of what it takes."""
        schema: Record = _lean(self.takes.model_json_schema(by_alias=True))
        return schema

    @property
    def output_schema(self) -> dict[str, Any]:
        """The JSON Schema of what it gives."""
        schema: Record = _lean(self.gives.model_json_schema(by_alias=True, mode="serialization"))
        return schema


def _hits(record: Record) -> Iterable[Record]:
    found: Iterable[Record] = record["hits"]
    return found


def _places(record: Record) -> Iterable[Record]:
    """Places in code, as passages."""
    for hit in record["hits"]:
        yield {**hit, "doc_id": hit["path"], "sections": [], "pages": [], "title": hit["name"]}


def _proofs(record: Record) -> Iterable[Record]:
    """What an answer cites, each passage once; what was found where it does not answer."""
    if not record["answerable"]:
        return _hits({"hits": record["passages"]})
    titles = {hit["id"]: hit["title"] for hit in record["passages"]}
    cited = [citation for claim in record["claims"] if claim["ok"] for citation in claim["citations"]]
    first = {citation["id"]: citation for citation in reversed(cited)}
    return [first[name] | {"title": titles.get(name, "")} for name in dict.fromkeys(citation["id"] for citation in cited)]


TOOLS: Mapping[str, Tool[Any]] = {
    tool.name: tool
    for tool in (
        Tool[Any](
            "ask",
            "Ask the documents",
            "Answer a question from the documents in force on a day, with proof: every statement is checked against the quoted words "
            "of the passages that it cites. Where the documents do not say, the answer says so and `answerable` is false: then do not "
            "fill the gap from elsewhere. Keep the question in its own language. Use this first for questions about rules and facts.",
            AskArguments,
            AnswerReply,
            lambda desk, arguments: desk.ask(arguments.asked()),
            words.ask_words,
            _proofs,
            "answer",
        ),
        Tool[Any](
            "search",
            "Search the documents",
            "Find passages of the documents in force on a day, best first, each with its document, version, section, pages and text. "
            "Use it to read around an answer or to look for several things; `ask` proves an answer.",
            SearchArguments,
            SearchReply,
            lambda desk, arguments: desk.search(arguments.asked()),
            words.search_words,
            _hits,
            "search",
        ),
        Tool[Any](
            "where",
            "Find the place in code",
            "Find where the indexed code does something: file, lines, kind and name of each place, as the files are now.",
            WhereArguments,
            WhereReply,
            lambda desk, arguments: desk.where(arguments.asked()),
            words.where_words,
            _places,
            "search",
        ),
        Tool[Any](
            "document",
            "Read a document",
            "List the versions of a document with the period of each, and read a page of one: of the version named, else of the one "
            "in force on the day. A long text goes on at `page.next`, which is the `offset` of the next call.",
            DocumentArguments,
            DocumentReply,
            document_record,
            words.document_words,
        ),
        Tool[Any](
            "diff",
            "Compare two versions",
            "Show what changed between two versions of a document, section by section, and which kept answers rest on one of them. "
            "`document` lists the versions.",
            DiffArguments,
            DifferenceReply,
            lambda desk, arguments: differing(desk, arguments.doc_id, arguments.before, arguments.after, arguments.audience),
            words.diff_words,
        ),
    )
}
"""Name -> tool."""


def _lean(schema: Any) -> Any:
    """A schema without the titles that pydantic makes of names: whoever reads it pays for each word."""
    if isinstance(schema, dict):
        return {name: _lean(value) for name, value in schema.items() if not (name == "title" and isinstance(value, str))}
    return [_lean(value) for value in schema] if isinstance(schema, list) else schema
