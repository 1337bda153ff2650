"""The table of rerankers and the ways into it: check a spec, open one."""

from policy_assistant.errors import UsageError
from policy_assistant.models.base import ModelOptions, Reranker
from policy_assistant.models.loading import load_model
from policy_assistant.models.spec import split_spec
from policy_assistant.registry import Entry, Registry

_HERE = "policy_assistant.models.rerankers"

NONE = "none"
"""The spec that says: no reranker."""

SIGNALS = "signals"
"""The spec that says: our own signals, which are no model."""

RERANKERS = Registry(
    "reranker",
    {
        "cross-encoder": Entry(
            f"{_HERE}.cross_encoder",
            "CrossEncoderReranker",
            "sentence-transformers",
            "a cross-encoder of sentence-transformers",
            ("sentence_transformers",),
        ),
        "rerank-api": Entry(f"{_HERE}.rerank_api", "ApiReranker", "", "a server with a rerank route"),
    },
    also=(SIGNALS, NONE),
)
"""Name -> adapter: a class of `(model, options)` that is a `Reranker`."""


def check_reranker(spec: str) -> str:
    """The spec, if it is `none` or names a reranker, found out without importing anything.

    Raises:
        UsageError: it does not.
    """
    if spec != NONE:
        split_spec(spec, RERANKERS)
    return spec


def open_reranker(spec: str, options: ModelOptions | None = None) -> Reranker:
    """Load the reranker that a spec names; a remote one is not called yet.

    Raises:
        UsageError: no such reranker, or a server's address is missing or wrong.
        MissingExtraError: its packages are not installed.
        ModelError: its model cannot be loaded.
    """
    if spec == NONE:
        raise UsageError("the reranker is `none`: there is no model to rerank with", hint="set [models] reranker")
    name, model = split_spec(spec, RERANKERS)
    reranker: Reranker = load_model(RERANKERS, name, model, options)
    return reranker
