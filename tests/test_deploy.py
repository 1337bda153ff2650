"""The files in `deploy/`: the proxies in front of a real service, the unit, the steps of the image. What is not installed is skipped."""

import json
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from policy_assistant.ingest import ingest
from policy_assistant.settings_file import load_settings
from policy_assistant.testing.model_server import said
from tests.browser.served import Served, make_keys, serve
from tests.project import EMBEDDER_VARIABLE, Project, page

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"
SITE = "https://rules.example.com"
SECONDS = 15

SETTINGS = """
[models]
chat_model = "openai:slow"
chat_base_url = "{model}"

[server]
public_url = "https://rules.example.com"
"""


class SlowModel:
    """A chat server that answers when it is let."""

    def __init__(self) -> None:
        self.may_answer = threading.Event()
        self.was_asked = threading.Event()
        self.was_let = True
        model = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                self.rfile.read(int(self.headers["Content-Length"]))
                model.was_asked.set()
                model.was_let = model.may_answer.wait(SECONDS)
                body = said(json.dumps({"answerable": False, "claims": []})).data
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, format: str, *args: object) -> None:
                del format, args

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.base_url = f"http://127.0.0.1:{self._server.server_port}/v1"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        """End it."""
        self.may_answer.set()
        self._server.shutdown()
        self._server.server_close()


@dataclass
class Proxied:
    """A service behind a proxy: how it is reached by curl, and what is behind."""

    curl: list[str]
    served: Served
    model: SlowModel

    def get(self, path: str, *args: str) -> str:
        """What an address answers; the status on a last line of its own."""
        command = [*self.curl, f"{SITE}{path}", "--write-out", "\n%{http_code}", *args]
        return subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=True).stdout

    @property
    def key(self) -> str:
        """A key of staff."""
        return self.served.keys["staff"]


@pytest.fixture(scope="module")
def behind(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Served, SlowModel]]:
    model = SlowModel()
    project = Project(tmp_path_factory.mktemp("deploy"))
    (project.folder / "policy-assistant.toml").write_text(SETTINGS.format(model=model.base_url), encoding="utf-8")
    project.write("shoes.md", page("shoes", "## Rule\n\nShoes stay outside.\n"))
    ingest(load_settings(project.folder, {EMBEDDER_VARIABLE: "none"}))
    served = serve(project, make_keys(project))
    yield served, model
    model.stop()
    served.stop()


@pytest.fixture(scope="module", params=["nginx", "caddy"])
def proxied(
    request: pytest.FixtureRequest, behind: tuple[Served, SlowModel], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Proxied]:
    if not all(map(shutil.which, (request.param, "curl", "openssl"))):
        pytest.skip(f"{request.param}, curl or openssl is not installed")
    folder, port = tmp_path_factory.mktemp(request.param), _free_port()
    certificate, key = _certificate(folder)
    start: Callable[[Path, int, str, Path, Path], list[str]] = _nginx if request.param == "nginx" else _caddy
    command = start(folder, port, behind[0].address.removeprefix("http://"), certificate, key)
    with (folder / "log.txt").open("w") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log, env={"HOME": str(folder), "PATH": "/usr/sbin:/usr/bin:/bin"})
    _wait_for(port, process, folder / "log.txt")
    curl = ["curl", "--silent", "--no-buffer", "--cacert", str(certificate), "--connect-to", f"rules.example.com:443:127.0.0.1:{port}"]
    yield Proxied(curl, *behind)
    process.send_signal(signal.SIGTERM)
    process.wait(SECONDS)


def test_the_cookie_of_the_page_goes_over_https_only(proxied: Proxied) -> None:
    answer = proxied.get("/sign-in", "--include", "--header", f"Origin: {SITE}", "--data-urlencode", f"key={proxied.key}")

    cookie = re.search(r"(?im)^set-cookie: policy_assistant_key=(.*?)\r?$", answer)
    assert cookie
    assert {"Secure", "HttpOnly", "SameSite=strict"} <= set(cookie[1].split("; "))
    assert answer.endswith("303")


@pytest.mark.parametrize(("origin", "status"), [("https://evil.example", "403"), (SITE, "200")])
def test_a_signed_in_browser_asks_from_our_own_page_only(origin: str, status: str, proxied: Proxied) -> None:
    cookie = ("--cookie", f"policy_assistant_key={proxied.key}", "--header", f"Origin: {origin}")

    answer = proxied.get("/v1/search", *cookie, "--json", '{"query": "shoes"}')

    assert answer.endswith(f"\n{status}")
    assert ('"doc_id":"shoes"' in answer) == (status == "200")


def test_the_tools_answer_at_the_public_name(proxied: Proxied) -> None:
    call = '{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}'

    answer = proxied.get("/mcp", "--header", f"Authorization: Bearer {proxied.key}", "--json", call)

    assert '"name":"ask"' in answer


def test_the_proxy_gives_the_request_its_id(proxied: Proxied) -> None:
    answer = proxied.get("/healthz", "--include", "--header", "X-Request-ID: chosen-by-the-caller")

    found = re.search(r"(?im)^x-request-id: ([0-9a-f-]{32,36})\r?$", answer)
    assert found
    assert _comes(lambda: f'"{found[1]}"' in (proxied.served.project.folder / "log.txt").read_text())  # logged after it is sent


