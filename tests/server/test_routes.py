"""What each route gives, and how it refuses."""

import json
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.project import Project
from tests.server.samples import FRENCH, QUESTION, RETURNS_2, Keys, app_of, client_of
from tests.server.ways import routes_of

JSON = {"content-type": "application/json"}


@pytest.fixture
def board(keys: Keys) -> dict[str, str]:
    return keys.headers("board")


def error_of(answer: Any) -> dict[str, Any]:
    """The error in an answer, which has the one shape."""
    assert list(answer.json()) == ["error"], answer.text
    error: dict[str, Any] = answer.json()["error"]
    assert list(error) == ["type", "message", "hint", "code", "param"]
    assert error["code"] == answer.status_code
    assert error["message"]
    return error


def test_search(client: TestClient) -> None:
    found = client.post("/v1/search", json={"query": QUESTION}).json()
    assert [hit["rank"] for hit in found["hits"]] == [1, 2, 3]
    hit = next(hit for hit in found["hits"] if "Unused" in hit["text"])
    assert (hit["version"], hit["sections"], hit["access"]) == ("2", ["Return window"], "public")
    assert "45 days" in hit["text"]
    assert (found["as_of"], found["audience"], found["method"]) == ("2026-10-09", "public", "keywords")


@pytest.mark.parametrize(("as_of", "versions"), [("2026-05-01", {"1"}), ("2026-10-09", {"2"}), ("none", {"1", "2"})])
def test_the_day_decides(client: TestClient, as_of: str, versions: set[str]) -> None:
    found = client.post("/v1/search", json={"query": QUESTION, "as_of": as_of}).json()
    assert {hit["version"] for hit in found["hits"] if hit["doc_id"] == "returns"} == versions


def test_ask(client: TestClient) -> None:
    answer = client.post("/v1/ask", json={"question": QUESTION, "as_of": "2026-05-01"}).json()
    assert answer["answerable"]
    assert answer["answer"] == "Unused goods may be sent back within 30 days."
    (claim,) = answer["claims"]
    assert (claim["ok"], claim["citations"][0]["quote"]) == (True, "Unused goods may be sent back within 30 days.")
    kept = client.get(f"/v1/answers/{answer['kept']}").json()
    assert (kept["id"], kept["text"], kept["question"]) == (answer["kept"], answer["answer"], QUESTION)
    assert "number" not in kept


def test_a_kept_answer_has_to_be_named_in_full(client: TestClient, board: dict[str, str]) -> None:
    """Otherwise its ID could be guessed, digit by digit."""
    kept = client.post("/v1/ask", json={"question": QUESTION}).json()["kept"]
    assert client.get(f"/v1/answers/{kept}", headers=board).status_code == 200
    assert client.get(f"/v1/answers/{kept[:11]}", headers=board).status_code == 404


def test_a_question_that_the_documents_do_not_answer(client: TestClient) -> None:
    answer = client.post("/v1/ask", json={"question": "Who feeds the parrot?"}).json()
    assert (answer["answerable"], answer["answer"], answer["claims"]) == (False, "The documents do not say.", [])


def test_french(client: TestClient) -> None:
    answer = client.post("/v1/ask", json={"question": FRENCH}).json()
    assert (answer["answer"], answer["language"]) == ("Les commandes sont livrées en 3 jours ouvrés à Besançon.", "fr")
    raw = client.post("/v1/search", content=json.dumps({"query": FRENCH}, ensure_ascii=False).encode(), headers=JSON)
    assert "Besançon" in raw.content.decode()


def test_where(client: TestClient, board: dict[str, str]) -> None:
    found = client.post("/v1/where", json={"query": "delivery fee of an order"}, headers=board).json()
    hit = found["hits"][0]
    assert (hit["path"], hit["name"], hit["start_line"], hit["stale"]) == ("shop/bilby.py", "bilby_fee", 4, False)


