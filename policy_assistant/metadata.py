"""What is known about a document version and about a chunk of it: fields, precedence, labels, identity."""

import hashlib
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from fnmatch import fnmatch
from pathlib import PurePosixPath

from policy_assistant.blocks import Place
from policy_assistant.errors import InputRefusedError, UsageError, nearest
from policy_assistant.file_names import named_version, path_id
from policy_assistant.filters import Part, iso_date
from policy_assistant.history import split_state
from policy_assistant.settings import Rule, Settings

FIELDS = ("doc_id", "title", "version", "effective_from", "effective_to", "owner", "access", "language", "doc_type")
"""The fields that a document states about itself, in the order of the inventory."""

GUESSED_LANGUAGE = "language (guessed)"
"""Where the language of a text stands that does not state it, among what it says of itself."""

UNKNOWN = "unknown"
"""The value that means "not stated" in an optional field."""

CODE_CHUNKER = "code"
"""How code is cut, whatever the chunker of documents is: a chunk a piece that its syntax makes."""

ID_DIGITS = 12
MAX_FIELD = 500
_ID_FORBIDDEN = set("|\n\r\t\\<>\"'")


@dataclass(frozen=True)
class Metadata:
    """One version of a document. Dates are ISO texts, empty where open; `unstated` names the fields nobody filled."""

    doc_id: str
    version: str
    title: str
    effective_from: str
    effective_to: str
    owner: str
    access: str
    language: str
    doc_type: str
    source: str
    format: str
    unstated: tuple[str, ...] = ()
    part: Part = "docs"


@dataclass(frozen=True)
class Chunk:
    """The unit of search. `text[-(end - start):]` is the source's own text; what stands before it is title and headings.

    `start` and `end` are characters in the parsed text of `source`; `sections` all sections that it covers; `pages` all
    pages that it touches, empty where the format has none; `position` the reading order in its document, from 0. `flags` name what in it
    may steer a reader unseen (`policy_assistant.steering`). `place` is that of a piece of code, None in documents. `spots` are the
    names of the places that it touches beside its pages (`policy_assistant.spots`).
    """

    chunk_id: str
    doc_id: str
    version: str
    title: str
    chunker: str
    position: int
    start: int
    end: int
    text: str
    sections: tuple[str, ...]
    pages: tuple[int, ...]
    effective_from: str
    effective_to: str
    access: str
    language: str
    doc_type: str
    source: str
    hash: str
    flags: tuple[str, ...] = ()
    place: Place | None = None
    spots: tuple[str, ...] = ()

    @property
    def section(self) -> str:
        """The first section that it covers, or empty."""
        return self.sections[0] if self.sections else ""

    @property
    def quote(self) -> str:
        """The source's own words, without the title and headings put before them."""
        return self.text[len(self.text) - (self.end - self.start) :]

    @property
    def words(self) -> int:
        """The number of words of the whole text."""
        return len(self.text.split())


def chunk_hash(doc_id: str, version: str, start: int, end: int) -> str:
    """SHA-256 of `doc_id|version|start|end`, 64 hex digits: the whole identity of a chunk."""
    return hashlib.sha256(f"{doc_id}|{version}|{start}|{end}".encode()).hexdigest()


def chunk_id(doc_id: str, version: str, start: int, end: int) -> str:
    """The ID that is shown: the first 12 digits of `chunk_hash`."""
    return chunk_hash(doc_id, version, start, end)[:ID_DIGITS]


def page_range(pages: Sequence[int]) -> str:
    """Pages as people write them: `1`, `1-2`, or `-` where there are none."""
    if not pages:
        return "-"
    return str(pages[0]) if len(pages) == 1 else f"{pages[0]}-{pages[-1]}"


def resolve(
    source: str,
    fmt: str,
    own: Mapping[str, str],
    listed: Mapping[str, str],
    title: str,
    settings: Settings,
    *,
    beside: Mapping[str, str] | None = None,
    told: Mapping[str, str] | None = None,
) -> Metadata:
    """The metadata of one file: its `own` (front matter, meta tags, PDF fields) over its sidecar's (`beside`) over the
    inventory's row `listed` over rules, over what git has `told`, and over all that what its name or path tells of a file without
    ID or version.

    Of several labels the strictest wins, and a missing one is the most restricted. `title` is the parsed title, used
    where no metadata names one.

    Raises:
        InputRefusedError: doc_id or version is missing or not usable, a date is not a date, a period ends before it
            begins, a label is not one of the settings'. The message names file and field.
    """
    rules = (_rule_values(rule) for rule in settings.corpus.rules if rule_matches(rule, source))
    levels = [_stated(values) for values in (own, beside or {}, listed, *rules, told or {})]
    if not all(any(level.get(name) for level in levels) for name in ("doc_id", "version")):
        levels.append(_told_by_name(source, settings))
    values = {name: next((level[name] for level in levels if level.get(name)), "") for name in FIELDS}
    for name in ("doc_id", "version"):
        _check_identity(source, name, values[name])
    _check_dates(source, values)
    labels = [_label(source, level["access"], settings) for level in levels if level.get("access")]
    return Metadata(
        doc_id=values["doc_id"],
        version=values["version"],
        title=values["title"] or title or PurePosixPath(source).stem,
        effective_from=values["effective_from"],
        effective_to=values["effective_to"],
        owner=values["owner"],
        access=max(labels, key=settings.access.labels.index, default=settings.most_restricted),
        language=values["language"] or _guessed_language(own, settings),
        doc_type=values["doc_type"],
        source=source,
        format=fmt,
        unstated=tuple(name for name in FIELDS if not values[name] and name != "effective_to"),
    )