def test_the_service_says_itself_what_is_too_large(proxied: Proxied, tmp_path: Path) -> None:
    (tmp_path / "body").write_text("a" * 300_000)

    answer = proxied.get("/v1/ask", "--json", f"@{tmp_path / 'body'}")

    assert '"type":"too_large"' in answer
    assert answer.endswith("\n413")


def test_counters_are_not_read_from_outside(proxied: Proxied) -> None:
    assert proxied.get("/metrics", "--header", f"Authorization: Bearer {proxied.key}").endswith("\n404")


def test_events_come_as_they_are_made(proxied: Proxied) -> None:
    proxied.model.may_answer.clear()
    proxied.model.was_asked.clear()
    question = json.dumps({"question": f"Where do shoes stay? {time.monotonic_ns()}", "stream": True})
    with subprocess.Popen([*proxied.curl, f"{SITE}/v1/ask", "--json", question], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        assert process.stdout.readline() == "event: passages\n"  # the model has not answered, and does not until it is let
        assert proxied.model.was_asked.wait(SECONDS)
        proxied.model.may_answer.set()
        assert "event: answer\n" in process.stdout.readlines()
    assert proxied.model.was_let


def test_the_unit_is_one_that_systemd_understands(tmp_path: Path) -> None:
    if not shutil.which("systemd-analyze"):
        pytest.skip("systemd-analyze is not installed")
    unit = (DEPLOY / "policy-assistant.service").read_text(encoding="utf-8")
    path = tmp_path / "policy-assistant.service"
    path.write_text(unit.replace("/opt/policy-assistant/bin/policy-assistant", sys.executable), encoding="utf-8")

    done = subprocess.run(["systemd-analyze", "verify", str(path)], capture_output=True, text=True, timeout=SECONDS)

    assert (done.returncode, [line for line in done.stderr.splitlines() if path.name in line]) == (0, [])


def test_the_image_is_made_of_what_is_there() -> None:
    steps = [line.split() for line in (DEPLOY / "Containerfile").read_text(encoding="utf-8").splitlines() if line[:1].isupper()]
    copied = [source for name, *rest in steps if name == "COPY" and not rest[0].startswith("--") for source in rest[:-1]]

    assert "policy_assistant" in copied
    assert all((ROOT / source).exists() for source in copied)
    assert ["USER", "10001:10001"] in steps


def _nginx(folder: Path, port: int, service: str, certificate: Path, key: Path) -> list[str]:
    site = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    for before, after in (
        ("127.0.0.1:8470", service),
        ("listen 80;", f"listen 127.0.0.1:{_free_port()};"),
        ("listen 443 ssl", f"listen 127.0.0.1:{port} ssl"),
        ("/etc/ssl/certs/rules.example.com.pem", str(certificate)),
        ("/etc/ssl/private/rules.example.com.key", str(key)),
    ):
        assert before in site
        site = site.replace(before, after)
    paths = "".join(f"{name}_temp_path {folder / name};" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    main = f"daemon off; pid {folder / 'pid'}; error_log stderr; events {{}} http {{ access_log off; {paths} {site} }}"
    (folder / "nginx.conf").write_text(main, encoding="utf-8")
    return ["nginx", "-e", "stderr", "-c", str(folder / "nginx.conf")]


def _caddy(folder: Path, port: int, service: str, certificate: Path, key: Path) -> list[str]:
    site = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    head = f"rules.example.com {{\n\ttls {certificate} {key}\n\tbind 127.0.0.1\n"
    site = site.replace("rules.example.com {\n", head).replace("127.0.0.1:8470", service)
    options = f"{{\n\tadmin off\n\tauto_https disable_redirects\n\thttps_port {port}\n}}\n"
    (folder / "Caddyfile").write_text(options + site, encoding="utf-8")
    return ["caddy", "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]


def _certificate(folder: Path) -> tuple[Path, Path]:
    certificate, key = folder / "certificate.pem", folder / "key.pem"
    kind = ["-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"]
    name = ["-subj", "/CN=rules.example.com", "-addext", "subjectAltName=DNS:rules.example.com"]
    files = ["-keyout", str(key), "-out", str(certificate)]
    subprocess.run(["openssl", "req", *kind, *name, *files], check=True, capture_output=True, timeout=SECONDS)
    return certificate, key


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


def _wait_for(port: int, process: "subprocess.Popen[bytes]", log: Path) -> None:
    """Until somebody listens there."""

    def listens() -> bool:
        with socket.socket() as one:
            return process.poll() is not None or one.connect_ex(("127.0.0.1", port)) == 0

    assert _comes(listens), log.read_text()
    assert process.poll() is None, log.read_text()


def _comes(holds: Callable[[], bool]) -> bool:
    """Whether something holds sooner or later."""
    until = time.monotonic() + SECONDS
    while not holds():
        if time.monotonic() > until:
            return False
        time.sleep(0.05)
    return True