def test_documents(client: TestClient) -> None:
    found = client.get("/v1/documents?as_of=2026-05-01").json()["documents"]
    assert [(d["doc_id"], d["version"], d["versions"], d["is_in_force"]) for d in found] == [
        ("livraison", "1", 1, True),
        ("returns", "1", 2, True),
    ]
    french = client.get("/v1/documents?language=fr").json()["documents"]
    assert [d["title"] for d in french] == ["Délais de livraison"]


def test_versions(client: TestClient) -> None:
    found = client.get("/v1/documents/returns/versions").json()
    assert [(v["version"], v["effective_from"], v["effective_to"], v["is_in_force"]) for v in found["versions"]] == [
        ("1", "", "2026-06-30", False),
        ("2", "2026-07-01", "", True),
    ]


def test_a_passage(client: TestClient) -> None:
    hit = client.post("/v1/search", json={"query": QUESTION}).json()["hits"][0]
    passage = client.get(f"/v1/chunks/{hit['id']}").json()
    assert {name: passage[name] for name in ("id", "text", "doc_id", "start", "end")} == {
        name: hit[name] for name in ("id", "text", "doc_id", "start", "end")
    }
    assert passage["hash"].startswith(hit["id"])


def test_a_source_is_the_file_byte_for_byte(client: TestClient, shared: Project) -> None:
    answer = client.get("/v1/sources/returns?version=1")
    assert answer.content == (shared.documents / "returns-1.md").read_bytes()
    assert answer.headers["content-type"] == "text/markdown; charset=utf-8"
    assert answer.headers["content-disposition"] == "attachment; filename*=UTF-8''returns-1.md"
    assert answer.headers["content-security-policy"] == "default-src 'none'; sandbox"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert b"45 days" in client.get("/v1/sources/returns").content
    assert b"30 days" in client.get("/v1/sources/returns?as_of=2026-01-01").content


def test_a_difference(client: TestClient) -> None:
    found = client.get("/v1/diff?doc_id=returns&before=1&after=2").json()
    (section,) = found["sections"]
    assert (section["section"], section["changes"][0]["words"]) == ("Return window", [{"before": "30", "after": "45"}])
    assert found["unchanged"] == 1


def test_access(client: TestClient, board: dict[str, str]) -> None:
    found = client.get("/v1/access?doc_id=quokka-goodwill&audience=public", headers=board).json()
    assert {version["is_visible"] for version in found["versions"]} == {False}
    found = client.get("/v1/access?doc_id=quokka-goodwill&audience=board", headers=board).json()
    assert found["labels"]["staff"] == ["board", "hr", "staff"]


def test_feedback(client: TestClient, board: dict[str, str], keys: Keys) -> None:
    kept = client.post("/v1/ask", json={"question": QUESTION}).json()["kept"]
    body = {"answer": kept, "verdict": "right", "comment": "Très bien"}
    given = client.post("/v1/feedback", json=body, headers=keys.headers("staff"))
    assert given.status_code == 201
    assert (given.json()["answer"], given.json()["verdict"], given.json()["comment"]) == (kept, "right", "Très bien")
    assert given.json() in client.get("/v1/feedback", headers=board).json()["feedback"]


def test_audit_and_seen_marks(folder: Path) -> None:
    from tests.server.samples import make_project

    project = make_project(folder, hidden=())
    keys = Keys.make(folder)
    headers = keys.headers("public")
    with client_of(folder) as client:
        client.post("/v1/ask", json={"question": QUESTION})
        assert client.get("/v1/audit", headers=headers).json()["findings"] == []
        path = project.documents / "returns-2.md"
        path.write_text(path.read_text().replace("45 days", "60 days"))
        project.ingest()
        (finding,) = client.get("/v1/audit", headers=headers).json()["findings"]
        assert (finding["doc_id"], finding["seen"], finding["owner"]) == ("returns", None, "Service desk")
        marks, board = {"marks": [finding["mark"], "0" * 64]}, keys.headers("board")
        assert client.post("/v1/audit/seen", json=marks, headers=board).json() == {"marked": 1}
        seen = client.get("/v1/audit", headers=headers).json()["findings"][0]["seen"]
        assert seen["who"] == keys.texts["board"].split("_")[1], "others see the mark"
        client.post("/v1/audit/seen", json=marks | {"seen": False}, headers=board)
        assert client.get("/v1/audit", headers=headers).json()["findings"][0]["seen"] is None
        assert client.get("/v1/audit?until=2020-01-01", headers=headers).json()["answers"] == 0


