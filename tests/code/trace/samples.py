"""Small collections of documents and of the code that keeps their rules, each in one text file with its key.

A file begins with `=== path`; a document's line goes on with title, version, from, to and language. A line of the key is
`verdict | path | part of the code's line | part of the rule`.
"""

import functools
import re
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from policy_assistant.blocks import Place
from policy_assistant.chunk import chunk
from policy_assistant.code.trace import Find, Finding, trace_all
from policy_assistant.glossary import Glossary, whole_glossary
from policy_assistant.metadata import Chunk, Metadata, chunk_hash
from policy_assistant.parse.base import ParseOptions
from policy_assistant.parse.code import parse_code
from policy_assistant.parse.markdown import parse_markdown
from tests.evaluate.samples import passage

AS_OF = "2026-10-09"
SETS = Path(__file__).parent / "sets"
_WORD = re.compile(r"[^\W_]+")
_CASE = re.compile(r"(?<=[a-z])(?=[A-Z])")


@dataclass(frozen=True)
class Key:
    """What a finding must be."""

    verdict: str
    path: str
    code: str
    rule: str


@dataclass(frozen=True)
class Collection:
    """Documents, code and the key."""

    documents: Sequence[Chunk]
    code: Sequence[Chunk]
    key: Sequence[Key]

    @property
    def in_force(self) -> list[Chunk]:
        """The passages in force."""
        return [one for one in self.documents if not one.effective_to or one.effective_to >= AS_OF]

    def find(self) -> Find:
        """A plain search over the code."""
        return search_over(self.code)

    def kept_by(self, key: Key) -> bool:
        """Whether a finding is what the key says."""
        return any(finding.verdict == key.verdict and is_of(finding, key) for finding in self.findings)

    @functools.cached_property
    def false_alarms(self) -> list[Finding]:
        """The findings that differ and are not in the key."""
        differing = [key for key in self.key if key.verdict == "differs"]
        return [one for one in self.findings if one.verdict == "differs" and not any(is_of(one, key) for key in differing)]

    @functools.cached_property
    def findings(self) -> list[Finding]:
        """The trace of all rules."""
        return trace_all(self.in_force, self.find(), glossary(), as_of=AS_OF, every_version=self.documents)


def is_of(finding: Finding, key: Key) -> bool:
    """Whether a finding is about the value and, where the key names one, the line of code of a key."""
    start = finding.value.start - finding.rule.start
    at = finding.rule.text.find(key.rule, max(0, start - len(key.rule) + 1))
    if not 0 <= at < start + len(finding.value.text) or at + len(key.rule) <= start:
        return False
    return not key.path or any(code.path == key.path and key.code in code.line_text for code in finding.code)


@functools.cache
def glossary() -> Glossary:
    """The list of words that comes with the product."""
    return whole_glossary(Path("no-such-file"))


@functools.cache
def collection(name: str) -> Collection:
    """A collection by the name of its file."""
    documents: list[Chunk] = []
    code: list[Chunk] = []
    key: list[Key] = []
    for part in (SETS / f"{name}.txt").read_text(encoding="utf-8").split("=== ")[1:]:
        head, _, text = part.partition("\n")
        if head == "key":
            key = [Key(*(cell.strip() for cell in line.split("|", 3))) for line in text.splitlines()]
        elif head.startswith("docs/"):
            path, title, version, begins, ends, language = (cell.strip() for cell in head.split("|"))
            documents += document(path, title, version, begins, ends, language, text)
        else:
            code += pieces(head, text)
    return Collection(documents, code, key)


def document(path: str, title: str, version: str, begins: str, ends: str, language: str, text: str) -> list[Chunk]:
    """The passages of a Markdown document."""
    parsed = parse_markdown(f"# {title}\n\n{text}".encode(), path, ParseOptions())
    name = re.sub(r"-\d+$", "", Path(path).stem)
    return chunk(parsed, Metadata(name, version, title, begins, ends, "", "public", language, "policy", path, "md"))


def pieces(path: str, text: str) -> list[Chunk]:
    """The pieces of a file of code."""
    return [piece(path, block.text, block.place, block.start) for block in parse_code(text.encode(), path).blocks]


def piece(path: str, text: str, place: Place | None = None, start: int = 0) -> Chunk:
    """A piece of code; without a place a constant at the file's beginning."""
    full = chunk_hash(path, text, start, start + len(text))
    place = place or Place("constant", "", 1, 1 + text.count("\n"))
    return passage(
        path,
        "",
        chunk_id=full[:12],
        hash=full,
        title=path,
        text=text,
        start=start,
        end=start + len(text),
        source=path,
        language="",
        place=place,
    )


def everything(code: Sequence[Chunk]) -> Find:
    """A search that finds all code, in its order."""
    return lambda question, k: [(one, 1.0) for one in code[:k]]


def search_over(code: Sequence[Chunk]) -> Find:
    """A search by plain words: the pieces of code with any of them, best first."""
    conn = sqlite3.connect(":memory:")
    conn.execute("CREATE VIRTUAL TABLE pieces USING fts5(words, tokenize='unicode61 remove_diacritics 2')")
    conn.executemany(
        "INSERT INTO pieces (rowid, words) VALUES (?, ?)", ((n, _split(f"{one.source} {one.text}")) for n, one in enumerate(code))
    )

    def find(question: str, k: int) -> list[tuple[Chunk, float]]:
        asked = " OR ".join(f'"{word}"' for word in dict.fromkeys(_WORD.findall(question)))
        rows = conn.execute("SELECT rowid, bm25(pieces) FROM pieces WHERE pieces MATCH ? ORDER BY 2 LIMIT ?", (asked, k))
        return [(code[row], -score) for row, score in rows]

    return find


def _split(text: str) -> str:
    return " ".join(_WORD.findall(_CASE.sub(" ", text)))
