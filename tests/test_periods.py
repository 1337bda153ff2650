"""Ends of periods that follow from the next version's beginning."""

from policy_assistant.metadata import Metadata
from policy_assistant.periods import close_periods


def version(source: str, start: str, end: str = "", doc_id: str = "policy") -> Metadata:
    return Metadata(doc_id, source, "Policy", start, end, "", "public", "en", "", f"documents/{source}", "md")


def ends(*versions: Metadata) -> list[str]:
    return [metadata.effective_to for metadata in close_periods(versions)]


def test_a_version_ends_the_day_before_the_next_begins() -> None:
    assert ends(version("p.v2.md", "2025-01-01"), version("p.v1.md", "2024-03-01"), version("p.v3.md", "2026-03-01")) == [
        "2026-02-28",
        "2024-12-31",
        "",
    ]


def test_one_without_a_beginning_was_in_force_before_all_others() -> None:
    assert ends(version("p.v1.md", ""), version("p.v2.md", "2025-01-01")) == ["2024-12-31", ""]


def test_a_stated_end_stays_and_two_of_one_day_do_not_end_each_other() -> None:
    assert ends(version("p.v1.md", "2024-01-01", "2024-06-30"), version("p.v2.md", "2025-01-01"), version("p.v3.md", "2025-01-01")) == [
        "2024-06-30",
        "",
        "",
    ]


def test_other_documents_and_names_without_a_version_stay_open() -> None:
    assert ends(version("p.v1.md", "2024-01-01"), version("q.v2.md", "2025-01-01", doc_id="other")) == ["", ""]
    assert ends(version("old.md", "2024-01-01"), version("p.v2.md", "2025-01-01")) == ["", ""]