@pytest.mark.parametrize("label", ["public", "hr"])
@pytest.mark.parametrize("seen", [True, False])
def test_only_callers_who_see_everything_mark(client: TestClient, keys: Keys, label: str, seen: bool) -> None:
    """A mark hides a finding from those who rely on the list."""
    answer = client.post("/v1/audit/seen", json={"marks": ["0" * 64], "seen": seen}, headers=keys.headers(label))
    assert (answer.status_code, answer.json()["error"]["type"]) == (403, "not_allowed")


@pytest.mark.parametrize("until", ["9999-12-31", "0001-01-01"])
def test_any_day_may_end_an_audit(client: TestClient, board: dict[str, str], until: str) -> None:
    assert client.get(f"/v1/audit?until={until}", headers=board).status_code == 200


def test_health(client: TestClient, board: dict[str, str]) -> None:
    assert client.get("/healthz").json() == {"status": "ok"}
    assert client.get("/readyz").json() == {"status": "ready"}
    counted = client.get("/metrics", headers=board)
    assert counted.headers["content-type"].startswith("text/plain; version=0.0.4")
    assert 'policy_assistant_requests_total{method="GET",route="/readyz",status="200"}' in counted.text


REFUSED: list[tuple[str, str, Any, int, str, str]] = [
    ("POST", "/v1/search", {"query": ""}, 422, "not_well_formed", "query: string should have at least 1 character"),
    ("POST", "/v1/search", {}, 422, "not_well_formed", "query: field required"),
    ("POST", "/v1/search", {"query": "x", "kk": 1}, 422, "not_well_formed", "kk: extra inputs are not permitted"),
    ("POST", "/v1/search", {"query": "x", "k": 0}, 422, "not_well_formed", "k: input should be greater than or equal to 1"),
    ("POST", "/v1/search", {"query": "x", "k": 51}, 400, "usage", "k is 51; allowed: 1 to 50"),
    ("POST", "/v1/search", {"query": "x", "method": "magic"}, 422, "not_well_formed", "method: input should be"),
    ("POST", "/v1/search", {"query": "x", "method": "baseline"}, 422, "not_well_formed", "method: input should be"),
    ("POST", "/v1/search", {"query": "x", "method": "dense"}, 400, "usage", "the method 'dense' needs vectors"),
    ("POST", "/v1/search", {"query": "x", "in": "mail"}, 422, "not_well_formed", "in: input should be"),
    ("POST", "/v1/search", {"query": "x", "as_of": "yesterday"}, 422, "not_well_formed", "as_of: string should match pattern"),
    ("POST", "/v1/search", {"query": "x", "as_of": "2026-02-31"}, 400, "usage", "date '2026-02-31' is not"),
    ("POST", "/v1/search", {"query": "x", "audience": "board"}, 403, "not_allowed", "the audience 'board' is not one of yours"),
    ("POST", "/v1/search", {"query": "x" * 2001}, 400, "usage", "the question has 2,001 characters; allowed: 2,000"),
    ("POST", "/v1/ask", {"question": "x" * 2001}, 400, "usage", "the question has 2,001 characters; allowed: 2,000"),
    ("POST", "/v1/ask", {"question": "x" * 2001, "stream": True}, 400, "usage", "the question has 2,001 characters; allowed: 2,000"),
    ("POST", "/v1/ask", {"question": "x", "as_of": "none"}, 422, "not_well_formed", "as_of: string should match pattern"),
    ("POST", "/v1/where", {"query": "x", "method": "rerank"}, 422, "not_well_formed", "method: input should be"),
    ("POST", "/v1/where", {"query": "x" * 2001}, 400, "usage", "the question has 2,001 characters"),
    ("GET", "/v1/documents?as_of=none", None, 422, "not_well_formed", "as_of: string should match pattern"),
    ("GET", "/v1/documents?audience=board", None, 403, "not_allowed", "the audience 'board' is not one of yours"),
    ("GET", "/v1/documents/nothing/versions", None, 404, "not_found", "no document 'nothing'"),
    ("GET", "/v1/documents/%00/versions", None, 404, "not_found", "no document"),
    ("GET", f"/v1/documents/{'x' * 501}/versions", None, 422, "not_well_formed", "doc_id: string should have at most 500 characters"),
    ("GET", "/v1/chunks/0123456789ab", None, 404, "not_found", "no passage '0123456789ab'"),
    ("GET", "/v1/chunks/%27%20OR%201=1", None, 404, "not_found", "no passage"),
    ("GET", "/v1/sources/..%2F..%2Fetc%2Fpasswd", None, 404, "not_found", "no document '../../etc/passwd'"),
    ("GET", "/v1/sources/returns?version=3", None, 404, "not_found", "no version '3' of 'returns'"),
    ("GET", "/v1/diff?doc_id=returns&before=1", None, 422, "not_well_formed", "after: field required"),
    ("GET", "/v1/diff?doc_id=returns&before=1&after=1", None, 400, "usage", "both are version '1'"),
    ("GET", "/v1/diff?doc_id=returns&before=1&after=9", None, 404, "not_found", "no version '9'"),
    ("GET", "/v1/access?doc_id=returns&audience=public", None, 401, "unknown_caller", "a key is needed here"),
    ("GET", "/v1/audit", None, 401, "unknown_caller", "a key is needed here"),
    ("GET", "/v1/audit?since=soon", None, 422, "not_well_formed", "since: string should match pattern"),
    ("POST", "/v1/audit/seen", {"marks": ["0" * 64]}, 401, "unknown_caller", "a key is needed here"),
    ("POST", "/v1/audit/seen", {"marks": ["0"]}, 422, "not_well_formed", "marks.0: string should match pattern"),
    ("GET", "/v1/feedback", None, 401, "unknown_caller", "a key is needed here"),
    ("GET", "/metrics", None, 401, "unknown_caller", "a key is needed here"),
    ("POST", "/v1/feedback", {"answer": "0" * 12, "verdict": "right"}, 404, "not_found", "no kept answer has the ID"),
    ("POST", "/v1/feedback", {"answer": "0" * 12, "verdict": "so-so"}, 422, "not_well_formed", "verdict: input should be"),
    (
        "POST",
        "/v1/feedback",
        {"answer": "0" * 12, "verdict": "right", "comment": "x" * 2001},
        422,
        "not_well_formed",
        "comment: string should",
    ),
    ("GET", "/v1/answers/0123456789ab", None, 404, "not_found", "no kept answer has the ID"),
    ("GET", "/v1/answers/0", None, 404, "not_found", "no kept answer has the ID"),
    ("GET", "/v1/nothing", None, 404, "not_found", "not found"),
    ("GET", "/v1/search", None, 405, "method_not_allowed", "method not allowed"),
    ("OPTIONS", "/v1/search", None, 405, "method_not_allowed", "method not allowed"),
    ("DELETE", "/v1/documents", None, 405, "method_not_allowed", "method not allowed"),
]


