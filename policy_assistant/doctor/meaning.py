"""Checks of what search by meaning reads: the vectors of the index, and the glossary."""

from collections.abc import Iterator

from policy_assistant.doctor.models import wanted_embedder
from policy_assistant.doctor.project import INGEST, REBUILD, Finding, Project, count, note, problem
from policy_assistant.errors import IndexMismatchError
from policy_assistant.glossary import load_glossary
from policy_assistant.index_model import embedder_of
from policy_assistant.models.embedders.base import ALONE, EMBEDDERS, NONE
from policy_assistant.models.embedders.e5_engine import engine_problem
from policy_assistant.settings import SearchSettings


def check_vectors(project: Project) -> Iterator[Finding]:
    """The index has vectors of the embedder in use. Models in this process are loaded for it; no server is called."""
    info, asked = project.info, project.settings.models.embedder
    built = info.embedding.name if info.embedding else NONE
    spec = wanted_embedder(project)
    rebuild = f"{REBUILD} --embedder {spec}"
    if asked and asked != built:
        how = "without an embedder" if built == NONE else f"with the embedder {built!r}"
        yield problem(f"the index was made {how}; the settings say {asked!r}", rebuild)
    elif built != NONE and spec in ALONE and _can_run(spec):
        try:
            embedder_of(project.settings, info)
        except IndexMismatchError as error:
            yield problem(str(error), rebuild)
    elif built == NONE and spec not in ("", NONE):
        yield note(f"the index has no vectors, so nothing is searched by meaning, though the embedder `{spec}` is installed", rebuild)


def check_missing_vectors(project: Project) -> Iterator[Finding]:
    """Every passage of an index with vectors has one."""
    if project.info.embedding and project.info.without_vectors:
        yield problem(f"{count(project.info.without_vectors, 'passage')} without a vector, not found by meaning", INGEST)


def check_glossary(project: Project) -> Iterator[Finding]:
    """The glossary can be read, and one that the settings name exists."""
    path, named = project.settings.glossary_path, project.settings.search.glossary
    load_glossary(path)
    if named != SearchSettings().glossary and not path.exists():
        yield problem(f"there is no glossary at {named}", "write it, or correct [search] glossary")


def _can_run(spec: str) -> bool:
    return EMBEDDERS.is_installed(spec) and not (spec == "e5" and engine_problem())
