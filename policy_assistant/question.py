"""A question, cut and embedded for every kind of search, each part made when it is first needed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

from policy_assistant.analysis import base_language, likely_languages, question_terms, terms, words
from policy_assistant.code_terms import question_code_terms
from policy_assistant.code_words import code_concepts, weighted_code_terms
from policy_assistant.errors import ModelError
from policy_assistant.glossary import Glossary

if TYPE_CHECKING:
    from policy_assistant.models.base import Embedder
    from policy_assistant.store.base import Terms, Vector

RELATED_WEIGHT = 0.5
"""What a term of the glossary counts beside a term of the question itself (docs/concepts/search.md)."""


@dataclass(frozen=True)
class Question:
    """The text that is searched for. `embedder` is None where nothing is searched by meaning."""

    text: str
    languages: Sequence[str]
    glossary: Glossary
    embedder: "Embedder | None" = None

    @cached_property
    def words(self) -> list[str]:
        """The words as `bm25` takes them."""
        return words(self.text)

    @cached_property
    def terms(self) -> list[str]:
        """The analysed terms."""
        return question_terms(self.text, self.languages)

    @cached_property
    def related(self) -> list[str]:
        """What the glossary adds to the terms; a phrase is one text with blanks."""
        known = set(self.terms)
        return [phrase for phrase in self.glossary.expand(self.text, self.languages) if phrase not in known]

    @property
    def weighted_terms(self) -> "Terms":
        """The terms and what is related to them, with their weights."""
        return [(self.terms, 1.0), *([(self.related, RELATED_WEIGHT)] if self.related else [])]

    @cached_property
    def code_concepts(self) -> Mapping[str, frozenset[str]]:
        """What it asks of code: each of its words with all terms that may stand for it."""
        words = {word: code_concepts(word, self.languages, self.glossary) for word in dict.fromkeys(self.text.split())}
        asked = frozenset(question_code_terms(self.text, self.languages))
        return {word: found[0] for word, found in words.items() if found and not asked.isdisjoint(found[0])}

    @cached_property
    def weighted_code_terms(self) -> "Terms":
        """The terms by which code is searched and what is related to them, with their weights."""
        return weighted_code_terms(self.text, self.languages, self.glossary)

    @cached_property
    def language(self) -> str:
        """The language that it is most likely in, without a country; the first of the project's in a draw."""
        return likely_languages(self.text, [base_language(language) for language in self.languages])[0]

    @cached_property
    def concepts(self) -> Sequence[frozenset[str]]:
        """What it asks about: for each content word the terms that stand for it, by any language and by the glossary.

        A code or number stands for itself alone.
        """
        found: list[frozenset[str]] = []
        asked = frozenset(self.terms)
        for word in dict.fromkeys(self.text.split()):
            forms = [term for term in question_terms(word, self.languages) if term in asked]
            if any(_has_digit(term) for term in forms):
                found.extend(frozenset([term]) for term in forms)
            elif forms:
                related = self.glossary.expand(word, self.languages)
                found.append(frozenset([*forms, *(term for term in related if " " not in term)]))
        return list(dict.fromkeys(found))

    @cached_property
    def concepts_of(self) -> Mapping[str, Sequence[int]]:
        """Term -> the numbers of the concepts that it stands for."""
        numbers: dict[str, list[int]] = {}
        for number, concept in enumerate(self.concepts):
            for term in concept:
                numbers.setdefault(term, []).append(number)
        return numbers

    @cached_property
    def pairs(self) -> Sequence[tuple[str, str]]:
        """Its neighbouring terms, by its own language."""
        return list(pairwise(terms(self.text, self.language)))

    @cached_property
    def codes(self) -> Sequence[str]:
        """Its terms with a digit."""
        return [term for term in self.terms if _has_digit(term)]

    @property
    def model(self) -> str:
        """The name of the embedder, or empty."""
        return self.embedder.name if self.embedder else ""

    @cached_property
    def vector(self) -> "Vector":
        """The question's vector. Raises `ModelError` when the embedder fails."""
        if self.embedder is None:
            raise ModelError("a search by meaning needs an embedder, and none is in use")
        vector: Vector = self.embedder.questions([self.text])[0]
        return vector


def _has_digit(term: str) -> bool:
    return any(char.isdigit() for char in term)
