"""The page about the HTTP routes, from the OpenAPI document of the service."""

import json
import re
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from policy_assistant.server.app import create_app
from policy_assistant.settings import Settings

Schema = Mapping[str, Any]

EVERYWHERE = frozenset({"400", "401", "403", "413", "422", "503"})
"""Errors that nearly all routes may answer with: the introduction names them once."""

DAYS = {
    r"^([0-9]{4}-[0-9]{2}-[0-9]{2})?$": "YYYY-MM-DD or empty",
}
"""Patterns in words, where the field does not say them itself."""

INTRO = """Programs read the same from `/openapi.json` of a running service. What the routes do is shown in the guide [HTTP API](../guides/api.md);
who may ask what in [the service](../guides/service.md#who-asks). Limits that `[server]` sets (`max_question`, `max_k`, `max_body_kb`) hold
beside those that are named here.

A field without a default has to be given; fields that are not named here are refused, except by `/v1/chat/completions`. Every answer has
the header `X-Request-ID`. `/mcp` is described in [MCP](../guides/mcp.md), the page in [the page](../guides/page.md).
"""


def http_page(notice: str) -> str:
    """All routes with their fields and errors, then the objects that they answer with."""
    with tempfile.TemporaryDirectory() as folder:
        document = create_app(Settings(Path(folder))).openapi()
    parts = [f"# HTTP routes\n\n{notice}\n{INTRO}", _errors(document)]
    tag = ""
    for path, method, route in _routes(document):
        if route["tags"][0] != tag:
            tag = route["tags"][0]
            parts.append(f"## {tag[0].upper()}{tag[1:]}\n")
        parts.append(_route(document, path, method, route))
    parts.append("## Objects\n\nWhat the fields mean is in [fields](fields.md).\n")
    parts += [_object(name, schema) for name, schema in document["components"]["schemas"].items() if _is_answered(name)]
    return "\n".join(parts)


def _routes(document: Schema) -> Iterator[tuple[str, str, Schema]]:
    for path, methods in document["paths"].items():
        for method, route in methods.items():
            yield path, method.upper(), route


def _errors(document: Schema) -> str:
    """The one shape of errors, and what each status means."""
    meanings = {status: answer["description"] for _, _, route in _routes(document) for status, answer in route["responses"].items()}
    rows = [f"| {status} | {meanings[status]} |" for status in sorted(meanings) if status >= "400"]
    shape = "`" + '{"error": {"type", "message", "hint", "code", "param"}}' + "`"
    types = "`type` is the name of an [error](errors.md) without `Error`, such as `not_found`, or `not_well_formed`;"
    about = f"An error is {shape}: {types} `code` is the status, `param` the field that is wrong or null."
    return "\n".join(["## Errors\n", f"{about}\n", "| status | meaning |", "| --- | --- |", *rows]) + "\n"


def _route(document: Schema, path: str, method: str, route: Schema) -> str:
    parts = [f"### {method} {path}\n", f"{_text(route['description'])}\n"]
    rows = [*_parameters(route), *_body(document, route)]
    if rows:
        parts += ["| field | where | type | default | meaning |", "| --- | --- | --- | --- | --- |", *rows, ""]
    others = [status for status in route["responses"] if status >= "400" and status not in EVERYWHERE]
    common = "the usual errors" if any(status in EVERYWHERE for status in route["responses"]) else ""
    errors = " and ".join(filter(None, [*others, common]))
    parts.append(f"Answers with {_answers(route)}{f'; errors: {errors}' if errors else ''}.\n")
    return "\n".join(parts)


def _answers(route: Schema) -> str:
    """What a route answers with where nothing is wrong."""
    found = []
    for status, answer in route["responses"].items():
        for kind, content in answer.get("content", {}).items() if status < "400" else ():
            name = _name(content.get("schema", {}))
            what = f"[{name}](#{name.lower()})" if name else f"`{kind}`"
            found.append(f"{what} ({status})" if status != "200" else what)
    return " or ".join(found)


