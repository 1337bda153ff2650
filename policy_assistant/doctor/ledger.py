"""The check of what cannot be made again: the kept answers."""

from collections.abc import Iterator

from policy_assistant.doctor.project import Finding, NotRunError, Project, problem
from policy_assistant.errors import PolicyAssistantError
from policy_assistant.ledger.store import Ledger
from policy_assistant.state import SCHEMA, schema_of

_KEEP = "this file cannot be made again, so do not delete it"


def check_kept_answers(project: Project) -> Iterator[Finding]:
    """The file of kept answers opens, and its chain is whole. A project that has kept nothing has none."""
    path = project.settings.state_path
    if not path.exists() or not path.stat().st_size:
        return
    try:
        schema = schema_of(path)
        faults = Ledger.of(project.settings).verify() if schema >= SCHEMA else []
    except PolicyAssistantError as error:
        yield problem(f"the kept answers: {error}", f"{error.hint or 'make it readable'}; {_KEEP}")
        return
    if schema < SCHEMA:  # to read it is to change it
        raise NotRunError(f"{path} gets its tables when the next answer is kept")
    if faults:
        more = f" and {len(faults) - 1} more" if len(faults) > 1 else ""
        yield problem(
            f"the kept answers in {path} are not whole: {faults[0]}{more}",
            f"`policy-assistant audit --verify` lists all; restore it from a backup; {_KEEP}",
        )
