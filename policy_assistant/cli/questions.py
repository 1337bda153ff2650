"""`policy-assistant questions`."""

from dataclasses import asdict
from pathlib import Path

import click

from policy_assistant.cli import options
from policy_assistant.cli.output import excerpt, note, say, say_json


@click.command(short_help="List the fixed questions, or check them.")
@click.option("--kind", default="", help="Only questions of this kind.")
@click.option("--file", "path", default="", metavar="FILE", help="Another file of questions.")
@click.option("--check", is_flag=True, help="Check the questions against the index; exit code 1 when something is wrong.")
@options.project
@options.as_json
def command(kind: str, path: str, check: bool, folder: str, as_json: bool) -> int:
    """List the fixed questions, or check them.

    \b
    policy-assistant questions --kind table
    policy-assistant questions --check
    """
    from policy_assistant.errors import UsageError, nearest
    from policy_assistant.evaluate.check import check_questions
    from policy_assistant.evaluate.questions import load_questions

    assistant = options.open_project(folder)
    questions = load_questions(Path(path) if path else assistant.settings.questions_path)
    kinds = {q.kind for q in questions.values()}
    if kind and kind not in kinds:
        raise UsageError(f"no question is of kind {kind!r}", hint=nearest(kind, kinds))
    chosen = [q for q in questions.values() if not kind or q.kind == kind]
    problems = check_questions(chosen, assistant.store.chunks()) if check else []
    if as_json:
        say_json({"questions": [asdict(q) for q in chosen], "problems": problems})
    elif not check:
        for q in chosen:
            say(f"{q.id} {q.kind:15} {q.language or '-'} {q.as_of or '-':10}  {excerpt(q.question, 80)}")
        say(f"{len(chosen)} questions")
    else:
        for problem in problems:
            say(problem)
        say(f"{len(chosen)} questions checked: {len(problems) or 'no'} problem{'' if len(problems) == 1 else 's'}")
    if problems:
        note("hint: the sections of a document are listed by `policy-assistant chunks DOC`")
    return 1 if problems else 0
