"""Questions over passages of few words, as the extractor gets them."""

from collections.abc import Sequence
from typing import Any

from policy_assistant.extract.candidates import candidates, terms_in
from policy_assistant.extract.extractor import Extraction, extract
from policy_assistant.extract.focus import Focus, focus_of
from policy_assistant.extract.scoring import Scored, scored
from policy_assistant.glossary import Glossary
from policy_assistant.metadata import Chunk
from policy_assistant.question import Question
from policy_assistant.settings import AnswersSettings
from tests.cite.samples import asked, chunk

PASSAGES = 100
"""How many passages the index of a sample is said to have."""

Groups = Sequence[tuple[str, ...]]


def focus(text: str, *chunks: Chunk, language: str = "en", glossary: Groups = ()) -> Focus:
    """The focus of a question over an index in which these passages are all that holds its words."""

    def count(groups: Sequence[Sequence[str]]) -> list[int]:
        held = [terms_in(chunk.text, chunk.language) for chunk in chunks]
        return [sum(any(set(term.split()) <= terms for term in group) for terms in held) for group in groups]

    return focus_of(Question(text, ("en", "fr"), Glossary(tuple(glossary))), language, PASSAGES, count)


def ranked(text: str, *chunks: Chunk, language: str = "en") -> list[Scored]:
    """The candidates of passages, scored for a question."""
    return scored(candidates(chunks), focus(text, *chunks, language=language))


def best(text: str, body: str, language: str = "en", text_language: str = "") -> Scored:
    """The best candidate of one passage, in the language of the question unless told otherwise."""
    return ranked(text, chunk(body, language=text_language or language), language=language)[0]


def extracted(text: str, *chunks: Chunk, language: str = "en", glossary: Groups = (), **options: Any) -> Extraction:
    """What the extractor makes of passages, as with the settings' own precedence."""
    options.setdefault("precedence", AnswersSettings().precedence)
    return extract(asked(text, language), focus(text, *chunks, language=language, glossary=glossary), chunks, **options)


def said(text: str, *chunks: Chunk, language: str = "en", **options: Any) -> list[str]:
    """The claims that the extractor makes, whatever the confidence."""
    done = extracted(text, *chunks, language=language, **({"least_confidence": 0.001} | options))
    return [claim.text for claim in done.reply.claims]
