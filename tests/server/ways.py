"""Every route of the service, and how it is asked about a document, a passage or an answer that somebody names."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from fastapi import FastAPI
from starlette.routing import Mount

from tests.server.samples import FRENCH, QUESTION

Route = tuple[str, str]
"""Method and pattern."""

SHORT_CHUNK, SHORT_ANSWER = 6, 11
"""Digits of an ID that are too few."""


@dataclass(frozen=True)
class Named:
    """What a caller names: a thing that is there, or one that is not, of names as long."""

    doc_id: str
    version: str
    earlier: str
    chunk: str
    answer: str
    mark: str
    source: str

    def missing(self) -> "Named":
        """The same with names of nothing, each as long as its own."""
        return Named(*("0" * len(value) if _is_hex(value) else "q" * len(value) for value in vars(self).values()))

    def taken_from(self, text: str) -> str:
        """A text without what was named, also where it is part of an address."""
        values = [*vars(self).values(), self.chunk[:SHORT_CHUNK], self.answer[:SHORT_ANSWER]]
        for value in sorted(values, key=len, reverse=True):
            text = text.replace(value, "*").replace(quote(value, safe=""), "*")
        return text


@dataclass(frozen=True)
class Way:
    """A request. `shows` says that its answer holds a word of the named document for whoever sees that."""

    url: str
    body: Any = None
    shows: bool = True
    headers: tuple[tuple[str, str], ...] = ()


def _is_hex(value: str) -> bool:
    return len(value) >= 12 and set(value) <= set("0123456789abcdef")


def _ask(**more: Any) -> dict[str, Any]:
    return {"question": QUESTION, "k": 20, **more}


def _chat(question: str, **more: Any) -> dict[str, Any]:
    return {"model": "policy-assistant", "messages": [{"role": "user", "content": question}], "k": 20, **more}


WAYS: dict[Route, Callable[[Named], list[Way]]] = {
    ("POST", "/v1/search"): lambda n: [
        Way("/v1/search", {"query": QUESTION, "k": 20}),
        Way("/v1/search", {"query": QUESTION, "k": 20, "as_of": "none", "method": "bm25"}),
        Way("/v1/search", {"query": f"{n.doc_id} {n.version}", "k": 20}),
        Way("/v1/search", {"query": FRENCH, "in": "all", "k": 20}, shows=False),
        Way("/v1/search", {"query": n.chunk, "in": "code"}, shows=False),
    ],
    ("POST", "/v1/ask"): lambda n: [
        Way("/v1/ask", _ask()),
        Way("/v1/ask", _ask(stream=True)),
        Way("/v1/ask", _ask(), headers=(("Accept", "text/event-stream"),)),
        Way("/v1/ask", {"question": f"What is {n.doc_id}?"}, shows=False),
        Way("/v1/ask", _ask(**{"in": "all"}), shows=False),
    ],
    ("POST", "/v1/where"): lambda n: [
        Way("/v1/where", {"query": "delivery fee"}, shows=False),
        Way("/v1/where", {"query": n.doc_id}, shows=False),
    ],
    ("GET", "/v1/documents"): lambda n: [
        Way("/v1/documents"),
        Way("/v1/documents?as_of=2025-06-01"),
        Way("/v1/documents?label=board", shows=False),
    ],
    ("GET", "/v1/documents/{doc_id:path}/versions"): lambda n: [
        Way(f"/v1/documents/{quote(n.doc_id, safe='')}/versions"),
        Way("/v1/documents/returns/versions"),
    ],
    ("GET", "/v1/chunks/{chunk_id}"): lambda n: [Way(f"/v1/chunks/{n.chunk}"), Way(f"/v1/chunks/{n.chunk[:SHORT_CHUNK]}", shows=False)],
    ("GET", "/v1/sources/{doc_id:path}"): lambda n: [
        Way(f"/v1/sources/{quote(n.doc_id, safe='')}"),
        Way(f"/v1/sources/{quote(n.doc_id, safe='')}?version={n.version}"),
        Way(f"/v1/sources/returns?version={n.version}", shows=False),
        Way(f"/v1/sources/{quote(n.source, safe='')}", shows=False),
    ],
    ("GET", "/v1/diff"): lambda n: [
        Way(f"/v1/diff?doc_id={quote(n.doc_id)}&before={n.earlier}&after={n.version}"),
        Way(f"/v1/diff?doc_id=returns&before=1&after={n.version}", shows=False),
        Way("/v1/diff?doc_id=returns&before=1&after=2", shows=False),
    ],
    ("GET", "/v1/access"): lambda n: [Way(f"/v1/access?doc_id={quote(n.doc_id)}&audience=public")],
    ("GET", "/v1/answers/{answer_id}"): lambda n: [
        Way(f"/v1/answers/{n.answer}"),
        Way(f"/v1/answers/{n.answer[:SHORT_ANSWER]}", shows=False),
    ],
    ("GET", "/v1/audit"): lambda n: [Way("/v1/audit")],
    ("POST", "/v1/audit/seen"): lambda n: [Way("/v1/audit/seen", {"marks": [n.mark]}, shows=False)],
    ("POST", "/v1/feedback"): lambda n: [
        Way("/v1/feedback", {"answer": n.answer, "verdict": "wrong", "comment": f"Not {n.doc_id}"}, shows=False)
    ],
    ("GET", "/v1/feedback"): lambda n: [Way("/v1/feedback")],
    ("GET", "/v1/models"): lambda n: [Way("/v1/models", shows=False)],
    ("GET", "/v1/models/{name}"): lambda n: [Way("/v1/models/policy-assistant", shows=False)],
    ("POST", "/v1/chat/completions"): lambda n: [
        Way("/v1/chat/completions", _chat(f"{QUESTION} {n.doc_id}")),
        Way("/v1/chat/completions", _chat(f"{QUESTION} {n.doc_id}", stream=True, stream_options={"include_usage": True})),
        Way("/v1/chat/completions", _chat(QUESTION), shows=False),
    ],
    ("GET", "/healthz"): lambda n: [Way("/healthz", shows=False)],
    ("GET", "/readyz"): lambda n: [Way("/readyz", shows=False)],
    ("GET", "/metrics"): lambda n: [Way("/metrics", shows=False)],
    ("GET", "/openapi.json"): lambda n: [Way("/openapi.json", shows=False)],
}
"""Route -> the requests of it. A new route gets a line here, with all that a caller may name."""


def routes_of(app: FastAPI) -> set[Route]:
    """All routes for programs that an application has, by method and pattern."""
    return {(method, path) for methods, path in _walk(app.routes) for method in methods if not is_page(path)}


def is_page(path: str) -> bool:
    """Whether a pattern is that of a page for people: those are walked by the tests of the page."""
    from policy_assistant.server.problems import is_for_programs

    return not is_for_programs(path)


def _walk(routes: Any) -> "Iterator[tuple[set[str], str]]":
    for route in routes:
        if inner := getattr(route, "original_router", None):
            yield from _walk(inner.routes)
        elif isinstance(route, Mount):
            yield {"*"}, route.path
        else:
            yield set(route.methods or ()) - {"HEAD"}, route.path
