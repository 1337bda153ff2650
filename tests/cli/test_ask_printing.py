"""How an answer is shown in words, from answers made by hand: places, quotes, marks, what was withheld, abstentions."""

import io
import sys

import pytest

from policy_assistant.answer import Answer, Decision
from policy_assistant.cite import check
from policy_assistant.claims import HARD, SOFT, CheckedClaim, Cited, Claim, Problem
from policy_assistant.cli.answer_phrases import _PHRASES, Phrases
from policy_assistant.cli.answers import _CHECKS, marks, say_answer
from tests.cli.ask_samples import GATE, SHOES, answer, claim
from tests.evaluate.samples import passage

OWNERS = {("shoes", "2"): "Ada"}
EN = Phrases("en")


def shown(value: Answer, capsys: pytest.CaptureFixture[str]) -> list[str]:
    say_answer(value, OWNERS)
    return capsys.readouterr().out.splitlines()


def test_the_answer_comes_first_then_its_place_quote_and_checks(capsys: pytest.CaptureFixture[str]) -> None:
    assert shown(answer(claim("They stay outside.", quote="Wet shoes stay outside.")), capsys) == [
        "They stay outside.",
        "",
        f"1. House rules (shoes), version 2 | Hall | pages 3-4 | in force from 2026-01-01 to 2026-12-31 | [{SHOES.chunk_id}]",
        "   \u201cWet shoes stay outside.\u201d",
        "   \u2713 exists  \u2713 given  \u2713 allowed  \u2713 in force  \u2713 clean  \u2713 quote  \u2713 numbers  \u2713 words  \u2713 negation",
    ]


def test_our_words_are_in_the_language_of_the_question(capsys: pytest.CaptureFixture[str]) -> None:
    lines = shown(answer(claim("Dehors.", quote="Wet shoes"), language="fr"), capsys)
    assert "en vigueur du 2026-01-01 au 2026-12-31" in lines[2]
    assert lines[3] == "   \u00ab\u00a0Wet shoes\u00a0\u00bb"
    assert "\u2713 autoris\u00e9" in lines[4]


def test_an_unknown_language_gets_english(capsys: pytest.CaptureFixture[str]) -> None:
    assert "in force from" in shown(answer(claim("Au\u00dfen."), language="de"), capsys)[2]


@pytest.mark.parametrize(
    ("fields", "period"),
    [
        ({}, "in force without end"),
        ({"effective_from": "2026-01-01"}, "in force from 2026-01-01"),
        ({"effective_to": "2026-12-31"}, "in force until 2026-12-31"),
    ],
)
def test_open_periods_are_said(fields: dict[str, str], period: str) -> None:
    assert EN.place(passage("a", **fields)).split(" | ")[2] == period  # and no pages, for it has none


def test_several_claims_are_told_apart_by_their_text(capsys: pytest.CaptureFixture[str]) -> None:
    lines = shown(answer(claim("Outside.", quote="Wet shoes"), claim("The gate is shut at 22:00.", GATE, GATE.quote)), capsys)
    assert lines[:2] == ["Outside.", "The gate is shut at 22:00."]
    assert lines[3] == "1. Outside."
    assert lines[4].startswith("   House rules")
    assert lines[8].startswith("2. gate (gate)"), "a claim that is its own quote is not said twice"


def test_quotes_of_one_passage_stand_below_one_place(capsys: pytest.CaptureFixture[str]) -> None:
    two = claim("Outside.", quote="Wet shoes")
    two = CheckedClaim(two.text, two.cited, (*two.citations, *claim("x", quote="stay outside.").citations))
    lines = shown(answer(two), capsys)
    assert lines[3:5] == ["   \u201cWet shoes\u201d", "   \u201cstay outside.\u201d"]
    assert sum("House rules" in line for line in lines) == 1


def test_a_quote_of_several_lines_keeps_them(capsys: pytest.CaptureFixture[str]) -> None:
    table = passage("t", text="| a | b |\n| 1 | 2 |", end=19)
    assert shown(answer(claim("1 is 2.", table, table.quote)), capsys)[3:5] == ["   \u201c| a | b |", "   | 1 | 2 |\u201d"]


def test_a_doubt_is_marked_with_what_was_found() -> None:
    line = marks(claim("x", quote="Wet", problems=[Problem("unsupported", "0.42"), Problem("negation", "not")]), EN)
    assert "! words (0.42)" in line
    assert "! negation (not)" in line


def test_a_check_that_was_not_made_is_no_passed_one_and_a_note_says_why(capsys: pytest.CaptureFixture[str]) -> None:
    why = "words and negation were not compared: the claim is in `fr`, a cited passage in `en`"
    skipped = claim("x", notes=[why, "read by hand"])
    line = marks(skipped, EN)
    assert line.endswith("\u2713 numbers  - words  - negation")
    assert "- quote (none given)" in line
    assert shown(answer(skipped), capsys)[-2:] == [f"   Note: {why}", "   Note: read by hand"]


def test_the_checks_write_such_notes() -> None:
    english = passage("a", text="Wet shoes stay outside.", end=23)
    said = Claim("Les chaussures sont dehors.", (Cited(english.chunk_id),))
    checked = check(said, answer(language="fr").asked, [english], lambda _: [english])
    assert checked.notes
    assert "- words  - negation" in marks(checked, EN)


