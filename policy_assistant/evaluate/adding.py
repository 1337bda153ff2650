"""A kept answer becomes a fixed question: what was asked, and the passages that answered it."""

import json
import re
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from policy_assistant.errors import InputRefusedError, UsageError
from policy_assistant.evaluate.check import check_questions
from policy_assistant.evaluate.questions import Question, load_questions
from policy_assistant.evaluate.writing import write_whole
from policy_assistant.gaps import normal
from policy_assistant.ledger.record import KeptAnswer, KeptCitation
from policy_assistant.settings import Settings
from policy_assistant.store.base import Engine
from policy_assistant.versions import Versions

TAG = "ledger"
"""The tag of questions that come from the ledger."""

_NUMBERED = re.compile(r"(.*\D|)(\d{1,9})")
_FIRST = "L01"
_MAX_NAME = 64


def add_question(kept: KeptAnswer, settings: Settings, engine: Engine, versions: Versions, *, name: str = "", kind: str = "") -> Question:
    """Append the question of a kept answer to the project's file of questions, which is made when it is missing.

    Its relevant passages are those that the answer cites; an abstention becomes a question that is to be abstained on. The
    reference answer and the keys are left to whoever knows the right answer. `name` is its ID (the next number after the
    file's last one), `kind` its kind (`answerable` or `unanswerable`).

    Raises:
        UsageError: the ID is used already, or is none.
        InputRefusedError: the file already asks this, the question would not be sound against today's index, or it is an
            abstention for an audience that does not see all that another one sees: a question has no audience.
    """
    path = settings.questions_path
    questions = load_questions(path) if path.exists() else {}
    _check_new(kept, questions)
    if not kept.answerable:
        _check_saw_all(kept, settings)
    relevant = list(_relevant(kept, engine, versions)) if kept.answerable else []
    question = Question(
        id=_checked_name(name, questions) if name else next_name(questions),
        question=kept.question,
        language=kept.language,
        kind=kind or ("answerable" if kept.answerable else "unanswerable"),
        as_of=kept.as_of,
        abstain=not kept.answerable,
        relevant=relevant,
        public_ok=not relevant or any(key["access"] == "public" for key in relevant),
        tags=[TAG],
        notes=f"from the kept answer {kept.id} of {kept.kept_at[:10]} for {kept.audience}",
    )
    documents = dict.fromkeys(key["doc_id"] for key in relevant)
    problems = check_questions([question], [chunk for doc_id in documents for chunk in engine.chunks(doc_id)])
    if problems:
        raise InputRefusedError("; ".join(problems), hint="ask it again with today's index, then add that answer")
    _append(path, question)
    return question


def next_name(questions: dict[str, Question]) -> str:
    """The ID after the last one of the file: `Q67` is followed by `Q68`, or by the next number that is free."""
    found = next((match for name in reversed(questions) if (match := _NUMBERED.fullmatch(name))), None)
    if found is None:
        return _FIRST if _FIRST not in questions else f"{_FIRST}-{len(questions)}"
    prefix, digits = found[1], found[2]
    numbers = [int(match[2]) for name in questions if (match := _NUMBERED.fullmatch(name)) and match[1] == prefix]
    return f"{prefix}{max(numbers) + 1:0{len(digits)}}"


def _check_new(kept: KeptAnswer, questions: dict[str, Question]) -> None:
    same = next((q for q in questions.values() if normal(q.question) == normal(kept.question) and q.as_of == kept.as_of), None)
    if same:
        raise InputRefusedError(f"{same.id} already asks this as of {kept.as_of}", hint=f"edit {same.id} in the file of questions")


def _check_saw_all(kept: KeptAnswer, settings: Settings) -> None:
    """What one audience is not told, another may be: only whoever sees everything knows that the documents do not say."""
    audiences = {name: settings.labels_of(name) for name in settings.access.audiences}
    every = frozenset().union(*audiences.values())
    if every <= kept.labels:
        return
    widest = next((name for name, labels in audiences.items() if labels == every), "")
    raise InputRefusedError(
        f"the answer {kept.id} abstained for {kept.audience}, which does not see every label; a fixed question has no audience",
        hint=f"ask it with --audience {widest}, which sees every label, and add that answer"
        if widest
        else "no audience sees every label; write the question into the file with the passages that answer it, if any",
    )


def _checked_name(name: str, questions: dict[str, Question]) -> str:
    if name in questions:
        raise UsageError(f"the ID {name!r} is used already", hint=f"`{next_name(questions)}` is free")
    if len(name) > _MAX_NAME or not re.fullmatch(r"[\w.-]+", name):
        raise UsageError(f"{name!r:.{_MAX_NAME}} is no ID: letters, digits, `.`, `-` and `_` are allowed", hint="for example --as-id E99")
    return name


def _relevant(kept: KeptAnswer, engine: Engine, versions: Versions) -> Iterator[dict[str, str]]:
    """What the answer cites, as questions name passages; each once. Labels are today's."""
    seen: set[tuple[str, str, str]] = set()
    for citation in kept.citations:
        metadata = versions.get(citation.doc_id, citation.version)
        key = (citation.doc_id, citation.version, _section(citation, engine))
        if key not in seen:
            seen.add(key)
            yield dict(zip(("doc_id", "version", "section"), key, strict=True)) | {"access": metadata.access if metadata else ""}


def _section(citation: KeptCitation, engine: Engine) -> str:
    """The section in which the citation begins; the first of its chunk where the document's blocks do not say."""
    around = (block.section for block in engine.blocks(citation.source) if block.start <= citation.start < block.end)
    section = next(around, "")
    return section if section in citation.sections else next(iter(citation.sections), "")


def _append(path: Path, question: Question) -> None:
    before = path.read_bytes().decode("utf-8") if path.exists() else ""
    path.parent.mkdir(parents=True, exist_ok=True)
    joint = "" if not before or before.endswith("\n") else "\n"
    write_whole(path, f"{before}{joint}{json.dumps(asdict(question), ensure_ascii=False)}\n", "questions/questions.jsonl")
