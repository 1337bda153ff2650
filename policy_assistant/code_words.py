"""What else a question's words are called in code: short forms, other verbs, English for French.

The words come from the project's glossary and from a shipped list of words of programs (`data/code-words.txt`).
"""

from collections.abc import Sequence
from functools import cache
from importlib.resources import as_file, files

from policy_assistant.analysis import base_language, likely_languages
from policy_assistant.code_terms import question_code_terms, term_of_stem
from policy_assistant.glossary import Glossary, load_glossary
from policy_assistant.store.base import Terms

RELATED_WEIGHT = 0.25
TRANSLATED_WEIGHT = 1.0
"""What a related term counts beside a term of the question: in an English question, and in one of another language, whose own
words most code does not hold (docs/concepts/code.md)."""

Concept = frozenset[str]
"""The terms that stand for one word of a question."""


def weighted_code_terms(text: str, languages: Sequence[str], glossary: Glossary) -> Terms:
    """The terms of a question about code and what is related to them, with their weights."""
    own = question_code_terms(text, languages)
    related = [term for term in _related(text, languages, glossary) if term not in own]
    return [(own, 1.0), (related, _weight(text, languages))] if related else [(own, 1.0)]


def code_concepts(text: str, languages: Sequence[str], glossary: Glossary) -> list[Concept]:
    """What a question about code asks about: of each of its words all terms that may stand for it."""
    asked = frozenset(question_code_terms(text, languages))
    found = []
    for word in dict.fromkeys(text.split()):
        own = asked.intersection(question_code_terms(word, languages))
        if own:
            found.append(own.union(_related(word, languages, glossary)))
    return list(dict.fromkeys(found))


def _related(text: str, languages: Sequence[str], glossary: Glossary) -> list[str]:
    """The terms of what the glossaries add; a glossary gives them stemmed, by the English rules too."""
    by = ["en", *languages]
    phrases = [phrase for known in (glossary, _words_of_code()) for phrase in known.expand(text, by)]
    return list(dict.fromkeys(term_of_stem(stem) for phrase in phrases for stem in phrase.split()))


def _weight(text: str, languages: Sequence[str]) -> float:
    likely = likely_languages(text, [base_language(language) for language in languages])
    return RELATED_WEIGHT if "en" in likely else TRANSLATED_WEIGHT


@cache
def _words_of_code() -> Glossary:
    with as_file(files("policy_assistant").joinpath("data/code-words.txt")) as shipped:
        return load_glossary(shipped)
