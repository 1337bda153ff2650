"""Tokens of an OpenID provider, signed with real keys; the provider is a file, or a server on this machine."""

import base64
import contextlib
import hashlib
import hmac
import json
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from starlette.testclient import TestClient

from policy_assistant.errors import SettingsError
from policy_assistant.server import tokens
from policy_assistant.server.tokens import Tokens
from policy_assistant.settings_file import load_settings
from tests.project import Project
from tests.server.samples import client_of

ISSUER = "https://login.example.com"
RSA = rsa.generate_private_key(65_537, 2048)
EC = ec.generate_private_key(ec.SECP256R1())
EDWARDS = ed25519.Ed25519PrivateKey.generate()
OTHER = rsa.generate_private_key(65_537, 2048)
GROUPS = {"desk": ("staff",), "people": ("hr",), "directors": ("board",)}


def jwk(key: Any, algorithm: str, kid: str) -> dict[str, Any]:
    """A public key as providers publish it."""
    kinds = {"RS": jwt.algorithms.RSAAlgorithm, "ES": jwt.algorithms.ECAlgorithm, "Ed": jwt.algorithms.OKPAlgorithm}
    made: dict[str, Any] = kinds[algorithm[:2]].to_jwk(key.public_key(), as_dict=True)  # type: ignore[attr-defined]
    return made | {"kid": kid, "use": "sig", "alg": algorithm}


KEYS = {"keys": [jwk(RSA, "RS256", "rsa-1"), jwk(EC, "ES256", "ec-1"), jwk(EDWARDS, "EdDSA", "ed-1")]}


def token(key: Any = RSA, algorithm: str = "RS256", kid: str | None = "rsa-1", **changes: Any) -> str:
    """A good token, but for the changes; a claim that is None is left out."""
    claims = {"iss": ISSUER, "aud": "policy-assistant", "sub": "u-17", "exp": int(time.time()) + 600, "groups": ["desk"]} | changes
    claims = {name: value for name, value in claims.items() if value is not None}
    return jwt.encode(claims, key, algorithm, headers={"kid": kid} if kid else None)


@pytest.fixture
def provided(shared: Project) -> Iterator[TestClient]:
    """The service with a provider whose keys are in a file."""
    (shared.folder / "jwks.json").write_text(json.dumps(KEYS))
    with client_of(shared.folder, oidc_issuer=ISSUER, oidc_jwks="jwks.json", oidc_audiences=GROUPS) as client:
        yield client


def asked(client: TestClient, text: str) -> Any:
    """Status of a search, and the audience that it was for."""
    answer = client.post("/v1/search", json={"query": "goods"}, headers={"Authorization": f"Bearer {text}"})
    return answer.status_code, answer.json().get("audience")


@pytest.mark.parametrize(("key", "algorithm", "kid"), [(RSA, "RS256", "rsa-1"), (EC, "ES256", "ec-1"), (EDWARDS, "EdDSA", "ed-1")])
def test_tokens_that_count(provided: TestClient, key: Any, algorithm: str, kid: str) -> None:
    assert asked(provided, token(key, algorithm, kid)) == (200, "staff")


def test_groups_map_to_audiences(provided: TestClient) -> None:
    assert asked(provided, token(groups=["directors", "desk"])) == (200, "staff"), "in the order of the settings"
    assert asked(provided, token(groups=["directors"])) == (200, "board")
    assert asked(provided, token(groups="people")) == (200, "hr")
    assert asked(provided, token(aud=["other", "policy-assistant"])) == (200, "staff")
    listed = provided.get("/v1/documents", headers={"Authorization": f"Bearer {token(groups=['people'])}"}).json()["documents"]
    assert {document["access"] for document in listed} == {"public", "staff", "hr"}


@pytest.mark.parametrize("groups", [None, [], ["cleaners"], 7, {"desk": True}, [["desk"]], "Desk", "desk "])
def test_a_bearer_without_a_known_group_sees_nothing(provided: TestClient, groups: Any) -> None:
    """Not even what anonymous callers see."""
    assert asked(provided, token(groups=groups)) == (403, None)


def _unsigned(algorithm: str) -> str:
    parts = [{"alg": algorithm, "kid": "rsa-1", "typ": "JWT"}, jwt.decode(token(), options={"verify_signature": False})]
    return ".".join(_part(json.dumps(part).encode()) for part in parts) + "."


