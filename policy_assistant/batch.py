"""A questionnaire: a CSV file of questions becomes one with answers, quotes and places beside them."""

import csv
import io
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal, Protocol

from policy_assistant.errors import InputRefusedError, ModelError, NotFoundError, PolicyAssistantError, SettingsError, UsageError

if TYPE_CHECKING:
    from policy_assistant.answer import Answer
    from policy_assistant.claims import Citation
    from policy_assistant.metadata import Chunk

MAX_FILE_BYTES = 10_000_000
MAX_ROWS = 10_000
MAX_COLUMNS = 100
MAX_MODEL_FAILURES = 3
"""After so many rows in a row for which the model fails, the others are not tried."""

QUESTION, AS_OF, AUDIENCE = "question", "as_of", "audience"
"""The columns that are read. Without the first one, the file's first column holds the questions."""

COLUMNS = (
    "answer",
    "answerable",
    "quotes",
    "document",
    "version",
    "section",
    "page",
    "in_force",
    "confidence",
    "problems",
    "notes",
    "kept_id",
)
"""The columns that are added, in this order. One that is there already, and empty, is filled in its place."""

_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
_FIRST_LINE = "its first line names the columns: question, and if you like as_of, audience, id"
_FORMULA = tuple("=+-@＝＋－＠")


class Ask(Protocol):
    """`Assistant.ask` with all else that it takes already given."""

    def __call__(self, question: str, *, as_of: str, audience: str) -> "Answer":
        """The answer to a question; `as_of` may be empty."""
        ...


@dataclass(frozen=True)
class Row:
    """One row of a questionnaire: its first line in the file and its cells, one a column. `problem`: why it cannot be asked."""

    line: int
    cells: tuple[str, ...]
    problem: str = ""


