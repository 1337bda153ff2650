"""Pages with marked parts: a script prints a table and, when asked, puts it between its own marks on a page."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Page:
    """A Markdown page with marks `<!-- NAME:begin -->` and `<!-- NAME:end -->`."""

    path: Path

    def put(
        self, name: str, before: Sequence[str], header: Sequence[str], rows: Iterable[Sequence[str]], after: str = "", *, write: bool
    ) -> None:
        """Print the table between the paragraphs; with `write`, replace the part called `name` by it."""
        lines = [f"| {' | '.join(cells)} |" for cells in (header, ["---"] * len(header), *rows)]
        text = "\n".join([*before, "", *lines, *(["", after] if after else [])])
        print(text, flush=True)
        if write:
            self.path.write_text(_with_part(self.path.read_text(encoding="utf-8"), name, text), encoding="utf-8", newline="\n")


def _with_part(page: str, name: str, text: str) -> str:
    begin, end = f"<!-- {name}:begin -->", f"<!-- {name}:end -->"
    before, after = page.split(begin)[0], page.split(end)[1]
    return f"{before}{begin}\n{text}\n{end}{after}"