def _part(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def _signed_with_the_public_key(algorithm: str = "HS256") -> str:
    """Whoever takes the public key for a shared secret accepts this."""
    head = _unsigned(algorithm).rstrip(".")
    secret = RSA.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    return f"{head}.{_part(hmac.new(secret, head.encode(), hashlib.sha256).digest())}"


def _with_own_key() -> str:
    """Whoever takes the key from the token itself accepts this."""
    claims = jwt.decode(token(), options={"verify_signature": False})
    return jwt.encode(
        claims, OTHER, "RS256", headers={"kid": "rsa-1", "jwk": jwk(OTHER, "RS256", "rsa-1"), "jku": "http://127.0.0.1:1/keys"}
    )


def _tampered() -> str:
    head, body, signature = token().split(".")
    claims = json.loads(base64.urlsafe_b64decode(body + "==")) | {"groups": ["directors"]}
    return f"{head}.{_part(json.dumps(claims).encode())}.{signature}"


REFUSED = {
    "expired": token(exp=int(time.time()) - 60),
    "without an end": token(exp=None),
    "not yet": token(nbf=int(time.time()) + 600),
    "made in the future": token(iat=int(time.time()) + 600),
    "another issuer": token(iss="https://login.example.com.evil.example"),
    "no issuer": token(iss=None),
    "for others": token(aud="other"),
    "for nobody": token(aud=None),
    "of nobody": token(sub=None),
    "another key": token(OTHER),
    "unknown key": token(kid="rsa-9"),
    "no key named": token(kid=None),
    "key of another kind": token(EC, "ES256", "rsa-1"),
    "another algorithm": token(RSA, "RS512", "ec-1"),
    "alg none": _unsigned("none"),
    "alg None": _unsigned("None"),
    "alg empty": _unsigned(""),
    "signed with the public key": _signed_with_the_public_key(),
    "said to be signed otherwise": _signed_with_the_public_key("RS256"),
    "with its own key": _with_own_key(),
    "tampered": _tampered(),
    "no signature": token().rpartition(".")[0] + ".",
    "too long": token(name="x" * 8000),
    "half": token()[:40],
    "dots": "..",
    "no JSON": "e30.e30.e30",
    "deep": f"{_part(b'[' * 5000)}.e30.e30",
    "deep in an object": f"{_part(b'{' + b'%ca%c:' % (34, 34) + b'[' * 5000)}.e30.e30",
    "a list": f"{_part(b'[]')}.e30.e30",
    "an odd kid": f"{_part(json.dumps({'alg': 'RS256', 'kid': ['rsa-1']}).encode())}.e30.e30",
}


@pytest.mark.parametrize("kind", REFUSED)
def test_tokens_that_do_not_count(provided: TestClient, kind: str) -> None:
    answer = provided.post("/v1/search", json={"query": "goods"}, headers={"Authorization": f"Bearer {REFUSED[kind]}"})
    nonsense = provided.post("/v1/search", json={"query": "goods"}, headers={"Authorization": "Bearer nonsense"})
    assert answer.status_code == 401
    assert answer.content == nonsense.content


def test_clocks_may_differ_a_little(provided: TestClient) -> None:
    assert asked(provided, token(exp=int(time.time()) - 5)) == (200, "staff")


def test_a_provider_with_one_key_need_not_name_it(shared: Project) -> None:
    (shared.folder / "one.json").write_text(json.dumps({"keys": KEYS["keys"][:1]}))
    with client_of(shared.folder, oidc_issuer=ISSUER, oidc_jwks="one.json", oidc_audiences=GROUPS) as client:
        assert asked(client, token(kid=None)) == (200, "staff")


def test_keys_of_ours_count_beside_tokens(provided: TestClient, keys: Any) -> None:
    assert asked(provided, keys.texts["hr"]) == (200, "hr")


def test_without_a_provider_no_token_counts(client: TestClient) -> None:
    assert asked(client, token())[0] == 401


def test_the_log_and_the_feedback_tell_bearers_apart_without_naming_them(provided: TestClient) -> None:
    def who(subject: str) -> str:
        headers = {"Authorization": f"Bearer {token(sub=subject, name='Ann Onymous')}"}
        kept = provided.post("/v1/ask", json={"question": "goods"}, headers=headers).json()["kept"]
        given = provided.post("/v1/feedback", json={"answer": kept, "verdict": "right"}, headers=headers)
        return str(given.json()["who"])

    assert who("ann@example.com") == who("ann@example.com") != who("bob@example.com")
    assert who("ann@example.com").startswith("oidc:")
    assert "ann" not in who("ann@example.com").lower()


class Provider:
    """A provider's address for keys on 127.0.0.1; `keys` may change, None is an error of the server.

    While `goes_on` is not set a request is not answered; `asked` is set when one has come. With `slow` the headers or the body
    come a byte at a time, and end with `goes_on` only.
    """

    def __init__(self, keys: Any, slow: str = "") -> None:
        self.keys, self.requests, self.slow = keys, 0, slow
        self.asked, self.goes_on = threading.Event(), threading.Event()
        self.goes_on.set()
        provider = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                provider.requests += 1
                provider.asked.set()
                data = json.dumps(provider.keys).encode()
                if provider.slow:
                    start = b"X-Slow: " if provider.slow == "headers" else b"Content-Length: 100000\r\n\r\n"
                    self._trickle(b"HTTP/1.0 200 OK\r\n" + start)
                    return
                provider.goes_on.wait(60)
                if self.path == "/moved":
                    self.send_response(302)
                    self.send_header("Location", "/keys")
                    self.end_headers()
                    return
                self.send_response(200 if provider.keys else 500)
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def _trickle(self, start: bytes) -> None:
                with contextlib.suppress(OSError):
                    self.wfile.write(start)
                    for _ in range(3000):
                        self.wfile.write(b" ")
                        if provider.goes_on.wait(0.02):
                            break

            def log_message(self, *_: Any) -> None:
                return

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._http.server_port}/keys"

    @classmethod
    @contextmanager
    def serving(cls, keys: Any, slow: str = "") -> "Iterator[Provider]":
        provider = cls(keys, slow)
        thread = threading.Thread(target=provider._http.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield provider
        finally:
            provider.goes_on.set()
            provider._http.shutdown()
            thread.join()
            provider._http.server_close()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The seconds that have passed, to be changed."""
    passed, began = [0.0], time.monotonic()
    monkeypatch.setattr(tokens, "time", SimpleNamespace(monotonic=lambda: began + passed[0]))
    return passed


def test_keys_from_an_address_and_their_rotation(shared: Project, clock: list[float]) -> None:
    with Provider.serving(KEYS) as provider:
        checker = checker_of(shared, provider)
        assert checker.check(token())
        assert checker.check(token(EC, "ES256", "ec-1"))
        assert provider.requests == 1, "they are remembered"
        provider.keys = {"keys": [jwk(OTHER, "RS256", "rsa-2")]}
        for _ in range(5):
            assert checker.check(token(OTHER, kid="rsa-2")) is None
        assert provider.requests == 1, "tokens that anyone can make do not make us ask each time"
        clock[0] += tokens.RETRY_SECONDS + 1
        assert checker.check(token(OTHER, kid="rsa-2")), "a new key is asked for"
        assert provider.requests == 2
        assert checker.check(token()) is None, "the old one is gone"
        clock[0] += tokens.KEYS_SECONDS + 1
        provider.keys = None
        assert checker.check(token(OTHER, kid="rsa-2")), "what was known stays while the provider fails"
        assert provider.requests == 3


def test_a_provider_that_fails_is_not_asked_for_each_token(shared: Project, clock: list[float]) -> None:
    """Else anybody's tokens would keep all threads waiting for it."""
    with Provider.serving(None) as provider:
        checker = checker_of(shared, provider)
        assert [checker.check(token()) for _ in range(5)] == [None] * 5
        assert provider.requests == 1
        provider.keys = KEYS
        clock[0] += tokens.RETRY_SECONDS + 1
        assert checker.check(token())


def test_keys_that_have_moved_are_not_followed(shared: Project) -> None:
    """The address that was checked says where they are; a redirect may lead to one that anybody can answer from."""
    with Provider.serving(KEYS) as provider:
        provider.url = provider.url.replace("/keys", "/moved")
        assert checker_of(shared, provider).check(token()) is None
        assert provider.requests == 1


def checker_of(shared: Project, provider: Provider) -> Tokens:
    settings = load_settings(shared.folder)
    server = replace(settings.server, oidc_issuer=ISSUER, oidc_jwks=provider.url, oidc_audiences=GROUPS)
    return Tokens(replace(settings, server=server))


@pytest.mark.parametrize("slow", ["headers", "body"])
def test_a_provider_that_draws_out_its_answer_is_not_waited_for(shared: Project, monkeypatch: pytest.MonkeyPatch, slow: str) -> None:
    monkeypatch.setattr(tokens, "TIMEOUT_SECONDS", 0.2)
    with Provider.serving(KEYS, slow) as provider:
        provider.goes_on.clear()
        checker = checker_of(shared, provider)
        assert checker.check(token()) is None
        assert not provider.goes_on.is_set(), "it is still sending"
        if slow == "body":
            assert checker._reading
            checker._reading.join(30)
            assert not checker._reading.is_alive(), "the reading has ended all the same"


def test_tokens_of_known_keys_go_on_while_keys_are_read(shared: Project, clock: list[float], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tokens, "JOIN_SECONDS", 600)
    monkeypatch.setattr(tokens, "TIMEOUT_SECONDS", 600)
    with ThreadPoolExecutor(3) as pool, Provider.serving(KEYS) as provider:
        checker = checker_of(shared, provider)
        assert checker.check(token())
        clock[0] += tokens.RETRY_SECONDS + 1
        provider.asked.clear()
        provider.goes_on.clear()
        provider.keys = {"keys": [*KEYS["keys"], jwk(OTHER, "RS256", "rsa-2")]}
        new = pool.submit(checker.check, token(OTHER, kid="rsa-2"))
        assert provider.asked.wait(60)
        assert pool.submit(checker.check, token()).result(30)
        also_new = pool.submit(checker.check, token(OTHER, kid="rsa-2"))
        assert not new.done()
        provider.goes_on.set()
        assert new.result(60)
        assert also_new.result(60), "who comes meanwhile waits for the same reading"
        assert provider.requests == 2


def test_whoever_comes_while_keys_are_read_does_not_wait_for_long(
    shared: Project, clock: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tokens, "JOIN_SECONDS", 0.01)
    monkeypatch.setattr(tokens, "TIMEOUT_SECONDS", 30)
    with Provider.serving(KEYS) as provider, ThreadPoolExecutor(1) as pool:
        provider.goes_on.clear()
        checker = checker_of(shared, provider)
        first = pool.submit(checker.check, token())
        assert provider.asked.wait(60)
        assert checker.check(token()) is None
        assert not first.done()
        provider.goes_on.set()
        assert first.result(60)


@pytest.mark.parametrize(("use", "counts"), [("sig", True), (None, True), ("enc", False), ("", False), (["sig"], False)])
def test_keys_for_other_uses_sign_nothing(shared: Project, use: Any, counts: bool) -> None:
    key = {name: value for name, value in jwk(RSA, "RS256", "rsa-1").items() if name != "use"} | ({} if use is None else {"use": use})
    (shared.folder / "use.json").write_text(json.dumps({"keys": [key, jwk(EC, "ES256", "ec-1")]}))
    with client_of(shared.folder, oidc_issuer=ISSUER, oidc_jwks="use.json", oidc_audiences=GROUPS) as client:
        assert asked(client, token())[0] == (200 if counts else 401)
        assert asked(client, token(EC, "ES256", "ec-1"))[0] == 200
        assert asked(client, token(EC, "ES256", None))[0] == (401 if counts else 200), "the only one for signing need not be named"


@pytest.mark.parametrize(
    ("claims", "name"),
    [
        ({"name": "Zoë Ångström"}, "Zoë Ångström"),
        ({"name": " Ann\r\nINFO all is well\x1b[2J\u202e\0 "}, "Ann INFO all is well [2J"),
        ({"name": "x" * 79 + " yz"}, "x" * 79),
        ({"name": "\u200b\n", "preferred_username": "ann"}, "ann"),
        ({"name": ["Ann"], "preferred_username": 7}, "u-17"),
        ({"sub": "\n"}, ""),
    ],
)
def test_the_name_of_a_bearer_is_one_printable_line(shared: Project, claims: dict[str, Any], name: str) -> None:
    with Provider.serving(KEYS) as provider:
        bearer = checker_of(shared, provider).check(token(**claims))
    assert bearer
    assert bearer.name == name
    assert len(bearer.name) <= 80


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b'{"keys": []}', b'{"keys": [{"kty": "oct", "k": "c2VjcmV0"}]}', b"[" * 200_000])
def test_keys_that_are_none(shared: Project, data: bytes) -> None:
    (shared.folder / "bad.json").write_bytes(data)
    with client_of(shared.folder, oidc_issuer=ISSUER, oidc_jwks="bad.json", oidc_audiences=GROUPS) as client:
        assert asked(client, token())[0] == 401
        assert client.post("/v1/search", json={"query": "goods"}).status_code == 200, "who shows no token is not held up"


