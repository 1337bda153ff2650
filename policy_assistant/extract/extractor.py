"""The extractor: passages become a reply in the documents' own words, or none.

Candidates are scored, the best are chosen, and it is decided whether they answer. Nothing that a document says can change
these steps: its text is only compared and quoted.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from policy_assistant.answer import Asked, Decision, silence
from policy_assistant.claims import Cited, Claim, Reply, may_be_quoted
from policy_assistant.extract.candidates import Candidate, candidates
from policy_assistant.extract.decision import Nearness, decide
from policy_assistant.extract.disagreement import Disagreement, find_disagreement
from policy_assistant.extract.focus import Focus
from policy_assistant.extract.phrases import say
from policy_assistant.extract.scoring import Scored, scored
from policy_assistant.extract.selection import MAX_WORDS, SUPPLIER, Chosen, choose
from policy_assistant.extract.verdict.base import Verdict
from policy_assistant.extract.verdict.rules import verdict
from policy_assistant.metadata import Chunk


@dataclass(frozen=True)
class Extraction:
    """A reply with the decision that led to it, and what the reader must know besides."""

    reply: Reply
    decision: Decision
    notes: tuple[str, ...] = ()
    disagreement: Disagreement | None = None


def extract(
    asked: Asked,
    focus: Focus,
    passages: Sequence[Chunk],
    *,
    precedence: Sequence[str] = (),
    quote_flagged: Collection[str] = (),
    nearness: Nearness | None = None,
    least_confidence: float = 0.0,
) -> Extraction:
    """The reply that passages, in the order of the search, give to a question.

    Passages that steer a reader are left out, but for the document types of `quote_flagged`. `precedence` is that of
    document types, `least_confidence` a threshold to use instead of the calibrated one.
    """
    quotable = candidates([chunk for chunk in passages if may_be_quoted(chunk, quote_flagged)])
    focus = focus.widened(frozenset[str]().union(*(one.all_terms for one in quotable)))
    found = scored(quotable, focus)
    disagreement = find_disagreement(found, focus, precedence)
    first = disagreement.quoted if disagreement else ()
    chosen = choose(_without_overruled(found, disagreement), focus, first)
    decision = decide(focus, found, chosen, nearness, least_confidence)
    if decision.confidence < decision.threshold:
        return Extraction(Reply(False, silence(asked.language), ()), decision)
    ruling = verdict(asked, focus, [one.scored for one in chosen], disagreement, precedence)
    claims = _claims(choose(_without_overruled(found, disagreement), focus, first, _words_left(ruling)) if ruling else chosen, ruling)
    notes = [_said_otherwise(disagreement, asked.language)] if disagreement else []
    if chosen[0].scored.candidate.chunk.doc_type == SUPPLIER:
        notes.append(say("supplier", asked.language))
    return Extraction(Reply(True, "\n".join(claim.text for claim in claims), claims), decision, tuple(notes), disagreement)


def _without_overruled(found: Sequence[Scored], disagreement: Disagreement | None) -> Sequence[Scored]:
    """The candidates but for what another passage overrules."""
    if disagreement is None or not disagreement.by_rank:
        return found
    return [one for one in found if one is not disagreement.overruled]


def _words_left(ruling: Verdict) -> int:
    return MAX_WORDS - len(ruling.text.split())


def _claims(chosen: Sequence[Chosen], ruling: Verdict | None) -> tuple[Claim, ...]:
    quotes = [Claim(one.text, _cited(one.scored.candidate)) for one in chosen]
    if ruling is None:
        return tuple(quotes)
    return (Claim(ruling.text.strip(), _cited(ruling.rests_on.candidate)), *quotes)


def _cited(candidate: Candidate) -> tuple[Cited, ...]:
    """The quote with its place; of a table row the row of its header as well, of a list item the line before its list."""
    chunk = candidate.chunk
    own = Cited(chunk.chunk_id, candidate.text, candidate.start)
    around = candidate.header or candidate.lead
    if around is None:
        return (own,)
    return (own, Cited(chunk.chunk_id, chunk.quote[around.start : around.end], chunk.start + around.start))


def _said_otherwise(disagreement: Disagreement, language: str) -> str:
    """Where passages disagree, and which is followed."""
    held, overruled = disagreement.held.candidate, disagreement.overruled.candidate
    return say(
        "overruled" if disagreement.by_rank else "disagree",
        language,
        other=f"{overruled.chunk.doc_id} v{overruled.chunk.version}",
        quote=overruled.text,
        other_type=overruled.chunk.doc_type or "-",
        one=f"{held.chunk.doc_id} v{held.chunk.version}",
        one_type=held.chunk.doc_type or "-",
    )
