"""A Qdrant server on this machine, as far as our engine speaks to one, whose faults a test decides.

```python
with QdrantServer() as server:
    server.plan("points/query", Fault(503), Fault(drop=True))  # the next two queries fail, the third is answered
    ...
    server.stop()  # connections are refused from here on
    server.start()  # and answered again, at the same address, with all that was written
```

It speaks HTTP as the server does, and keeps what is written in the local mode of Qdrant's own client.
"""

import contextlib
import json
import socket
import threading
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from pydantic import ValidationError
from qdrant_client import QdrantClient, models

from policy_assistant.testing.qdrant_routes import ROUTES, plain

MAX_REQUEST_BYTES = 32 * 1024 * 1024
"""What a server takes that nobody configured."""

HANGING_SECONDS = 600.0

VERSION = {"title": "qdrant - vector search engine", "version": "1.17.0", "commit": ""}


@dataclass(frozen=True)
class Request:
    """One request that came: method, path without its query, headers (names in lower case) and JSON body."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: Any

    @property
    def route(self) -> str:
        """The path after the collection's name, or the whole path where there is none."""
        return self.path.split("/", 3)[3] if self.path.count("/") > 2 else self.path


@dataclass(frozen=True)
class Fault:
    """What happens to a request in place of a good answer.

    It is answered with `status` and `body`, unless there is neither. `wait_seconds` pass before anything is sent. `drop` breaks the connection
    off before anything is sent, `cut` in the middle of the answer. With `carried_out` the request is done all the same.
    """

    status: int = 200
    wait_seconds: float = 0
    drop: bool = False
    cut: bool = False
    carried_out: bool = False
    body: str = ""


