"""The embedder of an index: which one an ingest uses, and which one a search must use."""

from typing import TYPE_CHECKING

from policy_assistant.embed import RULES_VERSION
from policy_assistant.errors import IndexMismatchError, MissingExtraError, UsageError
from policy_assistant.models.base import ModelOptions
from policy_assistant.models.embedders.base import EMBEDDERS, NONE, best_embedder, check_embedder, open_embedder
from policy_assistant.settings import Settings
from policy_assistant.store.base import Embedding, IndexInfo

if TYPE_CHECKING:
    from policy_assistant.models.base import Embedder

WITHOUT_HINT = "or leave new passages without vectors with --without-vectors"

_RULES = f"; chunk vectors {RULES_VERSION}"


def options_of(settings: Settings) -> ModelOptions:
    """What the settings say about models."""
    models = settings.models
    return ModelOptions(models.embedding_base_url, models.rerank_base_url, models.chat_base_url, models.timeout, models.threads)


def choose_embedder(settings: Settings, asked: str, info: IndexInfo | None, *, rebuild: bool, without_vectors: bool) -> str:
    """The spec of the embedder for an ingest, or `none`: the one asked for, else the index's own, else the best installed.

    Raises:
        IndexMismatchError: the index has vectors of another embedder, or none is to be used for an index with vectors.
        MissingExtraError: its packages are not installed, and `without_vectors` was not asked for.
    """
    wanted = asked or settings.models.embedder
    if wanted:
        check_embedder(wanted)
    built = _built(info) if info and (info.documents or info.code_files) and not rebuild else ""
    spec = wanted or built or best_embedder()
    if without_vectors and built and spec == NONE:
        spec = built
    if built and spec != built:
        raise _mismatch(built, spec)
    if spec != NONE and not without_vectors and not is_installed(spec):
        name = spec.partition(":")[0]
        error = MissingExtraError(f"the embedder `{name}`", EMBEDDERS.entry(name).extra)
        error.hint = f"{error.hint}, {WITHOUT_HINT}"
        raise error
    return spec


def embedding_of(embedder: "Embedder") -> Embedding:
    """What an index keeps of the model of its vectors."""
    return Embedding(embedder.name, f"{embedder.revision}{_RULES}", embedder.dimension)


def cache_name(embedding: Embedding) -> str:
    """What the vectors of texts depend on, whatever we make of them afterwards: the model's name and its own revision."""
    return f"{embedding.name}|{embedding.revision.removesuffix(_RULES)}"


def check_same(built: Embedding, used: Embedding) -> None:
    """Raises `IndexMismatchError` unless the vectors of an index were made by the same model."""
    if built != used:
        raise IndexMismatchError(
            f"the index's vectors are of {_named(built)}, the embedder is {_named(used)}",
            hint=f"run `policy-assistant ingest --rebuild --embedder {used.name}`",
        )


def embedder_of(settings: Settings, info: IndexInfo) -> "Embedder":
    """The embedder to search an index with, loaded.

    Raises:
        IndexMismatchError: the index has no vectors, or they are of another model or revision than the settings name or
            than is installed.
        MissingExtraError: its packages are not installed.
        ModelError: it cannot be loaded or reached.
    """
    asked = settings.models.embedder
    if info.embedding is None or not info.vectors:
        spec = asked if asked not in ("", NONE) else best_embedder()
        hint = f"run `policy-assistant ingest --rebuild --embedder {spec}`"
        if spec == NONE:
            hint = "pip install 'policy-assistant[local]', then run `policy-assistant ingest --rebuild`"
        if info.embedding is not None and asked != NONE:  # its passages were left without for now
            hint = "run `policy-assistant ingest`"
        raise IndexMismatchError("the index has no vectors, so it cannot be searched by meaning", hint=f"{hint}, or use --method keywords")
    if asked == NONE:
        raise UsageError(
            "[models] embedder is `none`: nothing is searched by meaning", hint="use --method keywords, or set another embedder"
        )
    if asked and asked != info.embedding.name:
        raise _mismatch(info.embedding.name, check_embedder(asked))
    embedder = open_embedder(info.embedding.name, options_of(settings))
    check_same(info.embedding, embedding_of(embedder))
    return embedder


def can_embed(settings: Settings, info: IndexInfo) -> bool:
    """Whether the index has vectors and their embedder is installed and wanted; nothing is loaded for it."""
    if info.embedding is None or not info.vectors or settings.models.embedder == NONE:
        return False
    return is_installed(info.embedding.name)


def is_installed(spec: str) -> bool:
    """Whether the packages of an embedder are there; nothing is imported for it."""
    return EMBEDDERS.is_installed(spec.partition(":")[0])


def _built(info: IndexInfo) -> str:
    return info.embedding.name if info.embedding else NONE


def _mismatch(built: str, spec: str) -> IndexMismatchError:
    if spec == NONE:
        return IndexMismatchError(
            f"the index has vectors of {built!r}, and the embedder is `none`",
            hint=f"run `policy-assistant ingest --rebuild --embedder none`, {WITHOUT_HINT}",
        )
    was = f"with the embedder {built!r}" if built != NONE else "without an embedder"
    return IndexMismatchError(
        f"the index was made {was}, not with {spec!r}", hint=f"run `policy-assistant ingest --rebuild --embedder {spec}`"
    )


def _named(embedding: Embedding) -> str:
    return f"{embedding.name} ({embedding.revision}, {embedding.dimension} numbers)"
