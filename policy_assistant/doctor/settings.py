"""Checks of the settings, the environment and the fixed questions."""

from collections.abc import Iterator
from dataclasses import fields
from pathlib import PurePath

from policy_assistant.chunk.base import CHUNKERS
from policy_assistant.doctor.project import Finding, NotRunError, Project, capped, note, problem
from policy_assistant.errors import nearest
from policy_assistant.evaluate.check import check_questions
from policy_assistant.parse.base import FORMATS
from policy_assistant.search import METHODS
from policy_assistant.server_keys import KEYS
from policy_assistant.settings import Settings
from policy_assistant.settings_file import FILE_NAME, TABLES, unknown_environment


def check_settings(project: Project) -> Iterator[Finding]:
    """The settings can be loaded, and every name in them is the name of something."""
    if unknown := _unknown_names_where_readable(project):
        raise NotRunError(f"{FILE_NAME} holds unknown names ({unknown[0][0]})")
    settings = project.settings
    yield from _unknown_choices(settings)
    for pattern in settings.corpus.patterns:
        ending = PurePath(pattern).suffix.lower()
        if ending[1:].isalnum() and ending not in FORMATS:
            yield problem(f"[corpus] patterns: files called {pattern!r} cannot be read", f"name only {', '.join(FORMATS)} there")


def check_settings_names(project: Project) -> Iterator[Finding]:
    """Every table and key of the settings file is known."""
    for name, hint in _unknown_names(project):
        yield problem(f"{FILE_NAME}: {name} is unknown", f"edit {FILE_NAME}: {hint}")


def check_environment(project: Project) -> Iterator[Finding]:
    """Every environment variable with our prefix names a setting or a key. Values may be secret and are not shown."""
    for variable in unknown_environment(project.environment, KEYS):
        yield problem(f"the environment variable {variable} names no setting and has no effect", f"unset {variable}, or correct its name")


def check_questions_file(project: Project) -> Iterator[Finding]:
    """The fixed questions can be read."""
    if not project.questions:
        yield note(
            f"there are no questions in {project.settings.project.questions}, so search cannot be measured",
            f"write some, one JSON object a line, to {project.settings.project.questions}",
        )


def check_question_passages(project: Project) -> Iterator[Finding]:
    """Every passage that a question names exists and is what the question says of it."""
    mend = f"edit {project.settings.project.questions}; `policy-assistant chunks DOC` lists a document's sections"
    wrong = check_questions(project.questions, [*project.chunks, *project.code_chunks])
    yield from capped([problem(f"question {text}", mend) for text in wrong], "problem")


def _unknown_choices(settings: Settings) -> Iterator[Finding]:
    for key, value, known in (
        ("[chunk] chunker", settings.chunk.chunker, tuple(CHUNKERS)),
        ("[search] method", settings.search.method, METHODS),
    ):
        if value and value not in known:
            yield problem(f"{key}: there is no {value!r}", f"edit {FILE_NAME}: {nearest(value, known)}")


def _unknown_names_where_readable(project: Project) -> list[tuple[str, str]]:
    try:
        return _unknown_names(project)
    except NotRunError:
        return []


def _unknown_names(project: Project) -> list[tuple[str, str]]:
    """Unknown tables and keys, each with the nearest known ones."""
    unknown = []
    for table, values in project.written.items():
        if table not in TABLES:
            unknown.append((f"table [{table}]", nearest(table, TABLES)))
        elif isinstance(values, dict):
            keys = [f.name for f in fields(TABLES[table])]
            unknown.extend((f"key `{key}` in [{table}]", nearest(key, keys)) for key in values if key not in keys)
    return unknown
