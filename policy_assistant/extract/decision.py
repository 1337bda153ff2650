"""To answer or to abstain: an explained decision from few signals, calibrated on questions with and without an answer.

Each signal means something by itself: what the best candidate lacks of the question's words and kinds of answer, and how far
the passages are in meaning where words are lacking. Their weights are data, one set for each embedder, fitted by
`python -m benchmarks.train_abstention`. The confidence is the logistic function of their sum.
"""

import json
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from policy_assistant.answer import Decision
from policy_assistant.extract.candidates import head_terms, terms_in
from policy_assistant.extract.focus import Focus
from policy_assistant.extract.phrases import say
from policy_assistant.extract.scoring import Scored
from policy_assistant.extract.selection import Chosen
from policy_assistant.metadata import Chunk

WORDS = "words"
"""The model where only words are known: no vectors, or those of an embedder that was not measured."""

NO_KIND = 0.6
"""What a candidate without any wanted kind of answer lacks, beside its words."""

FULLY_FROM = 2
"""The distance counts fully where half of the weight of a word or more is lacking."""

_YEAR = re.compile(r"\b(?:19|20)\d\d\b")

LOOKED_AT = 25
MISSING_SHOWN = 3

Signals = Mapping[str, float]


@dataclass(frozen=True)
class Model:
    """The weights of signals, the bias of their sum, and the confidence from which there is an answer."""

    weights: Mapping[str, float]
    bias: float
    threshold: float


@dataclass(frozen=True)
class Nearness:
    """How near in meaning the passages are: the highest cosine of one with the question, by which embedder."""

    embedder: str
    cosine: float


def decide(focus: Focus, found: Sequence[Scored], chosen: Sequence[Chosen], nearness: Nearness | None, least: float = 0.0) -> Decision:
    """The decision on what was chosen of the candidates `found`. `least` is a threshold to use instead of the calibrated one."""
    if not chosen:
        return Decision(0.0, 1.0, {}, reason=say("nothing found", focus.language))
    model = model_of(nearness.embedder if nearness else WORDS)
    signals = signals_of(focus, found, chosen, nearness)
    # Where the question has no telling word, or no word of it and no meaning is near, nothing speaks for an answer.
    # Nor does anything where the best quote speaks of another year than the question.
    says_nothing = not focus.concepts or not (nearness or signals["share"]) or _is_of_another_year(chosen[0], focus)
    confidence = 0.0 if says_nothing else confidence_of(signals, model)
    missing = focus.missing(_terms_of(one.scored.candidate.chunk for one in chosen))
    words = tuple(concept.word for concept in missing[:MISSING_SHOWN])
    threshold = least or model.threshold
    return Decision(confidence, threshold, signals, words, _reason(confidence >= threshold, words, signals, focus.language))


def signals_of(focus: Focus, found: Sequence[Scored], chosen: Sequence[Chosen], nearness: Nearness | None) -> Signals:
    """The signals of what was chosen.

    - lacking: what a candidate with what leads into it lacks of the focus (`Focus.lack`), plus `NO_KIND` times the share
      of wanted kinds that it lacks; of the candidate with least.
    - distance: 1 less the cosine of the nearest passage, as far as words are lacking: where none is, meaning decides nothing.
    - share, kinds: those of the best candidate.
    """
    best = chosen[0].scored
    quotable = [one for one in found[:LOOKED_AT] if one.candidate.unit.kind != "line"] or [best]
    signals = {"lacking": min(_lacking(one, focus) for one in quotable), "share": best.share, "kinds": best.kinds}
    if nearness:
        signals["distance"] = (1 - nearness.cosine) * min(1.0, FULLY_FROM * signals["lacking"])
    return signals


def confidence_of(signals: Signals, model: Model) -> float:
    """The logistic function of the weighted sum of signals."""
    total = model.bias + sum(weight * signals[name] for name, weight in model.weights.items())
    return 1 / (1 + math.exp(-max(-_MOST, min(_MOST, total))))


_MOST = 50.0


@cache
def _models() -> Mapping[str, Model]:
    """The shipped models by embedder."""
    text = files("policy_assistant").joinpath("data/abstention.json").read_text(encoding="utf-8")
    return {name: Model(**values) for name, values in json.loads(text)["models"].items()}


def model_of(embedder: str) -> Model:
    """The model for an embedder; that of words for one that was not measured."""
    return _models().get(embedder) or _models()[WORDS]


def _is_of_another_year(one: Chosen, focus: Focus) -> bool:
    """Whether the question asks for a year, and a quote names others but not that one."""
    asked = {concept.word for concept in focus.concepts if concept.is_number}
    named = set(_YEAR.findall(one.text))
    return bool(asked and named) and asked.isdisjoint(named)


def _lacking(one: Scored, focus: Focus) -> float:
    candidate = one.candidate
    return focus.lack(candidate.all_terms, candidate.chunk.language) + NO_KIND * (1 - one.kinds)


def _terms_of(chunks: Iterable[Chunk]) -> frozenset[str]:
    return frozenset[str]().union(*(terms_in(chunk.text, chunk.language) | head_terms(chunk) for chunk in chunks))


def _reason(answers: bool, missing: Sequence[str], signals: Signals, language: str) -> str:
    """The decision in one sentence."""
    if missing:
        words = ", ".join(say("quoted", language, word=word) for word in missing)
        return say("answered without" if answers else "words missing", language, words=words)
    if answers:
        return say("answered fully", language)
    return say("kind missing" if signals["kinds"] < 1 else "too far", language)
