"""Reading a chat model's reply, which may be anything: only its shape is judged here, never what it says.

A server that heeds the schema gives exactly that shape. Of the others the usual variants are taken too: a fence of Markdown
around the JSON, thoughts before it, a citation that is only an ID, `chunk_ids` for `citations`, fields that nobody asked for.
"""

import json
import re
from typing import Any

from policy_assistant.answer import Trace
from policy_assistant.claims import Cited, Claim, Reply
from policy_assistant.models.base import Completion
from policy_assistant.models.chat.thoughts import without_thoughts
from policy_assistant.models.text import clean

MAX_REPLY_CHARACTERS = 200_000
MAX_CLAIMS = 30
MAX_CITATIONS = 20
"""Of one claim."""

MAX_TEXT_CHARACTERS = 5_000
"""Of the answer, a claim or a quote."""

MAX_ID_CHARACTERS = 500
_FENCE = re.compile(r"```(?:json)?(.*)```", re.DOTALL | re.IGNORECASE)
_AROUND_AN_ID = "[] \t\r\n"


class AnswerProblem(Exception):
    """A completion that holds no answer: `refused`, `cut` or `not a valid answer`, with a detail in our own words.

    It becomes a problem of the answer and is no error: the documents stay silent. `trace` is what was sent and what came.
    """

    def __init__(self, name: str, detail: str = "") -> None:
        super().__init__(f"{name}: {detail}" if detail else name)
        self.name, self.detail = name, detail
        self.trace = Trace()


def parse_reply(completion: Completion) -> Reply:
    """The reply that a completion holds. Nothing of it is proved.

    Raises:
        AnswerProblem: in this order: the model refused, the text was cut off, it is no JSON, it has another shape.
    """
    if completion.refusal or completion.finish_reason == "content_filter":
        raise AnswerProblem("refused")
    if completion.finish_reason == "length":
        raise AnswerProblem("cut")
    reply = _json(completion.text)
    _check(isinstance(reply, dict), "it is no JSON object")
    _check(isinstance(reply.get("answerable"), bool), "`answerable` is not true or false")
    claims = [_claim(item) for item in _list(reply, "claims", MAX_CLAIMS)]
    return Reply(reply["answerable"], _text(reply, "answer"), tuple(claim for claim in claims if claim.text))


def _json(text: str) -> Any:
    _check(len(text) <= MAX_REPLY_CHARACTERS, f"it has more than {MAX_REPLY_CHARACTERS:,} characters")
    text = without_thoughts(text).strip()
    fenced = _FENCE.fullmatch(text)
    try:
        return json.loads(fenced[1] if fenced else text)
    except (ValueError, RecursionError):
        raise AnswerProblem("not a valid answer", "it is not JSON" if text else "it is empty") from None


def _claim(item: Any) -> Claim:
    _check(isinstance(item, dict), "a claim is no JSON object")
    field = "citations" if "citations" in item or "chunk_ids" not in item else "chunk_ids"
    cited = [_cited(citation) for citation in _list(item, field, MAX_CITATIONS)]
    return Claim(_text(item, "text"), tuple(one for one in cited if one.id))


def _cited(citation: Any) -> Cited:
    if isinstance(citation, str):
        citation = {"id": citation}
    _check(isinstance(citation, dict), "a citation is neither a text nor a JSON object")
    if citation.get("quote") is None:
        citation = {**citation, "quote": ""}
    return Cited(_text(citation, "id", MAX_ID_CHARACTERS).strip(_AROUND_AN_ID), _text(citation, "quote"))


def _text(item: Any, field: str, most: int = MAX_TEXT_CHARACTERS) -> str:
    value = item.get(field)
    _check(isinstance(value, str), f"`{field}` is not a text")
    _check(len(value) <= most, f"`{field}` has more than {most:,} characters")
    return clean(value, most)


def _list(item: Any, field: str, most: int) -> list[Any]:
    value = item.get(field)
    _check(isinstance(value, list), f"`{field}` is not a list")
    _check(len(value) <= most, f"`{field}` has more than {most:,} entries")
    return list(value)


def _check(holds: bool, otherwise: str) -> None:
    if not holds:
        raise AnswerProblem("not a valid answer", otherwise)
