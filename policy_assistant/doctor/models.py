"""Checks of the models that the settings name: their names, their servers' addresses, and what is installed of them."""

import importlib.util
from collections.abc import Callable, Iterator

from policy_assistant.doctor.project import Finding, NotRunError, Project, note, problem
from policy_assistant.errors import MissingExtraError, PolicyAssistantError, UsageError
from policy_assistant.models.chat.base import check_chat_model
from policy_assistant.models.embedders.base import EMBEDDERS, NONE, best_embedder, check_embedder, untested_version
from policy_assistant.models.embedders.e5_engine import engine_problem
from policy_assistant.models.http import Server
from policy_assistant.models.rerankers.base import RERANKERS, SIGNALS, check_reranker
from policy_assistant.registry import Registry
from policy_assistant.server_keys import CHAT_KEY, EMBEDDING_KEY, RERANK_KEY
from policy_assistant.settings import ModelsSettings
from policy_assistant.settings_file import FILE_NAME

LIMITER = "threadpoolctl"
"""The package that holds numpy to the number of threads that `use` is given."""

LOCAL = "pip install 'policy-assistant[local]'"


def check_model_names(project: Project) -> Iterator[Finding]:
    """Every model that the settings name is of a known kind."""
    models, method = project.settings.models, project.settings.search.method
    check_order = _check_reranker if method == "rerank" else _check_unused_reranker
    for key, check in (("embedder", check_embedder), ("reranker", check_order), ("chat_model", check_chat_model)):
        if (spec := getattr(models, key)) and (error := refusal(check, spec)):
            yield problem(f"[models] {key}: {error}", f"correct it in {FILE_NAME} or in the environment: {error.hint}")


def check_addresses(project: Project) -> Iterator[Finding]:
    """Every server that a model needs has an address, and every address is one. No server is called."""
    for kind, key, needs_it, key_variable in _servers(project.settings.models):
        address = getattr(project.settings.models, key)
        if address or needs_it:
            try:
                Server(kind, address, f"[models] {key}", key_variable, project.settings.models.timeout)
            except UsageError as error:
                yield problem(str(error), error.hint)


def check_reranker_installed(project: Project) -> Iterator[Finding]:
    """The reranker can be loaded."""
    spec = project.settings.models.reranker
    if spec in ("", SIGNALS, NONE) or refusal(check_reranker, spec):
        return
    if finding := _missing("reranker", RERANKERS, spec):
        yield finding


def check_embedder_installed(project: Project) -> Iterator[Finding]:
    """The embedder is installed, of the version that was tested, and runs on this machine."""
    spec = wanted_embedder(project)
    if spec == NONE:
        return
    if not spec:
        yield note(
            "no embedder is installed, so search is by keywords only",
            f'{LOCAL} (for a server\'s embeddings [vectors], for other libraries [fastembed] or [sentence-transformers]), or set embedder = "none" in [models]',
        )
    elif finding := _missing("embedder", EMBEDDERS, spec):
        yield finding
    else:
        yield from _installed(spec)


def wanted_embedder(project: Project) -> str:
    """The embedder of the settings, else of the index, else the best installed; empty where none is."""
    spec = project.settings.models.embedder or _built(project)
    if not spec:
        best = best_embedder()
        return "" if best == NONE else best
    if refusal(check_embedder, spec):
        raise NotRunError(f"the embedder {spec!r} is unknown")
    return spec


def refusal(check: Callable[[str], str], spec: str) -> PolicyAssistantError | None:
    """Why a check refuses a spec; None where it does not."""
    try:
        check(spec)
    except PolicyAssistantError as error:
        return error
    return None


def _check_reranker(spec: str) -> str:
    if spec == NONE:
        raise UsageError(
            "`none` leaves the method `rerank` without an order", hint=f'write "{SIGNALS}", or set method = "hybrid" in [search]'
        )
    return _check_unused_reranker(spec)


def _check_unused_reranker(spec: str) -> str:
    return spec if spec == SIGNALS else check_reranker(spec)


def _servers(models: ModelsSettings) -> Iterator[tuple[str, str, bool, str]]:
    """Kind of server, key of its address, whether a model needs it, variable of its key."""
    yield "embedding server", "embedding_base_url", models.embedder.startswith("openai:"), EMBEDDING_KEY
    yield "rerank server", "rerank_base_url", models.reranker.startswith("rerank-api:"), RERANK_KEY
    yield "chat server", "chat_base_url", bool(models.chat_model) and models.chat_model != NONE, CHAT_KEY


def _built(project: Project) -> str:
    """The embedder of the index; empty where there is none. What is wrong with the index is told by its own check."""
    try:
        embedding = project.info.embedding
    except PolicyAssistantError:
        return ""
    return embedding.name if embedding else ""


def _missing(kind: str, table: Registry, spec: str) -> Finding | None:
    name = spec.partition(":")[0]
    if table.is_installed(name):
        return None
    error = MissingExtraError(f"the {kind} `{name}`", table.entry(name).extra)
    return problem(str(error), error.hint)


def _installed(spec: str) -> Iterator[Finding]:
    """What may be wrong with an embedder that is installed."""
    if spec == "e5" and (reason := engine_problem()):
        yield problem(f"the embedder `e5` cannot run: {reason}", "policy-assistant ingest --rebuild --embedder use")
    if sentence := untested_version(spec):
        yield note(sentence, LOCAL)
    if spec == "use" and importlib.util.find_spec(LIMITER) is None:
        yield note(f"{LIMITER} is not installed, so `use` may take more threads than it is given and be slower", LOCAL)
