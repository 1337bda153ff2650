"""Ask every question for an answer and judge it: keys, abstention, citations, quotes, leaks.

An answer is correct when it does what is expected of it. A question that the documents answer expects an answer in which
every key (a regular expression, case ignored) is found and no `must_not`; without keys it is not scored. One that they do
not answer expects an abstention, and only the decision counts as one, not the wording. One whose passages the audience may
not see may be abstained or answered from what it may see: it is not scored, but it must not leak. Keys are looked for in
the answer and the texts of its standing claims.
"""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from policy_assistant.analysis import base_language, likely_languages
from policy_assistant.answer import Answer, Asked
from policy_assistant.claims import CheckedClaim, Citation
from policy_assistant.errors import InputRefusedError, UsageError
from policy_assistant.evaluate.exactness import Sources
from policy_assistant.evaluate.measures import covers, visible
from policy_assistant.evaluate.questions import Question
from policy_assistant.evaluate.run import EACH_QUESTION
from policy_assistant.filters import parse_as_of
from policy_assistant.metadata import Chunk

if TYPE_CHECKING:
    from policy_assistant.ask import Answerer

MAX_WORDS = 60
"""An answer is meant to have no more words."""

Expected = Literal["answer", "abstain", "either"]


@dataclass(frozen=True)
class Judged:
    """One question with its answer, and what is right and wrong with it.

    `missing` are the keys that were not found, `violated` the `must_not` that were. `is_relevant` says whether a standing
    claim cites a relevant passage, None where nothing was answered or the question names no passage that the audience may
    see. `leaks` are the IDs of passages, found or cited, that the audience may not see. `quotes` counts the quotes of all
    claims, the withheld ones too; `inexact` says of each that is not in its file what is wrong.
    """

    question: Question
    answer: Answer
    expected: Expected
    missing: tuple[str, ...] = ()
    violated: tuple[str, ...] = ()
    is_relevant: bool | None = None
    leaks: tuple[str, ...] = ()
    quotes: int = 0
    inexact: tuple[str, ...] = ()

    @property
    def is_valid(self) -> bool:
        """Whether there is an answer or an abstention, not a refusal or an unusable reply."""
        return not self.answer.problems

    @property
    def is_answered(self) -> bool:
        """Whether something was said."""
        return self.is_valid and self.answer.answerable

    @property
    def is_abstained(self) -> bool:
        """Whether it was decided that the documents do not say."""
        return self.is_valid and not self.answer.answerable

    @property
    def is_correct(self) -> bool | None:
        """Whether the answer is what was expected, None where that is not scored."""
        if self.expected == "abstain":
            return self.is_abstained
        if self.expected == "either" or not self.question.keys:
            return None
        return self.is_answered and not self.missing and not self.violated

    @property
    def words(self) -> int:
        """The number of words of the answer, 0 for an abstention."""
        return len(self.answer.text.split()) if self.is_answered else 0

    @property
    def failed_checks(self) -> Counter[str]:
        """How often each check failed, over all claims."""
        return Counter(problem.name for claim in self.answer.claims for problem in claim.problems)

    @property
    def search_milliseconds(self) -> float:
        """The time of the search."""
        return self.answer.trace.milliseconds.get("search", 0.0)

    @property
    def further_milliseconds(self) -> float:
        """The time of everything beyond the search: context, reply, checks."""
        return sum(self.answer.trace.milliseconds.values()) - self.search_milliseconds

    @property
    def faults(self) -> tuple[str, ...]:
        """What is wrong, as sentences; empty when nothing is."""
        return (*self._faults_of_content(), *(f"leak: passage {name}" for name in self.leaks), *(f"quote: {one}" for one in self.inexact))

    def _faults_of_content(self) -> list[str]:
        if not self.is_valid:
            return [f"no answer: {', '.join(self.answer.problems)}"]
        if self.expected == "abstain" and self.is_answered:
            return ["answered, although the documents do not say"]
        violated = [f"must_not found: {', '.join(self.violated)}"] if self.violated else []
        if self.expected != "answer":
            return violated
        if not self.is_answered:
            return [f"abstained: {_reason(self.answer)}"]
        missing = [f"keys missing: {', '.join(self.missing)}"] if self.missing else []
        is_astray = self.is_relevant is False and not self.is_correct
        astray = [f"wrong passage: cites {_places(self.answer)}"] if is_astray else []
        return [*missing, *violated, *astray]


@dataclass(frozen=True)
class AnswerEvaluation:
    """All questions with their answers. `as_of` is a date or `question`; `labels` are those that the audience sees."""

    k: int
    as_of: str
    audience: str
    labels: frozenset[str]
    judged: tuple[Judged, ...]

    @property
    def method(self) -> str:
        """The method of search; empty when nothing was asked."""
        return self.judged[0].answer.method if self.judged else ""

    @property
    def model(self) -> str:
        """What answered; empty when nothing was asked."""
        return self.judged[0].answer.model if self.judged else ""

    @property
    def prompt(self) -> str:
        """The prompt and its hash; empty for the extractor."""
        return self.judged[0].answer.prompt if self.judged else ""

    @property
    def name(self) -> str:
        """What these answers are called in a gate: the method, and who answered."""
        return " ".join(filter(None, (self.method, "answered by", self.model, self.prompt)))

    @property
    def missed(self) -> list[Judged]:
        """The questions with a fault, in file order."""
        return [one for one in self.judged if one.faults]


