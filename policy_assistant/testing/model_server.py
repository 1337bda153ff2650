"""A model server on this machine whose answers, and faults, a test decides.

```python
with ModelServer() as server:
    server.script(Fault(status=429, headers={"Retry-After": "0"}))
    embedder = open_embedder("openai:tiny", ModelOptions(embedding_base_url=server.base_url))
    embedder.passages(["a", "b"])  # refused once, then answered
    assert len(server.requests) == 2
```

Without a script it answers sensibly: vectors and scores made from the words of the texts, and a chat message that repeats
the last one, or JSON of the shape that is asked for. `said`, `cited`, `refusal`, `cut_off` and `unsupported` make the other
answers of a chat server.
"""

import hashlib
import json
import math
import threading
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self

DIMENSION = 16
MAX_REQUEST_BYTES = 50_000_000
_HUGE_PART = b" " * 65_536


@dataclass(frozen=True)
class Request:
    """One request that came: its path, headers (names in lower case) and JSON body."""

    path: str
    headers: Mapping[str, str]
    body: Any


@dataclass(frozen=True)
class Fault:
    """One answer other than a good one.

    `body` is sent as it is, or as JSON when it is neither bytes nor text. `wait_seconds` passes before anything is sent,
    `pause_seconds` between single bytes of the body. `size` bytes of blanks are sent instead of a body when it is set.
    `cut` breaks the connection off in the middle of the body, `drop` before anything is sent.
    """

    status: int = 200
    body: Any = b""
    headers: Mapping[str, str] = field(default_factory=dict)
    wait_seconds: float = 0
    pause_seconds: float = 0
    size: int = 0
    cut: bool = False
    drop: bool = False

    @property
    def data(self) -> bytes:
        """The bytes of the body."""
        if isinstance(self.body, bytes):
            return self.body
        return (self.body if isinstance(self.body, str) else json.dumps(self.body)).encode("utf-8", errors="surrogatepass")


Answer = Fault | Callable[[Request], Any]
"""A fault, or a function of the request that gives the body of a good answer, or a fault."""


class ModelServer:
    """The server; it listens on 127.0.0.1, on a port that was free, from `__enter__` to `__exit__`.

    `requests` holds all that came. `script` queues answers for the next requests, whatever their path; when the queue is
    empty it answers as a good server does.
    """

    def __init__(self) -> None:
        self.requests: list[Request] = []
        self._script: deque[Answer] = deque()
        self._stopped = threading.Event()
        self._http = _Http(self)
        self._thread = threading.Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._stopped.set()
        self._http.shutdown()
        self._thread.join()
        self._http.server_close()

    @property
    def base_url(self) -> str:
        """What a setting such as `embedding_base_url` takes."""
        return f"http://127.0.0.1:{self._http.server_port}/v1"

    def script(self, *answers: Answer) -> None:
        """Queue answers, one a request."""
        self._script.extend(answers)

    def answer(self, request: Request) -> Fault:
        """What to send for a request that came."""
        self.requests.append(request)
        scripted = self._script.popleft() if self._script else None
        if isinstance(scripted, Fault):
            return scripted
        if scripted is not None:
            made = scripted(request)
            return made if isinstance(made, Fault) else Fault(body=made)
        route = request.path.partition("?")[0].rpartition("/v1/")[2]
        if route not in GOOD_ANSWERS:
            return Fault(404, {"error": {"message": f"no route {route}"}})
        return Fault(body=GOOD_ANSWERS[route](request))

    def sleep(self, seconds: float) -> None:
        """Wait, but not longer than the server lives."""
        if seconds:
            self._stopped.wait(seconds)


def vector(text: str) -> list[float]:
    """A vector made from the words of a text: texts that share words are alike."""
    numbers = [0.0] * DIMENSION
    for word in text.lower().split():
        digest = hashlib.sha256(word.encode("utf-8", errors="replace")).digest()
        numbers[digest[0] % DIMENSION] += 1
        numbers[digest[1] % DIMENSION] += 0.5
    length = math.sqrt(sum(number * number for number in numbers)) or 1
    return [number / length for number in numbers]


def embeddings(request: Request) -> Any:
    """A good answer to `POST /v1/embeddings`."""
    data = [{"object": "embedding", "index": n, "embedding": vector(text)} for n, text in enumerate(request.body["input"])]
    return {"object": "list", "model": request.body["model"], "data": data, "usage": {"prompt_tokens": 1, "total_tokens": 1}}


