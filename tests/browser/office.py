"""The example after some weeks of work: answers that no longer hold, feedback, a report, and a document with three versions."""

from pathlib import Path

from policy_assistant.assistant import Assistant
from policy_assistant.feedback import RIGHT, WRONG, Feedback
from policy_assistant.ledger.store import Ledger
from policy_assistant.settings_file import load_settings
from tests.browser.served import NASTY, example
from tests.project import EMBEDDER_VARIABLE, Project, page

ASKED_ON, TODAY = "2026-10-09", "2026-11-15"
QUESTION = "How many days do I have to return something?"
STAFF_QUESTION = "How much is the quarterly quokka bonus?"
NASTY_QUESTION = f"How many days a week is zorbing allowed {NASTY}"

WINDOW = "## Quolls\n\nA quoll may be borrowed for {} days.\n\n## Food\n\nQuolls eat twice a day.\n"


def worked_on(folder: Path) -> Project:
    """The project; its folder of reports holds `scores.html`."""
    project = example(folder)
    for version, days, first, last in (
        ("1", 10, "2026-01-01", "2026-06-30"),
        ("2", 20, "2026-07-01", "2026-10-31"),
        ("3", 35, "2026-11-01", ""),
    ):
        fields = {"version": version, "title": "Quoll rules", "effective_from": first, "effective_to": last, "owner": "Marsupial desk"}
        project.write(f"quolls-{version}.md", page("quolls", WINDOW.format(days), **fields))
    project.write(
        "wallaby.md", page("wallaby", WINDOW.format(7).replace("uoll", "allaby"), access="staff", doc_type="rumour", language="la")
    )
    _today(project, TODAY, ASKED_ON)
    project.ingest()
    _ask(project, QUESTION, "public")
    _ask(project, "For how many days may a quoll be borrowed?", "public")
    _ask(project, NASTY_QUESTION, "public")
    _ask(project, STAFF_QUESTION, "staff")
    _today(project, ASKED_ON, TODAY)
    _judge(project)
    project.run("eval", "--method", "baseline", "--report", str(folder / "reports" / "scores.html"))
    return project


def _today(project: Project, old: str, new: str) -> None:
    path = project.folder / "policy-assistant.toml"
    path.write_text(path.read_text(encoding="utf-8").replace(f"today = {old}", f"today = {new}"), encoding="utf-8")


def _ask(project: Project, question: str, audience: str) -> None:
    assistant = Assistant(load_settings(project.folder, {EMBEDDER_VARIABLE: "none"}))
    assistant.ask(question, audience=audience)
    assistant.store.close()


def _judge(project: Project) -> None:
    settings = load_settings(project.folder, {})
    by_question = {answer.question: answer for answer in Ledger.of(settings).answers(labels=settings.labels_of("staff"))}
    Feedback.of(settings).give(by_question[QUESTION], WRONG, f"It was longer {NASTY}", "desk")
    Feedback.of(settings).give(by_question[STAFF_QUESTION], RIGHT, "As it is")