@dataclass(frozen=True)
class AnswerSetting:
    """What an evaluation of answers varies, beside who answers. `day` is the date for all questions, None for each one's own."""

    k: int
    day: str | None
    audience: str
    labels: frozenset[str]
    today: str
    languages: Sequence[str]

    def asked(self, question: Question) -> Asked:
        """A fixed question as it is asked."""
        languages = [base_language(language) for language in self.languages]
        language = base_language(question.language) if question.language else likely_languages(question.question, languages)[0]
        day = self.day or question.as_of or self.today
        return Asked(question.question, language, day, self.audience, self.labels, question.id)


def day_of(as_of: str, today: str) -> str | None:
    """The date that all questions are asked with, None (nothing is given) for each one's own.

    Raises:
        UsageError: `none`, or no date.
    """
    if not as_of:
        return None
    day = parse_as_of(as_of, today)
    if day is None:
        raise UsageError("an answer needs a day: `none` is not allowed here", hint="leave --as-of out, or give a date")
    return day


def answering(answerer: "Answerer", setting: AnswerSetting, *, without_relevant: bool = False) -> Callable[[Question], Answer]:
    """What answers a fixed question; when asked for, as if the documents that the question names as relevant were not there."""

    def answer(question: Question) -> Answer:
        without = {passage["doc_id"] for passage in question.relevant} if without_relevant else ()
        return replace(answerer, without_documents=without).answer(setting.asked(question), setting.k)

    return answer


def evaluate_answers(
    questions: Sequence[Question],
    answer: Callable[[Question], Answer],
    sources: Sources,
    setting: AnswerSetting,
    progress: Callable[[int, int], None] | None = None,
) -> AnswerEvaluation:
    """Judge the answer to each question.

    Raises:
        InputRefusedError: a key or `must_not` is no regular expression.
    """
    check_patterns(questions)
    judged = []
    for number, question in enumerate(questions, 1):
        judged.append(judge(question, answer(question), sources, setting.labels))
        if progress:
            progress(number, len(questions))
    return AnswerEvaluation(setting.k, setting.day or EACH_QUESTION, setting.audience, setting.labels, tuple(judged))


def check_patterns(questions: Sequence[Question]) -> None:
    """Refuse keys that cannot be looked for. Raises `InputRefusedError`."""
    for question in questions:
        for pattern in (*question.keys, *question.must_not):
            try:
                re.compile(pattern)
            except (re.error, OverflowError, RecursionError) as error:
                raise InputRefusedError(
                    f"{question.id}: {pattern!r:.80} is not a regular expression ({error})",
                    hint="`policy-assistant questions --check` lists every one that is not",
                ) from None


def judge(question: Question, answer: Answer, sources: Sources, labels: frozenset[str]) -> Judged:
    """What is right and wrong with an answer to a question, for an audience that sees these labels."""
    shown = answer.standing if answer.answerable else ()
    text = "\n".join([answer.text, *(claim.text for claim in shown)])
    quotes = [citation for claim in answer.claims for citation in claim.citations if citation.quote]
    expected = expected_of(question, labels)
    is_answered = answer.answerable and not answer.problems
    return Judged(
        question=question,
        answer=answer,
        expected=expected,
        missing=tuple(key for key in question.keys if not _found(key, text)) if expected == "answer" else (),
        violated=tuple(pattern for pattern in question.must_not if _found(pattern, text)),
        is_relevant=_cites_relevant(question, shown, labels) if is_answered else None,
        leaks=_leaks(answer, labels),
        quotes=len(quotes),
        inexact=tuple(problem for citation in quotes if (problem := sources.problem_of(citation))),
    )


def expected_of(question: Question, labels: frozenset[str]) -> Expected:
    """What an audience with these labels should get: an answer, an abstention, or either of the two."""
    if question.abstain:
        return "abstain"
    return "either" if question.relevant and not visible(question, labels) else "answer"


def _found(pattern: str, text: str) -> bool:
    return re.search(pattern, text, re.IGNORECASE) is not None


def _cites_relevant(question: Question, claims: Sequence[CheckedClaim], labels: frozenset[str]) -> bool | None:
    relevant = visible(question, labels)
    if not relevant:
        return None
    return any(covers(citation.chunk, key) for citation in _citations(claims) for key in relevant)


def _citations(claims: Sequence[CheckedClaim]) -> list[Citation]:
    return [citation for claim in claims for citation in claim.citations]


def _leaks(answer: Answer, labels: frozenset[str]) -> tuple[str, ...]:
    seen = [*answer.passages, *answer.context.kept, *(citation.chunk for citation in _citations(answer.claims))]
    return tuple(dict.fromkeys(chunk.chunk_id for chunk in seen if chunk.access not in labels))


def _reason(answer: Answer) -> str:
    if answer.decision and answer.decision.reason:
        return answer.decision.reason
    if answer.withheld:
        return f"no claim stands ({', '.join(dict.fromkeys(p.name for claim in answer.withheld for p in claim.problems))})"
    return "no passage was given" if not answer.context.kept else "what answers decided so"


def _places(answer: Answer) -> str:
    return ", ".join(dict.fromkeys(place_of(chunk) for chunk in answer.cited)) or "nothing"


def place_of(chunk: Chunk) -> str:
    """Document, version and section of a passage, in words."""
    return f"{chunk.doc_id} v{chunk.version} | {chunk.section or '-'}"
