"""Kept questions asked again."""

from dataclasses import replace

import pytest

from policy_assistant.answer import Answer
from policy_assistant.audit.again import CHANGED, NOT_ASKED, NOW_ABSTAINS, NOW_ANSWERS, SAME, Reasked, ask_again
from policy_assistant.errors import NotFoundError, UsageError
from policy_assistant.ledger.record import KeptAnswer, content_of, kept_answer
from tests.ledger.samples import DAY, PUBLIC, STAFF, answer, claim, shoes

AUDIENCES = {"public": PUBLIC, "staff": STAFF}
GOOD = claim(shoes(), "Shoes stay outside.")
OTHER = claim(shoes(), "Hats stay on.")
NEWER = claim(shoes(version="2"), "Shoes stay outside.")


def kept(made: Answer, name: str = "a", today: str = "") -> KeptAnswer:
    return kept_answer(name, 1, f"{DAY}T12:00:00Z", made.asked.labels, content_of(made, today))


class Asked:
    """Answers always the same, and notes what it was asked."""

    def __init__(self, now: Answer) -> None:
        self.now = now
        self.calls: list[tuple[str, str, str]] = []

    def __call__(self, question: str, *, as_of: str, audience: str, keep: bool) -> Answer:
        assert not keep, "asking again must not fill the ledger"
        self.calls.append((question, as_of, audience))
        return self.now


def one(then: Answer, now: Answer, today: str = "") -> tuple[Reasked, Asked]:
    ask = Asked(now)
    (pair,) = ask_again([kept(then, today=today)], ask, AUDIENCES)
    return pair, ask


@pytest.mark.parametrize(
    ("then", "now", "outcome"),
    [
        (answer("Q?", GOOD), answer("Q?", GOOD), SAME),
        (answer("Q?"), answer("Q?"), SAME),
        (answer("Q?"), replace(answer("Q?"), text="Les documents ne le disent pas."), SAME),
        (answer("Q?", GOOD), answer("Q?", OTHER), CHANGED),
        (answer("Q?", GOOD), answer("Q?", NEWER), CHANGED),
        (answer("Q?", GOOD), answer("Q?"), NOW_ABSTAINS),
        (answer("Q?"), answer("Q?", GOOD), NOW_ANSWERS),
    ],
)
def test_old_and_new_are_compared_by_text_and_cited_places(then: Answer, now: Answer, outcome: str) -> None:
    pair, _ = one(then, now)
    assert (pair.outcome, pair.now) == (outcome, now)


def test_a_question_about_its_own_day_is_asked_about_today_and_others_about_theirs() -> None:
    assert one(answer("Q?"), answer("Q?"), today=DAY)[1].calls == [("Q?", "today", "staff")]
    assert one(answer("Q?"), answer("Q?"))[1].calls == [("Q?", DAY, "staff")]


def test_each_question_is_asked_once_and_its_latest_answer_compared() -> None:
    ask = Asked(answer("Q?", GOOD))
    answers = [
        kept(answer("Q?"), "first"),
        kept(answer("R?"), "other"),
        kept(answer("Q?", GOOD), "latest"),
        kept(answer("Q?", labels=PUBLIC), "public"),
    ]
    pairs = list(ask_again(answers, ask, AUDIENCES))
    assert [(pair.kept.id, pair.outcome) for pair in pairs] == [("other", NOW_ANSWERS), ("latest", SAME), ("public", NOW_ANSWERS)]


def test_a_fixed_question_is_asked_by_its_id_while_it_still_asks_the_same() -> None:
    then = answer("Q?", question_id="Q7")
    assert one(then, answer("Q?", question_id="Q7"))[1].calls == [("Q7", DAY, "staff")]
    assert one(then, answer("Another?", question_id="Q7"))[1].calls == [("Q7", DAY, "staff"), ("Q?", DAY, "staff")]


def test_a_fixed_question_that_is_gone_is_asked_by_its_words() -> None:
    def ask(question: str, *, as_of: str, audience: str, keep: bool) -> Answer:
        if question == "Q7":
            raise NotFoundError("no question has the ID 'Q7'")
        return answer(question)

    (pair,) = ask_again([kept(answer("Q?", question_id="Q7"))], ask, AUDIENCES)
    assert pair.outcome == SAME


def test_questions_of_audiences_that_are_gone_or_see_more_are_not_asked() -> None:
    ask = Asked(answer("Q?"))
    (pair,) = ask_again([kept(answer("Q?"))], ask, {"public": PUBLIC})
    assert (pair.outcome, pair.now, ask.calls) == (NOT_ASKED, None, [])
    assert pair.reason == "there is no audience 'staff' any more, or it sees more than the reader"


def test_a_question_that_is_refused_by_now_does_not_stop_the_others() -> None:
    def ask(question: str, *, as_of: str, audience: str, keep: bool) -> Answer:
        if question == "Bad?":
            raise UsageError("no words")
        return answer(question)

    pairs = list(ask_again([kept(answer("Bad?")), kept(answer("Q?"))], ask, AUDIENCES))
    assert [(pair.outcome, pair.reason) for pair in pairs] == [(NOT_ASKED, "no words"), (SAME, "")]
