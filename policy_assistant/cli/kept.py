"""Kept answers in words, and what can be done with them: list, show, erase, verify."""

import getpass
from typing import TYPE_CHECKING

from policy_assistant.cli.output import excerpt, note, say, say_json
from policy_assistant.metadata import page_range
from policy_assistant.spots import spot_range

if TYPE_CHECKING:
    from policy_assistant.ledger.record import KeptAnswer, KeptClaim
    from policy_assistant.ledger.store import Ledger


def say_list(answers: "list[KeptAnswer]", *, as_json: bool) -> None:
    """One line an answer, the latest last."""
    from policy_assistant.ledger.record import answer_record

    if as_json:
        say_json({"answers": [answer_record(kept) for kept in answers]})
        return
    for kept in answers:
        state = "answered" if kept.answerable else "abstained"
        say(f"{kept.id} {kept.kept_at} {kept.audience} {state:9} as of {kept.as_of}  {excerpt(kept.question, 80)}")
    say(f"{len(answers)} kept answer{'' if len(answers) == 1 else 's'}")


def say_answer(kept: "KeptAnswer", *, as_json: bool) -> None:
    """One answer, whole."""
    from policy_assistant.ledger.record import answer_record

    if as_json:
        say_json(answer_record(kept))
        return
    asked = f"{kept.question_id}: {kept.question}" if kept.question_id else kept.question
    made_by = " | ".join(part for part in (kept.model, kept.method, kept.prompt, f"generation {kept.generation}") if part)
    say(f"{kept.id} {kept.kept_at} | {kept.audience} | as of {kept.as_of} | {made_by}")
    say(asked)
    say(kept.text)
    for number, claim in enumerate(kept.claims, 1):
        _say_claim(number, claim)
    for problem in (*kept.problems, *kept.notes):
        say(f"note: {problem}")


def say_erased(ledger: "Ledger", name: str, labels: frozenset[str], *, as_json: bool) -> None:
    """Erase one answer and say so."""
    erased = ledger.erase(name, labels=labels, by=_user())
    if as_json:
        say_json({"erased": [erased]})
    else:
        say(f"erased what the answer {erased} said; the ledger still shows that it was there, and who erased it")


def say_erased_before(ledger: "Ledger", day: str, labels: frozenset[str], *, as_json: bool) -> None:
    """Erase old answers and say how many."""
    count = ledger.erase_before(day, labels=labels, by=_user())
    if as_json:
        say_json({"erased": count, "before": day})
    else:
        say(f"erased what {count} answer{'' if count == 1 else 's'} from before {day} said")


def say_verified(ledger: "Ledger", anchor: str, *, as_json: bool) -> int:
    """Check the chain; the exit code."""
    from policy_assistant.errors import UsageError
    from policy_assistant.ledger.store import ID_DIGITS

    if anchor and len(anchor) < ID_DIGITS:
        raise UsageError(f"--anchor {anchor!r} is too short: {ID_DIGITS} digits at least", hint="it is what `--verify` printed once")
    problems, head = ledger.verify(anchor), ledger.head()
    if as_json:
        say_json({"entries": head.entries, "hash": head.hash, "problems": problems})
        return 1 if problems else 0
    for problem in problems:
        say(problem)
    say(f"{head.entries} entries | {len(problems) or 'no'} problem{'' if len(problems) == 1 else 's'} | head {head.hash}")
    if not anchor:
        note("hint: write the head down elsewhere; `audit --verify --anchor HASH` then finds a ledger that was made anew since")
    return 1 if problems else 0


def _say_claim(number: int, claim: "KeptClaim") -> None:
    say(f"{number}. {'ok' if claim.ok else 'withheld'}: {claim.text}")
    for c in claim.citations:
        spots = f" | {spot_range(c.spots)}" if c.spots else ""
        where = f"{c.doc_id} v{c.version} | {c.sections[0] if c.sections else '-'} | {'page' if len(c.pages) < 2 else 'pages'} {page_range(c.pages)}{spots} | chars {c.start}-{c.end}"
        say(f"   [{c.chunk_id}] {where}")
        if c.quote:
            say(f"   “{excerpt(c.quote, 300)}”")
    for problem in (*claim.problems, *claim.notes):
        say(f"   {problem}")


def _user() -> str:
    """Who runs the command, as the system knows him."""
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return "unknown"
