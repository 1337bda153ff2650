"""The project's glossary: terms that mean the same, so that a question in one's words finds text in another's.

A text file in UTF-8, one group a line: `PTO = paid time off = congés payés`. Blank lines and what follows a `#` at a
line's beginning or after a blank are passed over.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib.resources import as_file, files
from pathlib import Path

from policy_assistant.analysis import base_language, folded, terms
from policy_assistant.errors import InputRefusedError
from policy_assistant.stopwords import STOP_WORDS

MAX_FILE_BYTES = 1_000_000
MAX_GROUPS = 5_000
MAX_TERMS = 20
MAX_CHARACTERS = 200

_JOIN = re.compile(r"\s+=\s+")
_RUN = re.compile(r"[^\W_]+")
_COMMENT = re.compile(r"(?:^|\s)#.*")
_HINT = "one group a line, its terms joined by ` = `: PTO = paid time off"

_Run = tuple[str, ...]
"""Analysed terms in a row."""


@dataclass(frozen=True)
class _Entry:
    """A term of a group as it is looked for: its run, and the acronym that must stand in the question, or empty."""

    run: _Run
    group: int
    acronym: str


@dataclass(frozen=True)
class Glossary:
    """Groups of terms that mean the same, as they are written."""

    groups: tuple[tuple[str, ...], ...] = ()
    _entries: dict[tuple[int, str], list[_Entry]] = field(default_factory=dict, init=False, compare=False, repr=False)
    _tables: dict[tuple[str, str], dict[str, list[_Entry]]] = field(default_factory=dict, init=False, compare=False, repr=False)

    def expand(self, question: str, languages: Sequence[str]) -> list[str]:
        """The phrases to add to a question's terms: for each term of the glossary in it, the others of its group.

        A phrase is the analysed terms of one, by each language, joined by single spaces. A term is in the question when
        its analysed terms are, in a row; of two that overlap the longer counts. One in capitals that is a function word
        in small letters (IT, US) must stand in capitals there.
        """
        bases = list(dict.fromkeys(base_language(language) for language in languages))
        found = {language: list(self._found(question, language)) for language in bases}
        asked = {" ".join(entry.run) for entries in found.values() for entry in entries}
        groups = dict.fromkeys(entry.group for entries in found.values() for entry in entries)
        phrases = (" ".join(terms(term, language)) for group in groups for term in self.groups[group] for language in bases)
        return [phrase for phrase in dict.fromkeys(phrases) if phrase and phrase not in asked]

    def _found(self, question: str, language: str) -> Iterator[_Entry]:
        """The entries in a question, none overlapping a longer one or one before it; of equal runs all."""
        asked = terms(question, language)
        beginnings = _beginnings(question)
        free = 0
        for start, term in enumerate(asked):
            if start < free:
                continue
            length = 0
            for entry in self._beginning_with(term, beginnings, language):
                run = entry.run
                if len(run) < length:
                    break
                if tuple(asked[start : start + len(run)]) == run and (not entry.acronym or _holds_word(question, entry.acronym)):
                    yield entry
                    length, free = len(run), start + len(run)

    def _beginning_with(self, term: str, beginnings: Iterable[str], language: str) -> list[_Entry]:
        """The entries whose run begins with a term, of the groups that could be in a question; the longest run first."""
        found = {entry for beginning in beginnings for entry in self._first_terms(beginning, language).get(term, ())}
        return sorted(found, key=lambda entry: (-len(entry.run), entry.group, entry.acronym))

    def _first_terms(self, beginning: str, language: str) -> dict[str, list[_Entry]]:
        """The entries of the groups with a word that begins so, by the first term of their run."""
        key = beginning, language
        if key not in self._tables:
            made = self._tables[key] = {}
            for number in self._by_beginning.get(beginning, ()):
                for entry in self._analysed(number, language):
                    made.setdefault(entry.run[0], []).append(entry)
        return self._tables[key]

    def _analysed(self, group: int, language: str) -> list[_Entry]:
        """The entries of a group. Analysing all groups takes longer than a search, so each waits until it is needed."""
        key = group, language
        if key not in self._entries:
            runs = ((tuple(terms(term, language)), term) for term in self.groups[group])
            self._entries[key] = [_Entry(run, group, term if _needs_capitals(term) else "") for run, term in runs if run]
        return self._entries[key]

    @cached_property
    def _by_beginning(self) -> dict[str, list[int]]:
        """The groups by how the words of their terms begin."""
        made: dict[str, list[int]] = {}
        for number, group in enumerate(self.groups):
            for beginning in _beginnings(" ".join(group)):
                made.setdefault(beginning, []).append(number)
        return made


def whole_glossary(path: Path) -> Glossary:
    """A project's glossary and the shipped list of English and French words. Raises `InputRefusedError` as `load_glossary`."""
    with as_file(files("policy_assistant").joinpath("data/english-french.txt")) as shipped:
        return Glossary(load_glossary(path).groups + load_glossary(shipped).groups)


def load_glossary(path: Path) -> Glossary:
    """The glossary of a file; an empty one where there is no file.

    Raises:
        InputRefusedError: not UTF-8, over a limit, or a group with fewer than two terms; the message names file and line.
    """
    try:
        if path.stat().st_size > MAX_FILE_BYTES:
            raise InputRefusedError(
                f"{path.name} is larger than {MAX_FILE_BYTES:,} bytes",
                hint="keep only terms that people use; no group for what is written alike",
            )
        text = path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        return Glossary()
    except UnicodeDecodeError as error:
        raise InputRefusedError(f"{path.name} is not UTF-8 (byte {error.start})", hint="save it as UTF-8 text") from None
    except OSError as error:
        raise InputRefusedError(f"{path}: {(error.strerror or str(error)).lower()}") from None
    groups: list[tuple[str, ...]] = []
    for number, line in enumerate(text.splitlines(), 1):
        if content := _COMMENT.sub("", line).strip():
            groups.append(_group(f"{path.name} line {number}", content))
            if len(groups) > MAX_GROUPS:
                raise InputRefusedError(f"{path.name} line {number}: more than {MAX_GROUPS:,} groups")
    return Glossary(tuple(groups))


def _group(where: str, line: str) -> tuple[str, ...]:
    group = tuple(dict.fromkeys(term.strip() for term in _JOIN.split(f" {line} ")))
    if len(group) < 2 or "" in group:
        raise InputRefusedError(f"{where}: {line[:80]!r} is not two terms or more that mean the same", hint=_HINT)
    if len(group) > MAX_TERMS:
        raise InputRefusedError(f"{where}: {len(group)} terms; allowed: {MAX_TERMS}")
    if longest := next((term for term in group if len(term) > MAX_CHARACTERS), ""):
        raise InputRefusedError(f"{where}: a term of {len(longest)} characters ({longest[:40]!r}…); allowed: {MAX_CHARACTERS}")
    return group


def _beginnings(text: str) -> set[str]:
    """The first two letters of each word, without accents, which no stem changes."""
    return {folded(word)[:2] for word in _RUN.findall(unicodedata.normalize("NFC", text))}


def _needs_capitals(term: str) -> bool:
    return term.isupper() and any(term.lower() in words for words in STOP_WORDS.values())


def _holds_word(text: str, word: str) -> bool:
    """Whether a word stands in a text as it is written, capitals too."""
    return bool(re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text))
