"""Whether an index was made by what reads it: terms of another analyser than the question's would not be found, without a word."""

from policy_assistant.analysis import ANALYSER_VERSION
from policy_assistant.code_terms import CODE_ANALYSER_VERSION
from policy_assistant.errors import IndexMismatchError

REBUILD_HINT = "run `policy-assistant ingest --rebuild`"


def check_analyser(found: str) -> None:
    """Raise `IndexMismatchError` unless an index was made by this version's analyser."""
    if found != ANALYSER_VERSION:
        raise IndexMismatchError(f"the index was made by analyser {found}; this version has analyser {ANALYSER_VERSION}", hint=REBUILD_HINT)


def check_code_analyser(found: str) -> None:
    """Raise `IndexMismatchError` unless the code of an index was cut into terms by this version's rules."""
    if found != CODE_ANALYSER_VERSION:
        raise IndexMismatchError(
            f"the code in the index was made by analyser {found}; this version has analyser {CODE_ANALYSER_VERSION}", hint=REBUILD_HINT
        )
