"""What names of files say for certain, and IDs that are made of paths."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from policy_assistant.file_names import MAX_PATH_ID, NamedVersion, named_version, path_id
from policy_assistant.metadata import MAX_FIELD


@pytest.mark.parametrize(
    ("stem", "doc_id", "version", "day"),
    [
        ("policy.v3", "policy", "3", ""),
        ("policy-v1.2", "policy", "1.2", ""),
        ("policy_v1_2", "policy", "1.2", ""),
        ("policy (version 3)", "policy", "3", ""),
        ("Politique de congés - version 3", "politique-de-conges", "3", ""),
        ("ReturnsPolicyV3", "returns-policy", "3", ""),
        ("HR Handbook rev B", "hr-handbook", "B", ""),
        ("policy_2024-01-01", "policy", "2024-01-01", "2024-01-01"),
        ("20240131 policy", "policy", "2024-01-31", "2024-01-31"),
        ("policy_v2024-01-01", "policy", "2024-01-01", "2024-01-01"),
        ("policy-v3-2024-01-01", "policy", "3", "2024-01-01"),
        ("policy.v3 (1)", "policy", "3", ""),
        ("политика.v3", "политика", "3", ""),
        ("policy%20v3", "policy", "3", ""),
        ("v3", "", "3", ""),
    ],
)
def test_a_version_and_a_day_are_read_and_the_rest_is_the_document(stem: str, doc_id: str, version: str, day: str) -> None:
    named = named_version(stem)
    assert named is not None
    assert (named.doc_id, named.version, named.day) == (doc_id, version, day)


@pytest.mark.parametrize(
    "stem",
    [
        "policy",
        "policy 3",
        "policy_03",
        "policy 2024",
        "policy-2024-01",
        "policy 2024-02-30",
        "policy 2024-01-01_2024-12-31",
        "care-pw2200",
    ],
)
def test_what_is_not_certain_is_nothing(stem: str) -> None:
    assert named_version(stem) is None


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("documents/hr/leave.pdf", "documents/hr/leave.pdf"),
        ("documents/hr/leave.v3.pdf", "documents/hr/leave.pdf"),
        ("documents/hr/leave (version 3).docx", "documents/hr/leave.docx"),
        ("documents/hr/leave_2024-01-01.pdf", "documents/hr/leave.pdf"),
        ("documents/hr/v3.pdf", "documents/hr/v3.pdf"),
        ('documents/l\'accueil "x".pdf', "documents/l-accueil -x-.pdf"),
        ("documents/e\u0301te\u0301.md", "documents/\u00e9t\u00e9.md"),
    ],
)
def test_a_path_is_an_id_without_its_version(source: str, expected: str) -> None:
    assert path_id(source) == expected


def test_a_long_path_is_cut_and_told_apart() -> None:
    one, two = path_id(f"{'d' * 500}/a.md"), path_id(f"{'d' * 500}/b.md")
    assert one != two
    assert MAX_PATH_ID < len(one) == len(two) <= MAX_FIELD


@given(st.text(max_size=40))
def test_any_name_is_read(stem: str) -> None:
    named = named_version(stem)
    assert named is None or isinstance(named, NamedVersion)
    assert path_id(f"documents/{stem.replace('/', '')}.md")
