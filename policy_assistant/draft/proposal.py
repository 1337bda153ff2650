"""The proposed row of one file: what it states itself, then its name, its title and its first lines."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import PurePosixPath
from typing import Any

from policy_assistant.blocks import ParsedDocument
from policy_assistant.documents import DocInfo
from policy_assistant.draft.beginning import Beginning, beginning_of, find_owner, find_version
from policy_assistant.draft.dates import Period, find_period
from policy_assistant.draft.kinds import guess_type
from policy_assistant.draft.names import NameParts, read_name
from policy_assistant.draft.words import Guess, guess_language
from policy_assistant.errors import PolicyAssistantError, UnreadableFileError
from policy_assistant.file_names import ascii_id
from policy_assistant.ingest import options_of
from policy_assistant.metadata import FIELDS, UNKNOWN, resolve
from policy_assistant.parse.apart import parse_path_apart
from policy_assistant.parse.base import format_of
from policy_assistant.settings import Settings
from policy_assistant.sidecar import read_sidecar
from policy_assistant.sources import Source

NO_VERSION = "1"
NO_NAME = "document"


@dataclass(frozen=True)
class Proposal:
    """A row in the making. `own` is what the file states; `spare` the version its name offers beside the proposed one."""

    row: DocInfo
    own: Mapping[str, str]
    parsed_title: str
    spare: str
    notes: tuple[str, ...]

    def changed(self, field: str, value: str, note: str) -> "Proposal":
        """The proposal with another value in a field, and why."""
        values: dict[str, Any] = {field: value}
        return replace(self, row=replace(self.row, **values), notes=(*self.notes, note))

    def noted(self, note: str) -> "Proposal":
        """The proposal with one more note."""
        return replace(self, notes=(*self.notes, note))


def propose(source: Source, settings: Settings) -> Proposal:
    """The row of one file by itself."""
    if reason := _unlistable(source.name):
        raise UnreadableFileError(source.name, reason, hint="rename it")
    parsed = parse_path_apart(source.path, options_of(settings))
    place, name = PurePosixPath(source.name), read_name(PurePosixPath(source.name).stem)
    own = _stated(read_sidecar(source.sidecar, source.name)) | _stated(parsed.metadata)
    begin = beginning_of(parsed)
    period = _period(name, begin, own)
    guesses = _guesses(place, name, parsed, begin, settings) | {"effective_from": period.start, "effective_to": period.end}
    values = {field: own.get(field) or guesses[field].value for field in FIELDS}
    row = DocInfo(file=source.name, **values, format=format_of(source.path), root=source.path.parents[len(place.parts) - 1])
    spare = name.version if name.version != values["version"] else ""
    notes = (*_sources_of(own, guesses), *name.notes, *period.notes, *_disagreements(own, guesses, name))
    return Proposal(row, own, parsed.title, spare, notes)


def _unlistable(name: str) -> str:
    """Why a name cannot stand in an inventory; empty when it can."""
    if not name.isprintable() or "\\" in name:  # line breaks, controls and bytes that are not UTF-8
        return "its name holds a character that an inventory cannot hold"
    return "its name begins or ends with a blank" if name != name.strip() else ""


def _stated(metadata: Mapping[str, str]) -> dict[str, str]:
    stated = {name: metadata.get(name, "").strip() for name in FIELDS}
    return {name: value for name, value in stated.items() if value and value.lower() != UNKNOWN}


def _guesses(place: PurePosixPath, name: NameParts, parsed: ParsedDocument, begin: Beginning, settings: Settings) -> dict[str, Guess]:
    title = parsed.metadata.get("title") or parsed.title
    language = Guess(name.language, "the name") if name.language else guess_language(parsed.text)
    language = language if language.value else Guess(settings.project.languages[0])
    return {
        "doc_id": _doc_id(place, name, title),
        "title": Guess(title, "the text") if title else Guess(name.words[:1].upper() + name.words[1:] or place.stem, "the name"),
        "version": _version(name, begin),
        "owner": find_owner(begin),
        "access": Guess(settings.most_restricted),
        "language": language,
        "doc_type": guess_type(name.words, title, language.value, whole=name.whole),
    }


def _doc_id(place: PurePosixPath, name: NameParts, title: str) -> Guess:
    """The name's words; where they say nothing, the sub-folder's, then the title's."""
    if name.doc_id:
        return Guess(name.doc_id, "the name")
    if len(place.parts) > 2 and (folder := ascii_id(place.parent.name)):
        return Guess(folder, "the folder's name")
    if words := read_name(title).doc_id:
        return Guess(words, "the title")
    return Guess(NO_NAME)


def _version(name: NameParts, begin: Beginning) -> Guess:
    """A version that the name calls one, then the text's, then a month, year or number in the name."""
    named = Guess(name.version, "the name")
    if name.is_sure:
        return named
    return next((guess for guess in (find_version(begin), named) if guess.value), Guess(NO_VERSION))


def _period(name: NameParts, begin: Beginning, own: Mapping[str, str]) -> Period:
    """The days that the text introduces, else those of the name; a guessed period that ends before it begins is dropped."""
    text = find_period(begin.sentences)
    notes = list(text.notes)
    days = []
    for found, named in ((text.start, name.effective_from), (text.end, name.effective_to)):
        days.append(found if found.value else Guess(named, "the name" if named else ""))
        if found.value and named and found.value != named:
            notes.append(f"{found.value} is proposed, but the name says {named}")
    first, last = own.get("effective_from") or days[0].value, own.get("effective_to") or days[1].value
    if first and last and last < first and not {"effective_from", "effective_to"} <= own.keys():
        notes.append(f"the period {first} to {last} ends before it begins; what was guessed of it was dropped")
        return Period(notes=tuple(notes))
    return Period(days[0], days[1], tuple(notes))


def _sources_of(own: Mapping[str, str], guesses: Mapping[str, Guess]) -> list[str]:
    """What was read from where, what is assumed, and what is missing."""
    read: dict[str, list[str]] = {}
    for field in FIELDS:
        if field not in own and guesses[field].how:
            read.setdefault(guesses[field].how, []).append(field)
    open_fields = [field for field in FIELDS if field not in own and not guesses[field].how]
    assumed = [f"{field} {guesses[field].value}" for field in open_fields if guesses[field].value]
    missing = [field for field in open_fields if not guesses[field].value and field != "effective_to"]
    sentences = {
        "guessed": "; ".join(f"{', '.join(names)} from {how}" for how, names in read.items()),
        "assumed": ", ".join(assumed),
        "not found": ", ".join(missing),
    }
    return [f"{what}: {text}" for what, text in sentences.items() if text]


def _disagreements(own: Mapping[str, str], guesses: Mapping[str, Guess], name: NameParts) -> list[str]:
    """Where two signs of one file say different things."""
    version = own.get("version") or guesses["version"].value
    if name.version and _plain(name.version) != _plain(version):
        return [f"version {version} is proposed, but the name says {name.version}"]
    return []


def _plain(version: str) -> str:
    return version.lstrip("0").lower()


def refusal(proposal: Proposal, settings: Settings) -> list[str]:
    """What an ingest will not accept: only something that the file itself states."""
    row = proposal.row
    try:
        resolve(row.file, row.format, proposal.own, row.stated, proposal.parsed_title, settings)
    except PolicyAssistantError as error:
        return [f"ingest will refuse it: {str(error).removeprefix(f'{row.file}: ')}; correct it in the file"]
    return []