@pytest.mark.parametrize(("method", "url", "body", "status", "kind", "message"), REFUSED)
def test_refused(client: TestClient, method: str, url: str, body: Any, status: int, kind: str, message: str) -> None:
    answer = client.request(method, url, json=body) if body is not None else client.request(method, url)
    error = error_of(answer)
    assert (answer.status_code, error["type"]) == (status, kind), error
    assert error["message"].startswith(message)
    assert not [line for line in answer.text.splitlines() if "Traceback" in line or "/work" in line]
    assert ("www-authenticate" in answer.headers) == (status == 401)


@pytest.mark.parametrize(
    ("data", "status", "message"),
    [
        (b"", 422, "field required"),
        (b"{", 422, "json decode error"),
        (b"\xff\xfe", 422, "json decode error"),
        (b"null", 422, "input should be"),
        (b"[]", 422, "input should be"),
        (b"[" * 100_000, 400, "there was an error parsing the body"),
        (b'{"query": NaN}', 422, "query: input should be a valid string"),
        (b'{"query": "x", "k": 1e999}', 422, "k: input should be a finite number"),
        (b'{"query": "x", "k": 1.5}', 422, "k: input should be a valid integer"),
        (b'{"query": "\\ud800"}', 422, "query: input should be a valid string, unable to parse"),
        (b'{"query": "x", "\\ud800": 1}', 422, "input should be a valid string, unable to parse"),
        (b'{"query": "x", "audience": "\\ud800"}', 422, "audience: input should be a valid string"),
        (b'{"query": "x", "audience": "\\u0000"}', 403, "the audience '\\x00' is not one of yours"),
        (b'{"query": "x", "' + b"y" * 100_000 + b'": 1}', 422, "y" * 100 + ": extra inputs"),
    ],
)
def test_bodies_that_are_no_bodies(client: TestClient, data: bytes, status: int, message: str) -> None:
    answer = client.post("/v1/search", content=data, headers=JSON)
    assert answer.status_code == status, answer.text
    assert error_of(answer)["message"].lower().startswith(message)
    assert len(answer.content) < 1000


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"])
def test_a_body_of_another_kind_is_no_body(client: TestClient, kind: str) -> None:
    """So that no form of another site can ask with a cookie."""
    answer = client.post("/v1/search", content=b'{"query": "x"}', headers={"content-type": kind})
    assert (answer.status_code, error_of(answer)["type"]) == (422, "not_well_formed")


