"""The amounts of a quote in the language of the question."""

from policy_assistant.analysis import base_language, folded
from policy_assistant.answer import Asked
from policy_assistant.extract.evidence import quantities_of
from policy_assistant.extract.focus import Focus
from policy_assistant.extract.phrases import amount_in_words, say
from policy_assistant.extract.scoring import Scored
from policy_assistant.extract.verdict.base import Verdict

MAX_TRANSLATED = 4


def translation(asked: Asked, focus: Focus, one: Scored) -> Verdict | None:
    """The amounts that the first quote answers with, in the language of the question."""
    candidate = one.candidate
    language = base_language(candidate.chunk.language)
    if language == asked.language:
        return None
    found = quantities_of(focus.wanted.kinds, candidate.text, language)
    told = {
        candidate.text[q.start : q.end]: amount_in_words(q, asked.language)
        for q in found[:MAX_TRANSLATED]
        if not candidate.text[q.start : q.end].isdigit()
    }
    changed = {source: target for source, target in told.items() if target and folded(source) != folded(target)}
    if not changed:
        return None
    parts = [say("translated", asked.language, source=source, target=target) for source, target in changed.items()]
    return Verdict("; ".join(parts), one)
