"""The service keeps what its OpenAPI document promises: requests made from the document, good ones and bad ones."""

from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.config import SchemathesisConfig
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.server.house import House, send
from tests.server.samples import HIDDEN, Keys, Running, client_of
from tests.server.ways import WAYS, Route

EXAMPLES = 15
"""Requests an operation and caller; those with something wrong in them are among them."""

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]


@pytest.fixture(scope="session")
def contract(running: Running) -> Any:
    """The document, as the service gives it."""
    return schemathesis.openapi.from_url(f"{running.address}/openapi.json", config=SchemathesisConfig())


@pytest.mark.parametrize("label", ["anonymous", "board"])
@pytest.mark.parametrize("route", [route for route in WAYS if route[1] != "/openapi.json"], ids=" ".join)
def test_the_document_is_true(contract: Any, keys: Keys, route: Route, label: str) -> None:
    operation = contract[route[1].replace(":path", "")][route[0]]

    @given(case=st.one_of(operation.as_strategy(), operation.as_strategy(GenerationMode.NEGATIVE)))
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def holds(case: Any) -> None:
        case.call_and_validate(headers=keys.headers(label), checks=CHECKS, timeout=30)

    holds()


@pytest.mark.parametrize("route", [route for route in WAYS if route[1] != "/openapi.json"], ids=" ".join)
def test_full_answers_have_the_shape_that_is_promised(house: House, route: Route) -> None:
    """Requests about what is there: those above rarely meet an ID."""
    with client_of(house.project.folder) as client:
        document = client.get("/openapi.json").json()
        promised = document["paths"][route[1].replace(":path", "")][route[0].lower()]["responses"]
        for hidden in HIDDEN[1:]:
            for way in WAYS[route](house.named(hidden)):
                for caller in ("board", "staff", "anonymous"):
                    answer = send(client, house, route, way, caller)
                    assert str(answer.status_code) in promised, way
                    kind = answer.headers["content-type"].split(";")[0]
                    content = promised[str(answer.status_code)]["content"]
                    assert kind in content or "application/octet-stream" in content, way
                    if kind == "application/json":
                        jsonschema.validate(answer.json(), content[kind]["schema"] | {"components": document["components"]})
