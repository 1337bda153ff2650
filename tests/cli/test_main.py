"""The command line as a whole: exit codes, errors on standard error, help, pipes."""

import os
import subprocess
import sys

import click
import pytest

from policy_assistant import __version__
from policy_assistant.cli.main import COMMANDS, EXIT_INTERRUPTED, group
from policy_assistant.store import Store
from tests.project import Project, run


def command_of(name: str) -> click.Command:
    command = group.get_command(click.Context(group), name)
    assert command
    return command


@pytest.mark.parametrize("name", COMMANDS)
def test_the_summary_in_the_table_is_the_commands_own(name: str) -> None:
    assert command_of(name).short_help == COMMANDS[name]


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_with_examples_or_options(name: str) -> None:
    done = run(name, "--help")
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith(f"Usage: policy-assistant {name} ")
    assert "--project" in done.out or name == "init"


@pytest.mark.parametrize("args", [[], ["--help"], ["-h"]])
def test_help_lists_all_commands_with_their_summaries(args: list[str]) -> None:
    done = run(*args)
    assert (done.code, done.err) == (0, "")
    assert all(f"  {name} " in done.out and COMMANDS[name][:40] in done.out for name in COMMANDS)


def test_the_version_is_printed() -> None:
    assert run("--version").out == f"policy-assistant {__version__}\n"


@pytest.mark.parametrize(
    ("args", "error", "hint"),
    [
        (["serach", "x"], "no command 'serach'", "did you mean `search`?"),
        (["search", "x", "--methd", "bm25"], "No such option '--methd'", "`policy-assistant search --help` lists what is allowed"),
        (["search", "x", "--k", "five"], "Invalid value for '--k': 'five' is not a valid integer.", "`policy-assistant search --help`"),
        (["parse"], "Missing argument 'FILE'", "`policy-assistant parse --help`"),
        (["search", "a", "b"], "Got unexpected extra argument (b)", "`policy-assistant search --help`"),
        (["search", "x", "--project", "/nowhere/at/all"], "no project folder '/nowhere/at/all'", "name an existing folder with --project"),
    ],
)
def test_wrong_usage_is_exit_code_2_with_error_and_hint(args: list[str], error: str, hint: str) -> None:
    done = run(*args)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(f"error: {error}")
    assert f"\nhint: {hint}" in done.err


@pytest.mark.parametrize(
    ("settings", "error", "hint"),
    [
        ("[search]\nmethd = 1\n", "policy-assistant.toml: unknown key `methd` in [search]", "did you mean `method`?"),
        ('[search]\nk = "many"\n', "policy-assistant.toml: [search] k is a whole number, not 'many'", ""),
    ],
)
def test_a_wrong_setting_is_exit_code_2(project: Project, settings: str, error: str, hint: str) -> None:
    project.configure(settings)
    done = project.run("search", "x")
    assert (done.code, done.out) == (2, "")
    assert done.err == f"error: {error}\n" + (f"hint: {hint}\n" if hint else "")


@pytest.mark.parametrize("args", [["search", "x"], ["chunks"], ["info"], ["search", "--show", "abc"]])
def test_without_an_index_the_exit_code_is_4_with_the_command_to_run(project: Project, args: list[str]) -> None:
    done = project.run(*args)
    assert (done.code, done.out) == (4, "")
    assert done.err.startswith(f"error: No index at {project.folder / 'index.sqlite'}\nhint: run `policy-assistant ingest`")


def test_a_damaged_index_is_exit_code_4_with_the_command_that_mends_it(project: Project) -> None:
    (project.folder / "index.sqlite").write_bytes(b"x" * 5000)
    done = project.run("search", "x")
    assert done.code == 4
    assert done.err.endswith("hint: run `policy-assistant ingest --rebuild`\n")


def test_an_error_of_the_system_is_a_sentence(project: Project) -> None:
    project.add("shoes")
    project.configure('[store]\npath = "x/index.sqlite"\n')
    (project.folder / "x").write_text("a file where a folder is needed", encoding="utf-8")
    done = project.run("ingest")
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith(f"error: File exists: {project.folder / 'x'}")