@pytest.mark.parametrize(
    "text", ["\0", "a\0b", '"', "?" * 2000, "é" * 2000, "AND OR NOT NEAR(", "' OR 1=1 --", "\u202e\u2028\x85", "🦘" * 2000, "{{7*7}}"]
)
def test_any_text_may_be_asked(client: TestClient, board: dict[str, str], text: str) -> None:
    for url, name in (("/v1/search", "query"), ("/v1/where", "query"), ("/v1/ask", "question")):
        answer = client.post(url, json={name: text}, headers=board)
        assert answer.status_code == 200, answer.text
        assert answer.json()[name] == text
    kept = client.get(f"/v1/answers/{answer.json()['kept']}", headers=board)
    assert kept.json()["question"] == text


def test_a_half_of_a_character_in_a_chat(client: TestClient) -> None:
    """Fields that are read more loosely must not break what is kept: whoever reads it would get a fault."""
    data = b'{"model": "policy-assistant", "messages": [{"role": "user", "content": [{"type": "text", "text": "a \\ud800 b"}]}]}'
    answer = client.post("/v1/chat/completions", content=data, headers=JSON)
    assert (answer.status_code, error_of(answer)["message"]) == (400, "the question holds half of a character")


def test_request_ids(client: TestClient) -> None:
    def named(text: str | bytes) -> str:
        return str(
            client.get("/healthz", headers={b"X-Request-ID": text if isinstance(text, bytes) else text.encode()}).headers["x-request-id"]
        )

    assert named("desk-7_a.B") == "desk-7_a.B"
    assert named("x" * 64) == "x" * 64
    made = [named(text) for text in ("x" * 65, "a b", "a;b", "é".encode(), "<script>", "a\tb", "")]
    assert all(len(name) == 16 and set(name) <= set("0123456789abcdef") for name in made)
    assert len(set(made)) == len(made)


def test_every_answer_has_an_id_and_the_headers(client: TestClient) -> None:
    answers = [
        client.get("/healthz"),
        client.get("/v1/nothing"),
        client.get("/v1/audit"),
        client.post("/v1/search", content=b"x" * 300_000),
    ]
    for answer in answers:
        assert answer.headers["x-request-id"]
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["cache-control"] == "no-store"
        assert "unsafe" not in answer.headers["content-security-policy"]
        assert "server" not in answer.headers