def _guessed_language(own: Mapping[str, str], settings: Settings) -> str:
    """The language that the words of a text tell, where nobody states one; else the project's first."""
    guess = own.get(GUESSED_LANGUAGE, "")
    return guess if guess in settings.project.languages else settings.project.languages[0]


def stricter(last: Metadata, listed: Mapping[str, str], settings: Settings) -> Metadata:
    """The metadata that a version has, under the strictest label that the inventory or a rule states now.

    A label that the settings no longer know becomes the most restricted one.

    Raises:
        InputRefusedError: the inventory states a label that is not one of the settings'.
    """
    rules = (_rule_values(rule) for rule in settings.corpus.rules if rule_matches(rule, last.source))
    stated = [level["access"] for level in map(_stated, (listed, *rules)) if level.get("access")]
    known = last.access if last.access in settings.access.labels else settings.most_restricted
    labels = [known, *(_label(last.source, label, settings) for label in stated)]
    return replace(last, access=max(labels, key=settings.access.labels.index))


def rule_matches(rule: Rule, source: str) -> bool:
    """Whether a rule of the settings is about a file. `*` stands for any characters, `**/` also for no folder at all."""
    path, name = (unicodedata.normalize("NFC", text.replace("\\", "/")) for text in (rule.path, split_state(source)[0]))
    return fnmatch(name, path) or fnmatch(name, path.replace("**/", ""))


def differences(
    own: Mapping[str, str], listed: Mapping[str, str], where: str = "in the file", elsewhere: str = "in the inventory"
) -> list[str]:
    """Fields that two places both state and state differently, as sentences."""
    mine, theirs = _stated(own), _stated(listed)
    return [
        f"{name} is {mine[name]!r} {where}, {theirs[name]!r} {elsewhere}"
        for name in FIELDS
        if name in mine and name in theirs and mine[name] != theirs[name]
    ]


def _told_by_name(source: str, settings: Settings) -> dict[str, str]:
    """What the name and place of a file tell for certain; nothing where that is no identity."""
    named = named_version(PurePosixPath(source).stem)
    if settings.corpus.identity == "path" or settings.corpus.history:
        return {"doc_id": path_id(source), "version": named.version if named else "1", "effective_from": named.day if named else ""}
    if named is None or not named.doc_id:
        return {}
    return {"doc_id": named.doc_id, "version": named.version, "effective_from": named.day}


def _stated(values: Mapping[str, str]) -> dict[str, str]:
    """The known fields that say something. `unknown` says something only about identity, where it is refused later."""
    stated = {name: values.get(name, "").strip() for name in FIELDS}
    return {name: value for name, value in stated.items() if value and (value.lower() != UNKNOWN or name in ("doc_id", "version"))}


def _rule_values(rule: Rule) -> dict[str, str]:
    return {f.name: getattr(rule, f.name) for f in fields(rule)}


def _check_identity(source: str, name: str, value: str) -> None:
    if not value or value.lower() == UNKNOWN:
        raise InputRefusedError(
            f"{source}: no {name}",
            hint=f"state `{name}` in the file itself, beside it or in the inventory; `init --from` drafts it; "
            'with [corpus] identity = "path" the path is the ID',
        )
    if len(value) > MAX_FIELD or _ID_FORBIDDEN & set(value):
        raise InputRefusedError(
            f"{source}: {name} {value[:60]!r} holds a character that is not allowed or is too long",
            hint="letters, digits, `.`, `-`, `_` are best",
        )


def _check_dates(source: str, values: Mapping[str, str]) -> None:
    for name in ("effective_from", "effective_to"):
        if values[name]:
            try:
                iso_date(values[name], name)
            except UsageError as error:
                raise InputRefusedError(f"{source}: {error}", hint=error.hint) from None
    if values["effective_from"] and values["effective_to"] and values["effective_to"] < values["effective_from"]:
        raise InputRefusedError(f"{source}: effective_to {values['effective_to']} is before effective_from {values['effective_from']}")


def _label(source: str, label: str, settings: Settings) -> str:
    if label not in settings.access.labels:
        raise InputRefusedError(f"{source}: unknown access label {label!r}", hint=nearest(label, settings.access.labels))
    return label