@dataclass(frozen=True)
class Questionnaire:
    """What was read: the names of the columns, the rows, and how the file is written. `has_mark`: it began with a byte order mark."""

    names: tuple[str, ...]
    rows: tuple[Row, ...]
    delimiter: str = ","
    has_mark: bool = False

    @property
    def question_column(self) -> str:
        """The name of the column that holds the questions, as the file writes it."""
        return self.names[self._place(QUESTION) or 0]

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of the result: those of the file, then ours that it has not got."""
        return (*self.names, *(name for name in COLUMNS if self._place(name) is None))

    def question(self, row: Row) -> str:
        """The question of a row, empty where it has none."""
        return row.cells[self._place(QUESTION) or 0].strip()

    def value(self, row: Row, name: str) -> str:
        """What a row says in a column, empty where there is no such column."""
        place = self._place(name)
        return "" if place is None else row.cells[place].strip()

    def filled(self, row: Row, values: dict[str, str]) -> tuple[str, ...]:
        """The cells of a row of the result."""
        cells = [values.get(name.strip().lower(), "") if name.strip().lower() in COLUMNS else cell for name, cell in self._named(row)]
        return (*cells, *(values.get(name, "") for name in self.columns[len(self.names) :]))

    def text(self, cells: Sequence[str]) -> str:
        """Cells as one record of a file like the one that was read, each made harmless, with its line feed."""
        written = io.StringIO()
        csv.writer(written, delimiter=self.delimiter, lineterminator="\n").writerow([harmless(cell) for cell in cells])
        return written.getvalue()

    def _named(self, row: Row) -> Iterator[tuple[str, str]]:
        return zip(self.names, row.cells, strict=True)

    def _place(self, name: str) -> int | None:
        return next((n for n, known in enumerate(self.names) if known.strip().lower() == name), None)


Kind = Literal["answered", "silent", "empty", "refused", "failed"]


@dataclass(frozen=True)
class Outcome:
    """What became of a row: `silent` = the documents do not say, `empty` = it has no question, `refused` = it cannot be
    asked, `failed` = the model failed. `cells` are one a column of the result.
    """

    kind: Kind
    cells: tuple[str, ...]


@dataclass(frozen=True)
class Batch:
    """Asks the questions of a questionnaire. A row's own day wins over `as_of`.

    A row may name an audience of its own that sees no more than `audience` does: whoever wrote the questionnaire is not
    whoever runs it.
    """

    ask: Ask
    labels_of: Callable[[str], frozenset[str]]
    audience: str
    as_of: str = ""

    def outcomes(self, questionnaire: Questionnaire) -> Iterator[Outcome]:
        """What becomes of each row, in order.

        Raises:
            ModelError: the model failed for `MAX_MODEL_FAILURES` rows in a row.
            PolicyAssistantError: what stops every question, such as a missing index.
        """
        failures = 0
        for row in questionnaire.rows:
            try:
                outcome = self._outcome(questionnaire, row)
            except ModelError as error:
                failures += 1
                yield Outcome("failed", questionnaire.filled(row, {"problems": f"the model failed: {error}"}))
                if failures == MAX_MODEL_FAILURES:
                    raise
                continue
            failures = 0
            yield outcome

    def _outcome(self, questionnaire: Questionnaire, row: Row) -> Outcome:
        question = questionnaire.question(row)
        if not question and not row.problem:
            return Outcome("empty", questionnaire.filled(row, {}))
        try:
            answer = self._answer(questionnaire, row, question)
        except SettingsError:
            raise
        except (UsageError, NotFoundError, InputRefusedError) as error:
            return Outcome("refused", questionnaire.filled(row, {"problems": f"refused: {_sentence(error)}"}))
        return Outcome("answered" if answer.answerable else "silent", questionnaire.filled(row, answer_values(answer)))

    def _answer(self, questionnaire: Questionnaire, row: Row, question: str) -> "Answer":
        if row.problem:
            raise InputRefusedError(row.problem)
        as_of = questionnaire.value(row, AS_OF) or self.as_of
        return self.ask(question, as_of=as_of, audience=self._audience(questionnaire.value(row, AUDIENCE)))

    def _audience(self, wanted: str) -> str:
        if wanted and not self.labels_of(wanted) <= self.labels_of(self.audience):
            raise UsageError(f"audience {wanted!r} sees more than {self.audience!r}", hint=f"run it with --audience {wanted}")
        return wanted or self.audience


def read_questionnaire(path: Path) -> Questionnaire:
    """The questionnaire in a CSV file: UTF-8; commas, semicolons or tabs; its first line names the columns. Blank rows are left out.

    Raises:
        InputRefusedError: no such file, too large, not UTF-8, not CSV, no questions, or a column of ours that holds
            something already; the message names file and line.
    """
    try:
        if path.stat().st_size > MAX_FILE_BYTES:
            raise InputRefusedError(f"{path.name} is larger than {MAX_FILE_BYTES:,} bytes", hint="split it")
        data = path.read_bytes()
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputRefusedError(f"{path.name} is not a CSV file in UTF-8 (byte {error.start})", hint='save it as "CSV UTF-8"') from None
    except OSError as error:
        raise InputRefusedError(f"{path}: {(error.strerror or str(error)).lower()}") from None
    questionnaire = _questionnaire(path.name, text, has_mark=data.startswith(b"\xef\xbb\xbf"))
    _check_columns(path.name, questionnaire)
    return questionnaire


def answer_values(answer: "Answer") -> dict[str, str]:
    """An answer as column -> text. What is cited is one line a passage, in the same order in each column."""
    cited = answer.cited if answer.answerable else ()
    standing = answer.standing if answer.answerable else ()
    quotes = dict.fromkeys(citation.quote for claim in standing for citation in claim.citations if citation.quote)
    return {
        "answer": answer.text,
        "answerable": "yes" if answer.answerable else "no",
        "quotes": "\n\n".join(quotes),
        "document": "\n".join(f"{' '.join(chunk.title.split())} ({chunk.doc_id})" for chunk in cited),
        "version": "\n".join(chunk.version for chunk in cited),
        "section": _lines(["; ".join(chunk.sections) for chunk in cited]),
        "page": _pages(cited, [citation for claim in standing for citation in claim.citations]),
        "in_force": "\n".join(f"{chunk.effective_from or '..'}/{chunk.effective_to or '..'}" for chunk in cited),
        "confidence": f"{answer.decision.confidence:.2f}" if answer.decision else "",
        "problems": "\n".join(answer.all_problems),
        "notes": "\n".join(answer.notes),
        "kept_id": answer.kept,
    }


def harmless(cell: str) -> str:
    """A cell that no spreadsheet takes for a formula: an apostrophe stands before what begins like one.

    The signs are those that OWASP names for CSV injection. Characters that steer a terminal or a line's direction, and those
    that no file can hold, are left out.
    """
    cell = _CONTROLS.sub("", cell)
    return f"'{cell}" if cell.startswith("\t") or cell.lstrip().startswith(_FORMULA) else cell


def _pages(chunks: Sequence["Chunk"], citations: Sequence["Citation"]) -> str:
    """The pages of what is cited of each passage."""
    from policy_assistant.metadata import page_range

    found = [sorted({page for citation in citations if citation.chunk == chunk for page in citation.pages}) for chunk in chunks]
    return _lines([page_range(pages) if pages else "" for pages in found])


def _lines(texts: Sequence[str]) -> str:
    """A line a passage, empty where there is nothing: a hyphen alone would be taken for a formula."""
    return "\n".join(texts) if any(texts) else ""


def _questionnaire(name: str, text: str, *, has_mark: bool) -> Questionnaire:
    header = text.lstrip().split("\n", 1)[0]
    delimiter = max(",;\t", key=header.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    names: tuple[str, ...] = ()
    rows: list[Row] = []
    line = 1
    try:
        for values in reader:
            if not any(value.strip() for value in values):
                pass
            elif not names:
                names = _names(name, values)
            else:
                rows.append(_row(line, values, len(names)))
            line = reader.line_num + 1
            if len(rows) > MAX_ROWS:
                raise InputRefusedError(f"{name} has more than {MAX_ROWS:,} rows", hint="split it")
    except csv.Error as error:
        raise InputRefusedError(f"{name} line {line}: not CSV ({error})", hint='save it as "CSV UTF-8"') from None
    if not names:
        raise InputRefusedError(f"{name} is empty", hint=_FIRST_LINE)
    return Questionnaire(names, tuple(rows), delimiter, has_mark)


def _names(name: str, values: Sequence[str]) -> tuple[str, ...]:
    """The columns of a first line, which has to name the questions or to begin with what could be their name."""
    first = values[0].strip()
    if len(values) > MAX_COLUMNS:
        raise InputRefusedError(f"{name} has {len(values)} columns; allowed: {MAX_COLUMNS}")
    if QUESTION not in [value.strip().lower() for value in values] and (not first or first.endswith("?")):
        raise InputRefusedError(f"{name} has no column `{QUESTION}`: its first line begins with {first[:60]!r}", hint=_FIRST_LINE)
    return tuple(values)


def _row(line: int, values: Sequence[str], columns: int) -> Row:
    """A row with a cell for each column. Values beyond the last column make it one that cannot be asked: a question may have been cut."""
    problem = ""
    if any(value.strip() for value in values[columns:]):
        problem = f"line {line} has {len(values)} values for {columns} columns; write a value that holds the separator in quotes"
    return Row(line, (*values[:columns], *[""] * (columns - len(values))), problem)


def _check_columns(name: str, questionnaire: Questionnaire) -> None:
    if not any(questionnaire.question(row) for row in questionnaire.rows):
        raise InputRefusedError(f"{name} has no question in its column `{questionnaire.question_column}`", hint=_FIRST_LINE)
    for column in COLUMNS:
        if row := next((row for row in questionnaire.rows if questionnaire.value(row, column)), None):
            raise InputRefusedError(
                f"{name} line {row.line}: the column `{column}` is for the answers and holds something already",
                hint="rename the column, or empty it",
            )


def _sentence(error: PolicyAssistantError) -> str:
    return f"{error} ({error.hint})" if error.hint else str(error)
