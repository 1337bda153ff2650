"""`ask --batch`: a questionnaire answered into a file or onto standard output."""

import contextlib
from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from policy_assistant.batch import QUESTION, Batch, Outcome, Questionnaire, read_questionnaire
from policy_assistant.cli.output import Progress, note, say
from policy_assistant.errors import InputRefusedError, ModelError, UsageError
from policy_assistant.evaluate.writing import check_target

if TYPE_CHECKING:
    from policy_assistant.assistant import Assistant

_NAMED = {
    "answered": "answered",
    "silent": "the documents do not say",
    "empty": "without a question",
    "refused": "refused",
    "failed": "the model failed",
}


def answer_batch(assistant: "Assistant", file: str, out: str, *, force: bool, audience: str, as_of: str, **how: Any) -> int:
    """Answer a questionnaire; the exit code.

    What `--out` names appears when all is done. Until then the rows are in a file beside it that ends in `.part`, which
    stays when the run is broken off.

    Raises:
        InputRefusedError: the questionnaire cannot be read.
        UsageError: an option is wrong, or the file of `--out` is there already.
        ModelError: the model failed for several rows in a row.
    """
    questionnaire = read_questionnaire(Path(file))
    target = _target(Path(file), out, force=force) if out else None
    audience = audience or assistant.settings.access.default
    _check_options(assistant, audience, as_of, **how)
    if questionnaire.question_column.strip().lower() != QUESTION:
        note(f"no column `{QUESTION}`: the questions of the first one, `{questionnaire.question_column}`, are asked")
    batch = Batch(partial(assistant.ask, **how), assistant.settings.labels_of, audience, as_of)
    counts: Counter[str] = Counter()
    try:
        with Progress("questions") as progress:
            outcomes = _counted(batch, questionnaire, counts, progress)
            if target:
                _write(target, questionnaire, outcomes)
            else:
                _print(questionnaire, outcomes)
    finally:
        if counts:
            note(f"{_rows(counts.total())} of {len(questionnaire.rows)}: {_summary(counts)}")
    if counts["failed"]:
        return ModelError.exit_code
    return InputRefusedError.exit_code if counts["refused"] else 0


def _target(questionnaire: Path, out: str, *, force: bool) -> Path:
    target = Path(out)
    check_target(target, "--out answers.csv")
    if target.exists():
        if target.samefile(questionnaire):
            raise UsageError(f"--out {out} is the questionnaire itself", hint="name another file")
        if not force:
            raise UsageError(f"{out} is there already", hint="name another file, or give --force to replace it")
    return target


def _check_options(
    assistant: "Assistant", audience: str, as_of: str, *, k: int | None, method: str, model: str, prompt: str, rewrite: bool, **_: Any
) -> None:
    """Find out what is wrong for every row before the first one is asked."""
    from policy_assistant.answer import EXTRACTOR
    from policy_assistant.filters import parse_as_of
    from policy_assistant.models.chat.base import check_chat_model
    from policy_assistant.search import check_query

    check_query("any", 1 if k is None else k)
    assistant.settings.labels_of(audience)
    if parse_as_of(as_of or "today", assistant.settings.today) is None:
        raise UsageError("an answer needs a day: `none` is not allowed here", hint="leave --as-of out, or give a date")
    if model not in ("", EXTRACTOR):
        check_chat_model(model)
    if prompt:
        from policy_assistant.reply import load_prompt

        load_prompt(prompt)
    if assistant.searcher(method, rewrite=rewrite).engine is None:
        raise UsageError("the baseline has no dates, so that nothing can be proved with it", hint="leave --method baseline out")


def _counted(batch: Batch, questionnaire: Questionnaire, counts: "Counter[str]", progress: Progress) -> Iterator[Outcome]:
    total = len(questionnaire.rows)
    progress(0, total)
    for outcome in batch.outcomes(questionnaire):
        counts[outcome.kind] += 1
        yield outcome
        progress(counts.total(), total)


def _print(questionnaire: Questionnaire, outcomes: Iterator[Outcome]) -> None:
    say(questionnaire.text(questionnaire.columns).removesuffix("\n"))
    for outcome in outcomes:
        say(questionnaire.text(outcome.cells).removesuffix("\n"))


def _write(target: Path, questionnaire: Questionnaire, outcomes: Iterator[Outcome]) -> None:
    part = target.with_name(f"{target.name}.part")
    written = 0
    try:
        with part.open("w", encoding="utf-8-sig" if questionnaire.has_mark else "utf-8", newline="") as file:
            file.write(questionnaire.text(questionnaire.columns))
            for outcome in outcomes:
                file.write(questionnaire.text(outcome.cells))
                file.flush()
                written += 1
        part.replace(target)
    except BaseException:
        if written:
            note(f"hint: {_rows(written)} {'is' if written == 1 else 'are'} kept in {part}")
        else:
            with contextlib.suppress(OSError):
                part.unlink()
        raise


def _summary(counts: "Counter[str]") -> str:
    return ", ".join(f"{counts[kind]} {name}" for kind, name in _NAMED.items() if counts[kind])


def _rows(count: int) -> str:
    return f"{count} row{'' if count == 1 else 's'}"
