"""Damaged files of every format, many of each: they are read or refused with a reason, and what is read keeps its promises."""

from pathlib import Path

import pytest

from policy_assistant.parse.base import FORMATS
from policy_assistant.testing.parser_contract import broken_by, damaged_copies
from tests.parse.contract_samples import DOCUMENTS, samples_of

pytestmark = pytest.mark.slow

ROUNDS = 1_000
ENDINGS = list({name: ending for ending, (name, _) in reversed(FORMATS.items())}.values())[::-1]
"""One ending of each format."""


@pytest.mark.parametrize("path", sorted(DOCUMENTS.iterdir()), ids=lambda path: path.name)
def test_a_damaged_document_is_read_or_refused(path: Path) -> None:
    assert {broken_by(path.suffix, copy) for copy in damaged_copies(path.read_bytes(), ROUNDS, path.name)} == {""}


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_damaged_sample_is_read_or_refused(ending: str) -> None:
    for name, data in samples_of(ending).items():
        assert {broken_by(ending, copy) for copy in damaged_copies(data, ROUNDS, name)} == {""}, name
