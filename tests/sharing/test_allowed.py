"""What of a kept answer may be given on: what can no longer be seen is as if it had never been."""

import pytest

from policy_assistant.errors import NotFoundError
from policy_assistant.ledger.record import KeptAnswer
from policy_assistant.sharing.allowed import Allowed, allowed
from policy_assistant.store import Store
from tests.ledger.samples import PUBLIC, STAFF, answer
from tests.project import Project
from tests.sharing.samples import chunk_of, keep, keep_answer

BOARD = STAFF | {"board"}


def seen(project: Project, kept: KeptAnswer, labels: frozenset[str] = STAFF) -> Allowed:
    with Store(project.folder / "index.sqlite") as store:
        return allowed(project.settings, store, kept, labels)


def texts(found: Allowed) -> list[str]:
    return [claim.text for claim in found.claims]


def test_what_may_be_seen_is_given_whole(house: Project) -> None:
    kept = keep(house, "Shoes stay outside.", "Knock first.")
    found = seen(house, kept)
    assert (found.kept, found.left_out) == (kept, 0)


def test_whoever_may_not_see_the_answer_gets_none(house: Project) -> None:
    with pytest.raises(NotFoundError):
        seen(house, keep(house, "Shoes stay outside."), PUBLIC)


def test_a_statement_of_a_document_with_a_new_label_is_left_out(house: Project) -> None:
    kept = keep(house, "Shoes stay outside.", "Knock first.")
    house.add("shoes", "## Rule\n\nShoes stay outside. Hats stay on.\n", access="board")
    house.ingest()
    found = seen(house, kept)
    assert (texts(found), found.left_out, found.kept.text) == (["Knock first."], 1, "Knock first.")
    assert "Shoes" not in repr(found.kept.claims) + found.kept.text
    assert texts(seen(house, kept, BOARD)) == ["Shoes stay outside.", "Knock first."]


def test_a_document_with_a_new_label_is_like_one_that_left(house: Project) -> None:
    kept = keep(house, "Shoes stay outside.", "Knock first.")
    house.add("shoes", "## Rule\n\nShoes stay outside. Hats stay on.\n", access="board")
    house.ingest()
    hidden = seen(house, kept)
    (house.documents / "shoes.md").unlink()
    house.ingest()
    gone = seen(house, kept)
    assert (hidden.kept, hidden.left_out) == (gone.kept, gone.left_out)
    assert texts(seen(house, kept, BOARD)) == ["Shoes stay outside.", "Knock first."]


def test_the_nearest_document_of_an_abstention_is_told_only_to_who_sees_it(house: Project) -> None:
    kept = keep_answer(house, answer(found=(chunk_of(house, "Shoes"),)))
    assert seen(house, kept).kept.nearest == ("shoes", "1")
    house.add("shoes", access="board")
    house.ingest()
    assert seen(house, kept).kept.nearest == ("", "")


def test_the_labels_that_nobody_without_a_key_sees_are_told(house: Project) -> None:
    both, open_one = keep(house, "Shoes stay outside.", "Knock first."), keep(house, "Knock first.")
    assert (seen(house, both).internal, seen(house, open_one).internal) == (["staff"], [])
    (house.documents / "shoes.md").unlink()
    house.ingest()
    assert seen(house, both, BOARD).internal == [""]