def rerank(request: Request) -> Any:
    """A good answer to `POST /v1/rerank`: the share of the question's words that a passage has, best first."""
    words = set(request.body["query"].lower().split())
    shares = [len(words & set(text.lower().split())) / (len(words) or 1) for text in request.body["documents"]]
    ranked = sorted(range(len(shares)), key=lambda n: -shares[n])
    return {"model": request.body["model"], "results": [{"index": n, "relevance_score": shares[n]} for n in ranked]}


def chat_completion(request: Request) -> Any:
    """A good answer to `POST /v1/chat/completions`: the last message again, or the least JSON of the shape that is asked for."""
    shape = request.body.get("response_format", {}).get("json_schema", {}).get("schema")
    text = request.body["messages"][-1]["content"] if shape is None else json.dumps(example(shape))
    return {
        "object": "chat.completion",
        "model": request.body["model"],
        "choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": text}}],
        "usage": {"prompt_tokens": 3, "completion_tokens": 2, "total_tokens": 5},
    }


def example(schema: Mapping[str, Any]) -> Any:
    """The least value of a JSON schema: lists and texts are empty, numbers 0, what can be false is false."""
    if schema["type"] == "object":
        return {name: example(schema["properties"][name]) for name in schema.get("required", ())}
    return {"array": [], "string": "", "boolean": False, "number": 0, "integer": 0, "null": None}[schema["type"]]


def said(text: str | None, finish_reason: str = "stop", **message: Any) -> Fault:
    """A chat server's answer with a message of this text; `message` are further fields of it."""
    return Fault(body={"choices": [{"finish_reason": finish_reason, "message": {"role": "assistant", "content": text, **message}}]})


def cited(*claims: tuple[str, str, str], answerable: bool = True) -> Fault:
    """A chat server's answer in the shape of `reply.SCHEMA`: claims as (text, ID of the cited passage, quote)."""
    listed = [{"text": text, "citations": [{"id": passage, "quote": quote}]} for text, passage, quote in claims]
    return said(json.dumps({"answerable": answerable, "answer": " ".join(text for text, _, _ in claims), "claims": listed}))


def refusal(words: str) -> Fault:
    """A chat server's answer by which the model refuses."""
    return said(None, refusal=words)


def cut_off(text: str) -> Fault:
    """A chat server's answer whose tokens ran out."""
    return said(text, finish_reason="length")


def unsupported(parameter: str, more: str = "") -> Fault:
    """What a chat server says that does not take a part of the request."""
    words = f"Unsupported parameter: '{parameter}' is not supported with this model.{more}"
    return Fault(400, {"error": {"message": words, "type": "invalid_request_error", "param": parameter, "code": "unsupported_parameter"}})


GOOD_ANSWERS: dict[str, Callable[[Request], Any]] = {"embeddings": embeddings, "rerank": rerank, "chat/completions": chat_completion}
"""Route -> function of a request that gives the body of a good answer; for scripts too."""


class _Handler(BaseHTTPRequestHandler):
    @property
    def _owner(self) -> ModelServer:
        if not isinstance(self.server, _Http):
            raise TypeError("this handler belongs to a ModelServer")
        return self.server.owner

    def do_POST(self) -> None:
        size = min(int(self.headers.get("Content-Length") or 0), MAX_REQUEST_BYTES)
        headers = {name.lower(): value for name, value in self.headers.items()}
        answer = self._owner.answer(Request(self.path, headers, json.loads(self.rfile.read(size))))
        self._owner.sleep(answer.wait_seconds)
        try:
            self._send(answer)
        except OSError:
            return  # the client left: that is what some faults are for

    def do_GET(self) -> None:
        self._owner.answer(Request(self.path, {name.lower(): value for name, value in self.headers.items()}, None))
        self.send_error(405)

    def _send(self, answer: Fault) -> None:
        self.close_connection = True
        if answer.drop:
            return
        data = answer.data
        self.send_response(answer.status)
        for name, value in {"Content-Type": "application/json", **answer.headers}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(answer.size or len(data)))
        self.end_headers()
        if answer.size:
            self._send_blanks(answer.size)
        elif answer.pause_seconds:
            self._send_slowly(data, answer.pause_seconds)
        else:
            self.wfile.write(data[: len(data) // 2] if answer.cut else data)

    def _send_blanks(self, size: int) -> None:
        for _ in range(0, size, len(_HUGE_PART)):
            self.wfile.write(_HUGE_PART)

    def _send_slowly(self, data: bytes, pause_seconds: float) -> None:
        for place in range(len(data)):
            self.wfile.write(data[place : place + 1])
            self._owner.sleep(pause_seconds)

    def log_message(self, *_: Any) -> None:
        return


class _Http(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, owner: ModelServer) -> None:
        self.owner = owner
        super().__init__(("127.0.0.1", 0), _Handler)
