"""No, because the quote negates what the question asks."""

import re

from policy_assistant.analysis import question_terms, terms
from policy_assistant.answer import Asked
from policy_assistant.extract.focus import Focus
from policy_assistant.extract.phrases import say
from policy_assistant.extract.scoring import Scored
from policy_assistant.extract.verdict.base import Verdict
from policy_assistant.extract.wanted import asking_sentences

LEAST_SHARE = 0.4
_REACH = 4
"""A negator denies what stands so many words after it, in the same clause."""
_LIGHT = {
    "en": frozenset(terms("offer have sell give provide make get take do", "en")),
    "fr": frozenset(terms("pas plus jamais offrons offre vendons vend donnons donne proposons propose avons faisons fait", "fr")),
}
"""Words of which only what follows says what is denied: "We do not offer a discount" denies a discount."""
_CLAUSE_END = re.compile(r"[,;:]\s")

_NEGATORS = re.compile(r"\b(?:cannot|never|not)\b|n['’]t\b|\bne\b|\bn['’]", re.IGNORECASE)
_EXCEPTIONS = re.compile(
    r"\b(?:except|unless|only|but|otherwise|matter|sauf|sinon|seulement|excepté|hormis|si|à moins|mais|ni)\b|\bs['’]ils?\b", re.IGNORECASE
)
_ANSWERED = re.compile(r"(?:yes|no|oui|non|si)\b", re.IGNORECASE)
"""A quote that begins so answers by itself, perhaps another question."""
MAX_WORDS = 25
"""A longer sentence says more than one thing."""

_NEGATIVE_QUESTION = re.compile(r"\b(?:not|never)\b|n['’]t\b|\bne\b|\bn['’]|\b(?:stop|refuse|without|sans)\b", re.IGNORECASE)


def _is_asked_about(subject: str, asked: Asked, language: str) -> bool:
    """Whether the question holds every content word of what a sentence denies something of: "employees on probation" are not all."""
    held = set(question_terms(asked.text, [asked.language, language]))
    return all(term in held for term in terms(subject, language) if term.isalpha())


def denial(asked: Asked, focus: Focus, one: Scored) -> Verdict | None:
    """No, where the quote negates a word that the question asks about, without an exception."""
    candidate = one.candidate
    asking = " ".join(asking_sentences(asked.text))
    if "yes or no" not in focus.wanted or one.share < LEAST_SHARE or candidate.header is not None:
        return None
    if (
        _NEGATIVE_QUESTION.search(asking)
        or _EXCEPTIONS.search(candidate.text)
        or _ANSWERED.match(candidate.text)
        or len(candidate.text.split()) > MAX_WORDS
    ):
        return None
    language = candidate.chunk.language
    held = set(question_terms(asked.text, [asked.language, language])) | {term for concept in focus.concepts for term in concept.terms}
    for match in _NEGATORS.finditer(candidate.text):
        if not _is_asked_about(candidate.text[: match.start()], asked, language):
            continue
        clause = _CLAUSE_END.split(candidate.text[match.end() :], maxsplit=1)[0]
        denied = [term for word in clause.split()[:_REACH] for term in terms(word, language)]
        if next((term for term in denied if term not in _LIGHT.get(language, ())), "") in held:
            return Verdict(say("no", asked.language), one)
    return None