def test_a_fault_in_the_program_is_no_traceback_without_debug(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    project.add("shoes")
    project.ingest()
    monkeypatch.setattr(Store, "info", lambda self: 1 / 0)
    done = project.run("info")
    assert done.code == 1
    assert done.err.startswith("error: a fault in the program (ZeroDivisionError: division by zero)\nhint: `policy-assistant --debug")
    with pytest.raises(ZeroDivisionError):
        run("--debug", "info", "--project", str(project.folder))


def test_an_interrupted_ingest_says_that_nothing_is_lost(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    project.add("shoes")

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Store, "publish", interrupt)
    done = project.run("ingest")
    assert (done.code, done.out) == (EXIT_INTERRUPTED, "")
    assert done.err.strip() == "interrupted; an ingest goes on where it stopped when it is run again"


@pytest.mark.parametrize("args", [["search", "ingest"], ["info"]])
def test_another_command_that_is_interrupted_says_just_that(project: Project, monkeypatch: pytest.MonkeyPatch, args: list[str]) -> None:
    project.add("shoes")
    project.ingest()

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Store, "info", interrupt)
    done = project.run(*args)
    assert (done.code, done.out, done.err.strip()) == (EXIT_INTERRUPTED, "", "interrupted")


def test_names_from_files_cannot_steer_the_terminal_in_an_error(project: Project) -> None:
    project.write("a\u202eb.md", "# T\n\nx\n")
    done = project.run("ingest")
    assert done.code == 6
    assert "documents/ab.md: no doc_id" in done.err
    assert "\u202e" not in done.err


def test_every_command_of_the_group_is_found_by_its_name() -> None:
    context = click.Context(group)
    assert [group.get_command(context, name) is not None for name in group.list_commands(context)] == [True] * len(COMMANDS)
    assert group.get_command(context, "nothing") is None


def shell(project: Project, command: str) -> subprocess.CompletedProcess[str]:
    """A real process in the project's folder, with pipes that fail when any part fails."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("POLICY_ASSISTANT_") and name != "NO_COLOR"}
    environment["POLICY_ASSISTANT_MODELS_EMBEDDER"] = "none"
    environment["PYTHONPATH"] = os.pathsep.join(path for path in sys.path if path)
    line = command.replace("policy-assistant", f"{sys.executable} -m policy_assistant")
    return subprocess.run(
        ["bash", "-c", f"set -o pipefail; {line}"], cwd=project.folder, capture_output=True, text=True, env=environment, check=False
    )


@pytest.mark.skipif(sys.platform == "win32", reason="needs bash")
def test_a_reader_that_leaves_is_no_error(project: Project) -> None:
    body = "\n\n".join(f"## Rule {n}\n\nShoes." for n in range(3000))
    project.add("shoes", body)
    project.ingest()
    done = shell(project, "policy-assistant chunks | head -n 1")
    assert (done.returncode, done.stderr, done.stdout.count("\n")) == (0, "", 1)


@pytest.mark.skipif(sys.platform == "win32", reason="needs bash")
def test_without_a_terminal_nothing_is_coloured_and_errors_are_on_standard_error(project: Project) -> None:
    project.add("shoes")
    done = shell(
        project,
        "policy-assistant ingest && policy-assistant search 'shoes outside' --full --explain && policy-assistant info; policy-assistant sarch",
    )
    assert done.returncode == 2
    assert "\x1b" not in done.stdout + done.stderr
    assert done.stderr == "error: no command 'sarch'\nhint: did you mean `search`?\n"


@pytest.mark.skipif(sys.platform == "win32", reason="needs bash")
def test_a_console_that_cannot_show_a_character_still_answers(project: Project) -> None:
    project.add("shoes", "## Rule \U0001f45f\n\nDehors.\n")
    project.ingest()
    done = shell(project, "PYTHONIOENCODING=latin-1 PYTHONUTF8=0 policy-assistant search dehors")
    assert (done.returncode, done.stderr) == (0, "")
    assert "| Rule ? |" in done.stdout
