"""`policy-assistant ask`."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

from policy_assistant.cli import options
from policy_assistant.cli.output import note, say, say_json
from policy_assistant.errors import UsageError

if TYPE_CHECKING:
    from policy_assistant.answer import Answer
    from policy_assistant.assistant import Assistant

EXIT_SILENT = 3
"""The documents do not say."""


@click.command(short_help="Answer a question, with proof.")
@click.argument("question", required=False, default="")
@click.option(
    "--as-of", default="", metavar="DATE", help="The day that decides: YYYY-MM-DD or today. [default: a fixed question's own, or today]"
)
@options.audience
@options.k
@options.method
@click.option("--model", default="", metavar="M", help="extractor, or openai:NAME. [default: [models] chat_model, or extractor]")
@click.option("--prompt", default="", metavar="NAME|FILE", help="The prompt of the chat model: v1, v2 or a file. [default: v2]")
@click.option("--closed-book", is_flag=True, help="Let the chat model answer from memory, without the documents: nothing is proved.")
@options.rewrite
@options.part
@click.option("--no-ledger", is_flag=True, help="Do not keep the answer.")
@click.option(
    "--explain", is_flag=True, help="Show passages and scores, the decision, the prompt, the model's own words, what was withheld."
)
@click.option("--batch", default="", metavar="FILE.csv", help="Answer the questions of a CSV file (columns: question; as_of, audience).")
@click.option("--out", default="", metavar="FILE.csv", help="Where the answers of --batch go. [default: standard output]")
@click.option("--force", is_flag=True, help="Replace the file of --out.")
@options.project
@options.as_json
def command(
    question: str,
    closed_book: bool,
    no_ledger: bool,
    explain: bool,
    batch: str,
    out: str,
    force: bool,
    folder: str,
    as_json: bool,
    **how: Any,
) -> int:
    """Answer a question from the documents in force, every claim with its place, its words and its checks.

    Exit code 3 when the documents do not say, 5 when a model cannot be reached.

    \b
    policy-assistant ask "Which pump kit fits the PW-2200?"
    policy-assistant ask Q22
    policy-assistant ask "Peut-on retourner une carte-cadeau ?" --audience public --as-of 2026-11-01
    policy-assistant ask --batch questionnaire.csv --out answers.csv
    """
    given = {"--explain": explain, "--json": as_json, "--closed-book": closed_book, "--out": out, "--force": force, "--batch": batch}
    _check_together(question, {**given, **{f"--{name}": how[name] for name in ("k", "method", "prompt", "rewrite")}})
    assistant = options.open_project(folder)
    if closed_book:
        _say_closed_book(assistant, question, how["as_of"], how["model"], as_json=as_json)
        return 0
    _check_prompt(assistant, how["model"], how["prompt"])
    how["keep"] = not no_ledger
    if batch:
        from policy_assistant.cli.ask_batch import answer_batch

        return answer_batch(assistant, batch, out, force=force, **how)
    answer = assistant.ask(question, **how)
    _say(assistant, answer, explain=explain, as_json=as_json)
    return 0 if answer.answerable else EXIT_SILENT


def _check_together(question: str, given: Mapping[str, Any]) -> None:
    """Refuse options that exclude each other, before anything is opened."""
    if given["--batch"]:
        if question:
            raise UsageError("a question and --batch are both given", hint="give one of them")
        _refuse("--batch", given, ("--explain", "--json", "--closed-book"), "a questionnaire is answered into a CSV file")
        if given["--force"] and not given["--out"]:
            raise UsageError("--force replaces the file of --out, which is not given", hint="give --out FILE.csv")
        return
    _refuse("a single question", given, ("--out", "--force"), "they are for --batch")
    if not question.strip():
        raise UsageError("no question is given", hint='write it in quotes: policy-assistant ask "How long is the return window?"')
    if given["--closed-book"]:
        _refuse(
            "--closed-book",
            given,
            ("--k", "--method", "--prompt", "--rewrite", "--explain"),
            "no passage is searched or shown to the model",
        )


def _refuse(what: str, given: Mapping[str, Any], names: tuple[str, ...], reason: str) -> None:
    if wrong := [name for name in names if given[name]]:
        raise UsageError(f"{wrong[0]} does not go with {what}: {reason}", hint=f"leave {wrong[0]} out")


def _check_prompt(assistant: "Assistant", model: str, prompt: str) -> None:
    from policy_assistant.answer import EXTRACTOR
    from policy_assistant.models.chat.base import NONE

    if prompt and (model or assistant.settings.models.chat_model) in ("", EXTRACTOR, NONE):
        raise UsageError("--prompt is for a chat model; the extractor reads none", hint="leave it out, or give --model openai:NAME")


def _say(assistant: "Assistant", answer: "Answer", *, explain: bool, as_json: bool) -> None:
    from policy_assistant.cli.answer_explanation import explained_answer, say_explanation
    from policy_assistant.cli.answers import say_answer
    from policy_assistant.cli.hints import note_changes
    from policy_assistant.records.answers import answer_record

    note_changes(assistant)
    if answer.asked.id:
        note(f"{answer.asked.id}: {answer.asked.text}")
    if answer.trace.question and answer.trace.question.text != answer.asked.text:
        note(f"searched for: {answer.trace.question.text}")
    if as_json:
        say_json(explained_answer(assistant, answer) if explain else answer_record(answer))
    else:
        owners = {(d.metadata.doc_id, d.metadata.version): d.metadata.owner for d in assistant.store.documents()}
        say_answer(answer, owners)
        if explain:
            say_explanation(assistant, answer)
    note(_last_line(assistant, answer))


def _last_line(assistant: "Assistant", answer: "Answer") -> str:
    """How it was answered."""
    from policy_assistant.cli.answer_explanation import search_of
    from policy_assistant.records.passages import models_of, named_method

    method = named_method(answer.method, models_of(assistant, search_of(assistant, answer)))
    prompt = f", prompt {answer.prompt}" if answer.prompt else ""
    kept = f"kept as {answer.kept}" if answer.kept else "not kept"
    return f"{answer.model}{prompt} | {method} | as of {answer.asked.as_of} | audience {answer.asked.audience} | {kept}"


def _say_closed_book(assistant: "Assistant", question: str, as_of: str, model: str, *, as_json: bool) -> None:
    from policy_assistant.analysis import base_language, likely_languages
    from policy_assistant.answer import EXTRACTOR
    from policy_assistant.cli.answer_phrases import Phrases
    from policy_assistant.records.answers import completion_record

    if model == EXTRACTOR:
        raise UsageError("the extractor has no memory to answer from", hint="give --model openai:NAME")
    completion = assistant.closed_book(question, as_of=as_of, model=model)
    if as_json:
        say_json({"question": question, "closed_book": True, "proved": False, **completion_record(completion)})
        return
    languages = [base_language(language) for language in assistant.settings.project.languages]
    phrases = Phrases(likely_languages(completion.text or question, languages)[0])
    say(phrases("closed book"))
    say()
    say(completion.text or phrases("refusal", completion.refusal))
