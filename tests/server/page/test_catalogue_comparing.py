"""What went and what came, side by side."""

from policy_assistant.server.page.comparing import MAX_PAIRED, paired


def test_what_went_stands_beside_what_came_and_is_like_it() -> None:
    changes = [("You have 30 days to send it back.", ""), ("Day one.", ""), ("", "From now on you have 45 days to send it back.")]
    assert paired(changes) == [("Day one.", ""), ("You have 30 days to send it back.", "From now on you have 45 days to send it back.")]


def test_what_has_little_in_common_stands_alone() -> None:
    changes = [("Tea is free.", ""), ("", "Coffee costs money now.")]
    assert paired(changes) == changes


def test_each_sentence_is_used_once() -> None:
    changes = [("a b c", ""), ("", "a b c d"), ("", "a b c e")]
    assert paired(changes) == [("a b c", "a b c d"), ("", "a b c e")]


def test_changed_sentences_stay_as_they_are() -> None:
    assert paired([("a b", "a c")]) == [("a b", "a c")]


def test_beyond_a_number_nothing_is_paired() -> None:
    gone = [(f"x{n} y{n} z{n}", "") for n in range(MAX_PAIRED)]
    changes = [*gone, ("a b c", ""), ("", "a b c d")]
    assert paired(changes) == changes