def test_a_shared_secret_among_the_keys_signs_nothing(shared: Project) -> None:
    """A provider must not publish one; if it does, anyone could sign with it."""
    secret = _part(b"s" * 32)
    (shared.folder / "secret.json").write_text(json.dumps({"keys": [{"kty": "oct", "kid": "s", "k": secret, "alg": "HS256"}]}))
    with client_of(shared.folder, oidc_issuer=ISSUER, oidc_jwks="secret.json", oidc_audiences=GROUPS) as client:
        assert asked(client, token("s" * 32, "HS256", "s"))[0] == 401


@pytest.mark.parametrize(
    "place", ["http://login.example.com/keys", "file:///etc/passwd", "ftp://127.0.0.1/keys", "http://127.0.0.1.evil.example/"]
)
def test_addresses_that_are_not_asked(shared: Project, place: str) -> None:
    settings = load_settings(shared.folder)
    with pytest.raises(SettingsError, match="neither a file nor an https address"):
        Tokens(replace(settings, server=replace(settings.server, oidc_issuer=ISSUER, oidc_jwks=place)))


def test_a_file_that_is_missing(shared: Project, folder: Path) -> None:
    with client_of(shared.folder, oidc_issuer=ISSUER, oidc_jwks=str(folder / "none.json"), oidc_audiences=GROUPS) as client:
        assert asked(client, token())[0] == 401