def _parameters(route: Schema) -> Iterator[str]:
    for parameter in route.get("parameters", ()):
        schema = parameter["schema"]
        default = "" if parameter["required"] else _default(schema)
        yield _row(parameter["name"], parameter["in"], schema, default)


def _body(document: Schema, route: Schema) -> Iterator[str]:
    """The fields of what is sent; those of objects in it follow as `outer.inner`."""
    if "requestBody" not in route:
        return
    content = route["requestBody"]["content"]["application/json"]["schema"]
    yield from _fields(document["components"]["schemas"], _name(content), "")


def _fields(schemas: Schema, name: str, within: str) -> Iterator[str]:
    schema = schemas[name]
    for field, its in schema["properties"].items():
        default = "" if field in schema.get("required", ()) else _default(its)
        yield _row(f"{within}{field}", "body", its, default)
        inner = next((_name(part) for part in (its, its.get("items", {}), *its.get("anyOf", ())) if _name(part)), "")
        if inner:
            yield from _fields(schemas, inner, f"{within}{field}.")


def _row(name: str, where: str, schema: Schema, default: str) -> str:
    words = [_text(schema.get("description", "")), _limits(schema)]
    return f"| `{name}` | {where} | {_type(schema)} | {default} | {' '.join(word for word in words if word)} |"


def _object(name: str, schema: Schema) -> str:
    """An object; the meanings of most fields are in fields.md, so that a column for them would be empty."""
    rows = []
    for field, its in schema["properties"].items():
        about = f": {_text(its['description'])}" if "description" in its else ""
        rows.append(f"| `{field}` | {_type(its)}{about} |")
    return "\n".join([f"### {name}\n", f"{_text(schema['description'])}\n", "| field | type |", "| --- | --- |", *rows]) + "\n"


def _is_answered(name: str) -> bool:
    """Whether an object is answered with: what is sent stands with its route, and errors have a part of their own."""
    return not name.endswith("Body") and name not in ("ChatMessage", "StreamOptions", "ErrorReply", "Problem")


def _type(schema: Schema) -> str:
    if name := _name(schema):
        return f"[{name}](#{name.lower()})" if _is_answered(name) else "object"
    if "anyOf" in schema:
        return " or ".join(_type(part) for part in schema["anyOf"])
    if schema.get("type") == "array":
        return f"list of {_type(schema['items'])}"
    return str(schema.get("type", "any"))


def _limits(schema: Schema) -> str:
    """What is allowed, in words."""
    parts = [schema, *schema.get("anyOf", ())]
    limits = {key: value for part in parts for key, value in part.items()}
    said = []
    if "enum" in limits:
        said.append("One of " + ", ".join(f"`{value}`" if value else "empty" for value in limits["enum"]))
    if "maximum" in limits:
        said.append(_range(limits["minimum"], limits["maximum"], ""))
    if "maxLength" in limits:
        said.append(_range(limits.get("minLength", 0), limits["maxLength"], " characters"))
    if "maxItems" in limits:
        said.append(_range(limits.get("minItems", 0), limits["maxItems"], " items"))
    pattern = limits.get("pattern") or limits.get("items", {}).get("pattern")
    if pattern and "YYYY" not in schema.get("description", ""):
        said.append(DAYS.get(pattern, f"Pattern `{pattern}`"))
    return "; ".join(said) + "." if said else ""


def _range(least: float, most: float, what: str) -> str:
    return f"{least:,.0f} to {most:,.0f}{what}" if least else f"At most {most:,.0f}{what}"


def _default(schema: Schema) -> str:
    value = schema.get("default")
    return f"`{json.dumps(value)}`" if value is not None else "`null`"


def _name(schema: Schema) -> str:
    return str(schema.get("$ref", "")).rsplit("/", 1)[-1]


def _text(text: str) -> str:
    """A text on one line that cannot break a table."""
    return re.sub(r"\s+", " ", text).strip().replace("|", "\\|")