def test_bodies_have_a_limit(client: TestClient) -> None:
    for content in (b"x" * 256_001, iter([b"x" * 64_000] * 5)):
        answer = client.post("/v1/search", content=content, headers=JSON)
        assert (answer.status_code, error_of(answer)["type"]) == (413, "too_large"), answer.text
        assert "256,000" in answer.text


def test_limits_are_settings(shared: Project) -> None:
    with client_of(shared.folder, max_question=10, max_k=2, max_body_kb=1) as client:
        assert error_of(client.post("/v1/search", json={"query": "x" * 11}))["message"].endswith("allowed: 10")
        assert error_of(client.post("/v1/search", json={"query": "x", "k": 3}))["message"] == "k is 3; allowed: 1 to 2"
        assert client.post("/v1/search", json={"query": "returns"}).status_code == 200, "the usual k is not more than allowed"
        assert client.post("/v1/search", json={"query": "x" * 1000}).status_code == 413


def test_heads(client: TestClient, board: dict[str, str]) -> None:
    """As `GET`, without a body."""
    for url in ("/healthz", "/readyz", "/v1/documents", "/v1/sources/returns", "/openapi.json"):
        answer, whole = client.head(url), client.get(url)
        assert (answer.status_code, answer.content) == (200, b""), url
        assert answer.headers["content-length"] == whole.headers["content-length"]
    assert client.head("/v1/search").status_code == 405
    assert client.head("/v1/sources/nothing").status_code == 404


def test_methods_that_are_allowed_are_named(client: TestClient) -> None:
    assert client.get("/v1/search").headers["allow"] == "POST"


def test_a_repeated_question_is_remembered(client: TestClient, board: dict[str, str]) -> None:
    body = {"question": "Is the money paid back within 14 days?"}
    one, two = (client.post("/v1/ask", json=body, headers=board).json() for _ in range(2))
    assert one == two
    searches = [client.post("/v1/search", json={"query": "paid back"}, headers=board).text for _ in range(3)]
    assert len(set(searches)) == 1
    counted = client.get("/metrics", headers=board).text
    assert 'policy_assistant_remembered_total{outcome="hit",what="ask"}' in counted


def test_openapi_names_every_route_and_its_errors(client: TestClient, shared: Project) -> None:
    document = client.get("/openapi.json").json()
    listed = {(method.upper(), path) for path, item in document["paths"].items() for method in item}
    routes = {(method, path.replace(":path", "")) for method, path in routes_of(app_of(shared.folder)) if path != "/openapi.json"}
    assert listed == {route for route in routes if not route[1].startswith("/mcp")}
    for path, item in document["paths"].items():
        for method, operation in item.items():
            assert operation["summary"], (method, path)
            assert operation.get("description"), (method, path)
    examples = json.dumps(document["components"]["schemas"]["SearchBody"])
    assert '"examples"' in examples


def test_the_documents_of_the_samples_are_what_the_tests_think(shared: Project) -> None:
    assert RETURNS_2.split("\n")[2] in (shared.documents / "returns-2.md").read_text()


def test_the_model_is_there_for_clients_that_look(client: TestClient) -> None:
    assert client.get("/v1/models/policy-assistant").json()["id"] == "policy-assistant"
    assert client.get("/v1/models/gpt").status_code == 404


def test_a_body_without_its_content_type_is_told_so(client: TestClient) -> None:
    answer = client.post("/v1/ask", content=b'{"question": "x?"}')
    assert (answer.status_code, "Content-Type: application/json" in answer.json()["error"]["message"]) == (422, True)


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "/v1/ask", {"question": "   "}),
        ("POST", "/v1/ask", {"question": "x?", "as_of": "2026-02-30"}),
        ("POST", "/v1/search", {"query": " "}),
        ("GET", "/v1/answers/000000000000", None),
    ],
)
def test_no_advice_for_the_command_line(client: TestClient, method: str, path: str, body: dict[str, str] | None) -> None:
    answer = client.request(method, path, json=body)
    assert answer.status_code in (400, 404)
    assert "--" not in answer.text
    assert "policy-assistant " not in answer.text
