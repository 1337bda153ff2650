"""Checks of the code side: that its folders are there, that the index is as new as its files, that it is cut by syntax."""

from collections import Counter
from collections.abc import Iterator

from policy_assistant.code_folders import code_folders
from policy_assistant.doctor.project import INGEST, Finding, Project, count, names, note, problem
from policy_assistant.parse.code import language_of, syntax_available
from policy_assistant.parse.code.grammars import has_grammar


def check_code_folders(project: Project) -> Iterator[Finding]:
    """The folders of code exist."""
    for folder in code_folders(project.settings):
        if not folder.is_dir():
            yield problem(f"there is no folder of code {str(folder)!r}", "create it, or edit [code] folders")


def check_code_age(project: Project) -> Iterator[Finding]:
    """No file of code is newer than the index; what is stale is found again by its content, or not linked."""
    known = {d.metadata.source: (d.file.size, d.file.mtime) for d in project.index.documents("code")}
    files = {source.name: (source.size, source.mtime) for source in project.code_sources}
    changed = sorted(name for name in known.keys() | files.keys() if known.get(name) != files.get(name))
    if changed:
        yield note(f"{count(len(changed), 'file')} of code changed, added or deleted since the last ingest: {names(changed)}", INGEST)


def check_grammars(project: Project) -> Iterator[Finding]:
    """Code is cut by its syntax, not by lines for want of a grammar."""
    languages = Counter(language_of(source.name) for source in project.code_sources)
    lacking = {language: n for language, n in languages.items() if has_grammar(language) and not syntax_available(language)}
    if lacking:
        listed = ", ".join(f"{language} ({n})" for language, n in sorted(lacking.items()))
        yield note(f"code is cut by lines only, for want of grammars: {listed}", f"pip install 'policy-assistant[code]'; then {INGEST}")
