"""`doctor`: everything that can be wrong with a project, and what mends it. Looking changes nothing.

A check is a function of a project that gives findings. It is made alone: what it raises becomes a finding of its own,
and when a part that it needs cannot be had, it is not run; the check of that part says what is wrong with it.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from policy_assistant.doctor.code import check_code_age, check_code_folders, check_grammars
from policy_assistant.doctor.documents import check_ended, check_gaps, check_not_yet, check_overlaps, check_unstated
from policy_assistant.doctor.files import (
    check_duplicates,
    check_folders,
    check_inventory,
    check_inventory_differences,
    check_inventory_files,
    check_inventory_rows,
    check_links,
    check_metadata,
    check_other_files,
    check_readable,
)
from policy_assistant.doctor.index import check_age, check_index, check_integrity, check_long_chunks, check_passages, check_text
from policy_assistant.doctor.ledger import check_kept_answers
from policy_assistant.doctor.meaning import check_glossary, check_missing_vectors, check_vectors
from policy_assistant.doctor.models import check_addresses, check_embedder_installed, check_model_names, check_reranker_installed
from policy_assistant.doctor.project import Finding, NotRunError, Project, problem
from policy_assistant.doctor.reading import Progress
from policy_assistant.doctor.settings import (
    check_environment,
    check_question_passages,
    check_questions_file,
    check_settings,
    check_settings_names,
)
from policy_assistant.doctor.steering import check_flag_rules, check_flags
from policy_assistant.doctor.system import check_cache, check_drive, check_extras, check_python, check_space, check_sqlite, check_unfinished
from policy_assistant.errors import PolicyAssistantError


@dataclass(frozen=True)
class Check:
    """One check. `needs` are the parts of `Project` without which it cannot be made."""

    name: str
    looks_at: str
    look: Callable[[Project], Iterable[Finding]]
    needs: tuple[str, ...] = ()


@dataclass(frozen=True)
class Outcome:
    """What a check found. `not_run` says why it was not made; empty when it was."""

    check: Check
    findings: tuple[Finding, ...] = ()
    not_run: str = ""


@dataclass(frozen=True)
class Diagnosis:
    """The outcomes of all checks, in the order of `CHECKS`."""

    outcomes: tuple[Outcome, ...]

    @property
    def made(self) -> list[Outcome]:
        """The outcomes of checks that could be made."""
        return [outcome for outcome in self.outcomes if not outcome.not_run]

    @property
    def problems(self) -> list[tuple[str, Finding]]:
        """Check and finding of everything that makes the project unsound."""
        return self._of("problem")

    @property
    def notes(self) -> list[tuple[str, Finding]]:
        """Check and finding of everything that is only advice."""
        return self._of("note")

    def _of(self, severity: str) -> list[tuple[str, Finding]]:
        return [(o.check.name, finding) for o in self.outcomes for finding in o.findings if finding.severity == severity]


CHECKS = (
    Check("python", "Python's version", check_python),
    Check("sqlite", "SQLite's full-text search", check_sqlite),
    Check("extras", "optional parts", check_extras),
    Check("environment", "environment variables that name no setting", check_environment),
    Check("settings-names", "unknown tables and keys in the settings file", check_settings_names, ("written",)),
    Check("settings", "the settings", check_settings),
    Check("models", "the names of models", check_model_names, ("settings",)),
    Check("addresses", "addresses of model servers", check_addresses, ("settings",)),
    Check("embedder", "the embedder's package and this machine", check_embedder_installed, ("settings",)),
    Check("reranker", "the reranker's package", check_reranker_installed, ("settings",)),
    Check("glossary", "the glossary", check_glossary, ("settings",)),
    Check("folders", "folders of documents", check_folders, ("settings",)),
    Check("code-folders", "folders of code", check_code_folders, ("settings",)),
    Check("code-age", "code newer than the index", check_code_age, ("documents",)),
    Check("grammars", "grammars of the code", check_grammars, ("settings",)),
    Check("other-files", "files that are no documents", check_other_files, ("files",)),
    Check("links", "links that are not followed", check_links, ("files",)),
    Check("inventory", "the inventory", check_inventory, ("settings",)),
    Check("inventory-rows", "rows of the inventory without a file", check_inventory_rows, ("inventory", "files")),
    Check("inventory-files", "files without a row in the inventory", check_inventory_files, ("inventory", "files")),
    Check("inventory-differences", "differences between a file and its row", check_inventory_differences, ("readings",)),
    Check("unreadable", "files that cannot be read", check_readable, ("files", "inventory")),
    Check("metadata", "metadata that are refused", check_metadata, ("readings",)),
    Check("duplicates", "two files of one version", check_duplicates, ("readings",)),
    Check("overlaps", "versions in force on the same day", check_overlaps, ("readings",)),
    Check("gaps", "days between versions", check_gaps, ("readings",)),
    Check("ended", "documents that have ended", check_ended, ("readings",)),
    Check("not-yet", "documents that have not begun", check_not_yet, ("readings",)),
    Check("no-label", "labels nobody stated", check_unstated("access", "seen only by audiences that see `{label}`"), ("readings",)),
    Check("no-start", "starts nobody stated", check_unstated("effective_from", "in force from the beginning"), ("readings",)),
    Check("no-owner", "owners nobody stated", check_unstated("owner", "nobody to ask"), ("readings",)),
    Check("no-type", "types nobody stated", check_unstated("doc_type", "nothing says whether it is a policy or a guide"), ("readings",)),
    Check("index", "the index and what made it", check_index, ("settings",)),
    Check("vectors", "vectors and the model that made them", check_vectors, ("info",)),
    Check("missing-vectors", "passages without a vector", check_missing_vectors, ("info",)),
    Check("integrity", "damage inside the index", check_integrity, ("index",)),
    Check("age", "files newer than the index", check_age, ("documents", "readings")),
    Check("no-passages", "documents without text", check_passages, ("documents", "chunks")),
    Check("long-passages", "very long passages", check_long_chunks, ("chunks",)),
    Check("damaged-text", "signs of damaged text", check_text, ("chunks",)),
    Check("steering", "planted or hidden instructions", check_flags, ("chunks", "settings")),
    Check("steering-rules", "the rules that flagged the passages", check_flag_rules, ("info",)),
    Check("questions", "the fixed questions", check_questions_file, ("settings",)),
    Check("question-passages", "passages that questions name", check_question_passages, ("questions", "chunks")),
    Check("kept-answers", "the kept answers", check_kept_answers, ("settings",)),
    Check("drive", "the drive of the index", check_drive, ("settings",)),
    Check("space", "room for a rebuild", check_space, ("index",)),
    Check("unfinished", "rebuilds that did not end", check_unfinished, ("settings",)),
    Check("cache", "leftovers in the cache", check_cache, ("documents",)),
)
"""All checks, causes before what follows from them."""


def examine(folder: Path | str = ".", environment: Mapping[str, str] | None = None, progress: Progress | None = None) -> Diagnosis:
    """Make all checks on the project in a folder. Nothing is raised for a broken project, and nothing is changed."""
    project = Project(Path(folder), environment, progress)
    try:
        return Diagnosis(tuple(run(check, project) for check in CHECKS))
    finally:
        project.close()


def run(check: Check, project: Project) -> Outcome:
    """Make one check, whatever it meets."""
    for part in check.needs:
        try:
            getattr(project, part)
        except Exception as error:
            return Outcome(check, not_run=reason(error))
    findings: list[Finding] = []
    try:
        findings.extend(check.look(project))
    except NotRunError as error:
        return Outcome(check, not_run=str(error))
    except Exception as error:
        findings.append(problem(reason(error), _mend(error)))
    return Outcome(check, tuple(findings))


def reason(error: Exception) -> str:
    """What an error says, as a sentence without a traceback."""
    if isinstance(error, PolicyAssistantError):
        return str(error)
    if isinstance(error, OSError):
        return f"{error.filename or 'a file'}: {(error.strerror or str(error)).lower()}"
    return f"unexpected {type(error).__name__}: {error}"


def _mend(error: Exception) -> str:
    if isinstance(error, PolicyAssistantError):
        return error.hint or "correct it where the message says"
    if isinstance(error, OSError):
        return "make it readable for the person who runs this"
    return "please report this with the message"
