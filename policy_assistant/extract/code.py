"""The extractor for code: a question is answered with the heads of the pieces that handle it, word for word.

A head is what declares a piece, with the first line that describes it. Whether the pieces answer at all is decided by how much
of the question their names and texts hold.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from policy_assistant.answer import Decision, silence
from policy_assistant.claims import Cited, Claim, Reply, may_be_quoted
from policy_assistant.code_places import place_of
from policy_assistant.code_terms import code_terms, path_terms
from policy_assistant.metadata import Chunk
from policy_assistant.question import Question

THRESHOLD = 0.5
"""The least share of the question's words (docs/concepts/code.md)."""

MOST_CLAIMS = 3
MOST_LINES = 6
"""Of a head."""

_COMMENT = re.compile(r"^\s*(?://|#|--|\*/|\*)")
_SKIPPED = re.compile(r"^\s*(?:$|//|#|--|/\*|\*|@)")
_DESCRIBES = re.compile(r'^\s*(?:[rbuf]?"""|\'\'\'|//|#|/\*|\*|--)')


@dataclass(frozen=True)
class CodeExtraction:
    """A reply with the decision that led to it."""

    reply: Reply
    decision: Decision


def extract_code(question: Question, pieces: Sequence[Chunk], least: float = 0.0) -> CodeExtraction:
    """The reply that pieces of code, in the order of the search, give to a question. `least` replaces the threshold."""
    quotable = [piece for piece in pieces if may_be_quoted(piece)]
    asked = question.code_concepts
    shares = [_share(asked, piece) for piece in quotable]
    best, threshold = max(shares, default=0.0), least or THRESHOLD
    held = frozenset[str]().union(*map(_terms, quotable))
    missing = tuple(word for word, concept in asked.items() if concept.isdisjoint(held))
    reason = _reason(best, threshold, question.language, is_flagged=bool(pieces) and not quotable)
    decision = Decision(best, threshold, {"share": best}, missing, reason)
    if best < threshold:
        return CodeExtraction(Reply(False, silence(question.language), ()), decision)
    chosen = [piece for piece, share in zip(quotable, shares, strict=True) if share >= best / 2][:MOST_CLAIMS]
    claims = tuple(_claim(piece, question) for piece in chosen)
    return CodeExtraction(Reply(True, "\n".join(claim.text for claim in claims), claims), decision)


def _share(asked: Mapping[str, frozenset[str]], piece: Chunk) -> float:
    """The share of the question's words that a piece holds, or what they are called in code."""
    held = _terms(piece)
    return sum(not concept.isdisjoint(held) for concept in asked.values()) / len(asked) if asked else 0.0


def _terms(piece: Chunk) -> frozenset[str]:
    return frozenset([*code_terms(piece.text), *code_terms(place_of(piece).name), *path_terms(piece.source)])


def _claim(piece: Chunk, question: Question) -> Claim:
    lines = piece.text.split("\n")
    first, last = _head(lines) if _declares(lines, piece) else _best_line(lines, frozenset().union(*question.code_concepts.values()))
    text = "\n".join(lines[first : last + 1])
    start = piece.start + sum(len(line) + 1 for line in lines[:first])
    return Claim(text, (Cited(piece.chunk_id, text, start),))


def _declares(lines: Sequence[str], piece: Chunk) -> bool:
    """Whether a piece begins with what it is called after; later parts of a long piece do not."""
    place = place_of(piece)
    first, last = _head(lines)
    return place.kind in ("module", "lines") or place.name.rpartition(".")[2] in "\n".join(lines[first : last + 1])


def _best_line(lines: Sequence[str], asked: frozenset[str]) -> tuple[int, int]:
    """The number of the line that holds most of the question's terms, twice."""
    held = [len(asked.intersection(code_terms(line))) for line in lines]
    best = held.index(max(held))
    return best, best


def _head(lines: Sequence[str]) -> tuple[int, int]:
    """The numbers, from 0, of the first and last line of what declares a piece, with the line that describes it above or below."""
    declared = next((n for n, line in enumerate(lines) if not _SKIPPED.match(line)), 0)
    first = declared - 1 if declared and _COMMENT.match(lines[declared - 1]) else declared
    last = declared
    while last + 1 < len(lines) and last - declared < MOST_LINES - 1 and not _is_closed(lines[declared : last + 1]):
        last += 1
    if last + 1 < len(lines) and _DESCRIBES.match(lines[last + 1]):
        last += 1
    return first, last


def _is_closed(lines: Sequence[str]) -> bool:
    """Whether as many brackets are closed as were opened."""
    text = "\n".join(lines)
    return sum(map(text.count, "([")) <= sum(map(text.count, ")]"))


def _reason(share: float, threshold: float, language: str, *, is_flagged: bool) -> str:
    flagged, held, under = _REASONS["fr" if language == "fr" else "en"]
    if is_flagged:
        return flagged
    return held.format(share) + (under.format(threshold) if share < threshold else "")


_REASONS = {
    "en": (
        "The code found holds text that is addressed to assistants, and is not quoted.",
        "The code found holds {:.0%} of the question's words",
        ", under the {:.0%} that an answer needs",
    ),
    "fr": (
        "Le code trouvé contient du texte adressé aux assistants ; il n’est pas cité.",
        "Le code trouvé contient {:.0%} des mots de la question",
        ", moins que les {:.0%} qu’il faut pour répondre",
    ),
}
"""What is said of flagged code, of the share that is held, and of one that is too small."""