class QdrantServer:
    """The server; it listens on 127.0.0.1, on a port that was free, from `__enter__` to `__exit__`.

    `folder` keeps what is written, or memory where none is given. With an `api_key` it answers only who shows it. `requests`
    holds all that came.
    """

    def __init__(self, folder: Path | None = None, api_key: str = "") -> None:
        self.requests: list[Request] = []
        self.api_key = api_key
        self._client = QdrantClient(path=str(folder), force_disable_check_same_thread=True) if folder else QdrantClient(":memory:")
        self._lock = threading.Lock()
        self._planned: dict[str, deque[Fault | None]] = {}
        self._indexes: dict[str, dict[str, Any]] = {}
        self._left: int | None = None
        self._then = Fault(drop=True)
        self._stopped = threading.Event()
        self._port = 0
        self._http: _Http | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.stop()
        self._client.close()

    @property
    def url(self) -> str:
        """What the setting `[store] url` takes."""
        return f"http://127.0.0.1:{self._port}"

    def start(self) -> None:
        """Listen, at the address of before if there was one."""
        self._stopped.clear()
        self._http = _Http(self, self._port)
        self._port = self._http.server_port
        threading.Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()

    def stop(self) -> None:
        """Refuse connections, and break off those that there are."""
        self._stopped.set()
        if self._http is not None:
            self._http.shutdown()
            self._http.server_close()
            self._http.break_off()
            self._http = None

    def plan(self, route: str, *faults: Fault | None) -> None:
        """What happens to the next requests of a route, such as `points/query`; None lets one through."""
        self._planned.setdefault(route, deque()).extend(faults)

    def lose_after(self, requests: int) -> None:
        """Answer so many requests more, and drop every later one."""
        self._left, self._then = requests, Fault(drop=True)

    def hang_after(self, requests: int) -> None:
        """Answer so many requests more, and leave every later one without an answer."""
        self._left, self._then = requests, Fault(wait_seconds=HANGING_SECONDS, drop=True)

    def forget_plans(self) -> None:
        """Answer everything from here on."""
        self._planned.clear()
        self._left = None

    def sent(self, route: str) -> list[Request]:
        """The requests of a route that came."""
        return [request for request in self.requests if request.route == route]

    def fault_for(self, request: Request) -> Fault | None:
        """The fault that is planned for a request that came."""
        self.requests.append(request)
        if self._left is not None:
            self._left = max(self._left - 1, -1)
            if self._left < 0:
                return self._then
        planned = self._planned.get(request.route)
        return planned.popleft() if planned else None

    def answer(self, request: Request) -> tuple[int, Any]:
        """Status and body of a good answer, or of what a server says to a wrong request."""
        if self.api_key and request.headers.get("api-key") != self.api_key:
            return 401, "Must provide an API key or an Authorization bearer token"
        if request.path == "/":
            return 200, VERSION
        _, first, *rest = request.path.split("/", 3)
        routes = ROUTES.get((request.method, rest[1] if len(rest) > 1 else ("" if rest else first)))
        if first != "collections" or routes is None:
            return 404, {"status": {"error": f"no route {request.method} {request.path}"}, "time": 0.0}
        try:
            with self._lock:
                result = self._with_indexes(request, routes(self._client, rest[0] if rest else "", request.body))
        except (ValidationError, KeyError, TypeError) as error:
            return 400, {"status": {"error": f"Format error in JSON body: {error}"}, "time": 0.0}
        except ValueError as error:
            status = 404 if "not found" in str(error) else 409 if "exists" in str(error) else 400
            return status, {"status": {"error": str(error)}, "time": 0.0}
        return 200, {"result": plain(result), "status": "ok", "time": 0.001}

    def _with_indexes(self, request: Request, result: Any) -> Any:
        """The result with the payload indexes that were made, which the local mode does not keep; they make nothing faster here."""
        made = self._indexes.setdefault(request.path.split("/")[2] if request.path.count("/") > 1 else "", {})
        if request.route == "index":
            made[request.body["field_name"]] = {"data_type": request.body["field_schema"]["type"], "points": 0}
        elif request.method == "DELETE":
            made.clear()
        elif isinstance(result, models.CollectionInfo):
            return {**plain(result), "payload_schema": dict(made)}
        return result

    def sleep(self, seconds: float) -> None:
        """Wait, but not longer than the server listens."""
        if seconds:
            self._stopped.wait(seconds)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"  # connections stay open, as a client of a server expects
    disable_nagle_algorithm = True
    wbufsize = -1

    @property
    def _owner(self) -> QdrantServer:
        if not isinstance(self.server, _Http):
            raise TypeError("this handler belongs to a QdrantServer")
        return self.server.owner

    def setup(self) -> None:
        super().setup()
        if isinstance(self.server, _Http):
            self.server.connections.add(self.connection)

    def finish(self) -> None:
        if isinstance(self.server, _Http):
            self.server.connections.discard(self.connection)
        with contextlib.suppress(OSError, ValueError):
            super().finish()

    def handle(self) -> None:
        with contextlib.suppress(OSError, ValueError):  # the client left, or the server stopped: that is what some faults are for
            super().handle()

    def _respond(self) -> None:
        size = int(self.headers.get("Content-Length") or 0)
        if size > MAX_REQUEST_BYTES:
            self._send(413, {"status": {"error": "Payload too large"}, "time": 0.0})
            return
        data = self.rfile.read(size)
        request = Request(
            self.command,
            self.path.partition("?")[0],
            {name.lower(): value for name, value in self.headers.items()},
            json.loads(data) if data else None,
        )
        fault = self._owner.fault_for(request)
        if fault is None:
            self._send(*self._owner.answer(request))
        else:
            self._fail(fault, request)

    do_GET = do_POST = do_PUT = do_DELETE = do_PATCH = _respond

    def _fail(self, fault: Fault, request: Request) -> None:
        is_fine = fault.status == 200 and not fault.drop
        status, body = self._owner.answer(request) if is_fine or fault.carried_out else (fault.status, None)
        self._owner.sleep(fault.wait_seconds)
        if fault.drop:
            self.close_connection = True
        elif fault.status != 200 or fault.body:
            self._send(fault.status, fault.body or {"status": {"error": f"planned fault {fault.status}"}, "time": 0.0})
        else:
            self._send(status, body, cut=fault.cut)

    def _send(self, status: int, body: Any, *, cut: bool = False) -> None:
        data = (body if isinstance(body, str) else json.dumps(body)).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data[: len(data) // 2] if cut else data)
        self.wfile.flush()
        self.close_connection = self.close_connection or cut

    def log_message(self, *_: Any) -> None:
        return


class _Http(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False

    def __init__(self, owner: QdrantServer, port: int) -> None:
        self.owner = owner
        self.connections: set[socket.socket] = set()
        super().__init__(("127.0.0.1", port), _Handler)

    def break_off(self) -> None:
        """End every connection at once."""
        for connection in list(self.connections):
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