def test_nothing_is_marked_as_passed_where_nothing_is_cited() -> None:
    assert "\u2713" not in marks(CheckedClaim("x", (), ()), EN)


def test_a_flagged_passage_that_the_settings_allow_is_not_called_clean() -> None:
    flagged = passage("f", flags=("encoded text",))
    assert "! clean (flagged: encoded text; the settings allow it)" in marks(claim("x", flagged), EN)


def test_every_problem_belongs_to_a_check_and_has_words() -> None:
    shown_by = [name for names in _CHECKS.values() for name in names]
    assert sorted(shown_by) == sorted([*HARD, *SOFT])
    assert set(shown_by) <= set(_PHRASES)
    assert {f"check {name}" for name in _CHECKS} <= set(_PHRASES)


def test_phrases_take_the_same_values_in_both_languages() -> None:
    for name, (english, french) in _PHRASES.items():
        assert english.count("{}") == french.count("{}"), name


def test_what_is_withheld_is_named_by_its_problems_without_its_text(capsys: pytest.CaptureFixture[str]) -> None:
    bad = claim("Shoes may stay 45 days.", problems=[Problem("number_not_found", "45"), Problem("unsupported", "0.10")])
    lines = shown(answer(bad, claim("They stay outside.", quote="Wet shoes")), capsys)
    assert lines[2].startswith("2. "), "claims keep the numbers that problems give them"
    assert lines[-2:] == [
        "Withheld, for checks failed:",
        "   claim 1: a number, date or code of it is in no cited passage (number_not_found: 45)",
    ]
    assert "may stay" not in "\n".join(lines)


def test_an_abstention_says_why_what_was_found_and_whom_to_ask(capsys: pytest.CaptureFixture[str]) -> None:
    lines = shown(answer(decision=Decision(0.1, 0.5, {}, ("socks",), "No passage holds `socks`.")), capsys)
    assert lines[:4] == ["The documents do not say.", "Reason: No passage holds `socks`.", "", "Passages found:"]
    assert lines[4].startswith("   House rules (shoes), version 2 | Hall")
    assert lines[4].endswith(" | owner Ada")
    assert "owner" not in lines[5]
    assert lines[6] == f"What to do: read a passage with `policy-assistant search --show {SHOES.chunk_id}`, or ask Ada."


def test_an_abstention_in_french(capsys: pytest.CaptureFixture[str]) -> None:
    lines = shown(answer(language="fr"), capsys)
    assert (lines[0], lines[2]) == ("Les documents ne le disent pas.", "Passages trouv\u00e9s\u00a0:")


def test_without_passages_the_day_and_the_audience_are_said(capsys: pytest.CaptureFixture[str]) -> None:
    lines = shown(answer(passages=()), capsys)
    assert lines[2] == "No passage in force on 2026-10-09 that public may see has a word of the question."
    assert lines[3].startswith("What to do: ask in other words")


def test_nothing_stands_and_all_is_withheld(capsys: pytest.CaptureFixture[str]) -> None:
    nothing = CheckedClaim("Zebras.", (Cited("0" * 12),), (), (Problem("missing_id", "0" * 12),))
    text = "\n".join(shown(answer(nothing), capsys))
    assert text.startswith("The documents do not say.")
    assert f"claim 1: it cites a passage that does not exist (missing_id: {'0' * 12})" in text
    assert "Zebras" not in text


def test_a_reply_that_cannot_be_used_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert "The model's reply could not be used: cut: at 2,000 tokens" in shown(answer(problems=("cut: at 2,000 tokens",)), capsys)


def test_claims_of_a_reply_that_says_no_answer_are_not_shown(capsys: pytest.CaptureFixture[str]) -> None:
    silent = answer(claim("Outside.", quote="Wet shoes"), answerable=False, text="The documents do not say.")
    assert "Outside." not in "\n".join(shown(silent, capsys))


def test_notes_come_last(capsys: pytest.CaptureFixture[str]) -> None:
    assert shown(answer(claim("Outside."), notes=("Two documents disagree.",)), capsys)[-1] == "Note: Two documents disagree."


def test_text_of_documents_cannot_steer_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    evil = passage("evil", title="A\x1b[2J\nB", text="\x1b]0;x\x07gone", end=10)
    say_answer(answer(claim("\x1b[31mred", evil, evil.quote)), {})
    out = capsys.readouterr().out
    assert "\x1b" not in out
    assert "\x07" not in out
    assert "A[2J B (evil)" in out


@pytest.mark.parametrize("encoding", ["ascii", "cp437"])
def test_plain_signs_where_the_terminal_has_no_others(encoding: str, monkeypatch: pytest.MonkeyPatch) -> None:
    printed = io.TextIOWrapper(io.BytesIO(), encoding=encoding, errors="replace")
    monkeypatch.setattr(sys, "stdout", printed)
    say_answer(answer(claim("Outside.", quote="Wet shoes", problems=[Problem("unsupported", "0.42")])), {})
    printed.flush()
    text = printed.buffer.getvalue().decode(encoding)
    assert '   "Wet shoes"' in text
    assert "+ exists  + given" in text
    assert "! words (0.42)" in text


def test_a_passage_beside_which_hidden_text_was_left_out_is_clean() -> None:
    assert "\u2713 clean" in marks(claim("x", passage("f", flags=("hidden text",))), EN)
