"""Which of the facts hold in what our parsers give: the share overall and by kind, and every failure.

`python -m benchmarks.real.check [GROUP ...]`; `--only ID` for one file, `--write` puts the figures and the failures of all
groups into docs/concepts/parsing.md. The files must have been fetched (`python -m benchmarks.real.fetch`), or are fetched now.
"""

import argparse
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.marked import Page
from benchmarks.real.fetch import fetch, path_of
from benchmarks.real.files import Fact, RealFile, groups, load
from benchmarks.real.ours import Parsed
from policy_assistant.errors import PolicyAssistantError
from policy_assistant.parse.base import parse

PAGE = Page(Path(__file__).parents[2] / "docs" / "concepts" / "parsing.md")


@dataclass(frozen=True)
class Outcome:
    """A fact of a file, and whether it holds."""

    file: RealFile
    fact: Fact
    holds: bool


def parsed(file: RealFile) -> Parsed:
    """What our parser gives for a file that was fetched, or why it refused."""
    try:
        return Parsed(parse(path_of(file)))
    except PolicyAssistantError as error:
        return Parsed(None, str(error))


def outcomes(files: Iterable[RealFile]) -> list[Outcome]:
    """Every fact of the files with its result."""
    results: list[Outcome] = []
    for file in files:
        document = parsed(file)
        results += [Outcome(file, fact, document.holds(fact)) for fact in file.facts]
    return results


def by_kind(results: Sequence[Outcome]) -> tuple[list[str], list[list[str]]]:
    """A table: a row a kind of fact and one for all, a column a group of formats: how many hold of how many."""
    names = sorted({outcome.file.group for outcome in results})
    kinds = sorted({outcome.fact.kind for outcome in results})
    rows = [[kind.replace("_", " "), *(_share(item for item in results if _is(item, kind, name)) for name in names)] for kind in kinds]
    rows.append(["all", *(_share(item for item in results if item.file.group == name) for name in names)])
    rows.append(["share", *(_percent([item.holds for item in results if item.file.group == name]) for name in names)])
    return ["kind of fact", *names], rows


def _is(outcome: Outcome, kind: str, group: str) -> bool:
    return outcome.fact.kind == kind and outcome.file.group == group


def _share(results: Iterable[Outcome]) -> str:
    holds = [outcome.holds for outcome in results]
    return f"{sum(holds)} of {len(holds)}" if holds else "–"


def _percent(holds: Sequence[bool]) -> str:
    return f"{sum(holds) / len(holds):.1%}"


def failures(results: Iterable[Outcome]) -> list[list[str]]:
    """A row a fact that does not hold: file, fact, known reason."""
    return [[item.file.id, _cell(str(item.fact)), item.fact.why or "not known yet"] for item in results if not item.holds]


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("<", "&lt;")


def main() -> None:
    """Check and print; exit code 1 when a file cannot be had."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("groups", nargs="*", help=f"facts files: {', '.join(groups())}")
    parser.add_argument("--only", action="append", default=[], metavar="ID", help="this file alone")
    parser.add_argument("--write", action="store_true", help="put the result into the page")
    options = parser.parse_args()
    files = [file for file in load(options.groups) if not options.only or file.id in options.only]
    failed = fetch(files)
    for file, reason in failed.items():
        print(f"{file}: {reason}", file=sys.stderr)
    results = outcomes(file for file in files if file.id not in failed)
    if not results:
        sys.exit("no file to check")
    write = options.write and not (options.groups or options.only)
    count, share = len({item.file.id for item in results}), _percent([item.holds for item in results])
    before = f"`python -m benchmarks.real.check`: {count} files, {len(results)} facts, of which {share} hold."
    PAGE.put("real", [before], *by_kind(results), write=write)
    PAGE.put("real-lost", ["Facts that do not hold:"], ("file", "fact", "reason"), failures(results), write=write)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
