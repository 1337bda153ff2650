"""Are the questions sound? Every passage that they name exists, patterns compile, and each agrees with itself."""

import re
from collections.abc import Iterable, Iterator

from policy_assistant.evaluate.causes import Known
from policy_assistant.evaluate.questions import Question, key_name
from policy_assistant.filters import in_force
from policy_assistant.metadata import Chunk
from policy_assistant.search import Passage


def check_questions(questions: Iterable[Question], chunks: Iterable[Chunk]) -> list[str]:
    """What is wrong with the questions, as sentences; empty when nothing is."""
    known = Known(list(chunks))
    ids = {passage.chunk_id for passage in known.passages if isinstance(passage, Chunk)}
    return [
        f"{question.id}: {problem}"
        for question in questions
        for problem in (*_passages(question, known, ids), *_patterns(question), *_itself(question))
    ]


def _passages(question: Question, known: Known, ids: set[str]) -> Iterator[str]:
    for what, passages in (("relevant", question.relevant), ("wrong_version", question.wrong_version)):
        for key in passages:
            name = f"{what} passage {key_name(key)}"
            found = [p for p in known.covering(key) if isinstance(p, Chunk)]
            if not found:
                yield f"{name} does not exist"
            elif key.get("name") and not any(_has_name(p, key["name"]) for p in known.of(key)):
                yield f"{name}: nothing in the file is called {key['name']!r}"
            elif key.get("access") and found[0].access != key["access"]:
                yield f"{name} is labelled {found[0].access}, not {key['access']}"
            elif question.as_of and in_force(found[0].effective_from, found[0].effective_to, question.as_of) == (what == "wrong_version"):
                yield f"{name} is {'' if what == 'wrong_version' else 'not '}in force on {question.as_of}"
    yield from (f"relevant chunk {chunk_id} does not exist" for chunk_id in question.relevant_chunks if chunk_id not in ids)


def _has_name(passage: Passage, name: str) -> bool:
    """Whether a piece of code has a qualified name, or holds its last part: a constant may stand in its class's header."""
    if not isinstance(passage, Chunk) or passage.place is None:
        return False
    return passage.place.name == name or name.rpartition(".")[2] in passage.text


def _patterns(question: Question) -> Iterator[str]:
    for what, patterns, must_match in (("key", question.keys, True), ("must_not", question.must_not, False)):
        for pattern in patterns:
            try:
                matches = re.search(pattern, question.reference_answer, re.IGNORECASE) is not None
            except (re.error, OverflowError, RecursionError) as error:
                yield f"{what} {pattern!r} is not a regular expression ({error})"
                continue
            if question.reference_answer and matches != must_match:
                yield f"{what} {pattern!r} {'is not in' if must_match else 'is in'} the reference answer"


def _itself(question: Question) -> Iterator[str]:
    if question.abstain and question.relevant:
        yield "is to abstain, but names relevant passages"
    if not question.abstain and not question.relevant:
        yield "names no relevant passage and is not to abstain"
    if question.public_ok and question.relevant and all(p.get("access") not in ("", None, "public") for p in question.relevant):
        yield "is said to be answerable for the public, but names no public passage"
