"""Reading a file: its bytes under the limits, and its text, parsed once, in a process of its own, and kept by the hash of the bytes."""

import contextlib
import hashlib

from policy_assistant.blocks import ParsedDocument
from policy_assistant.cache import ParseCache
from policy_assistant.errors import InputRefusedError, UnreadableFileError
from policy_assistant.history import read_blob, split_state
from policy_assistant.language import language_of
from policy_assistant.metadata import GUESSED_LANGUAGE
from policy_assistant.parse.apart import opened, parse_apart
from policy_assistant.parse.base import ParseOptions
from policy_assistant.settings import Settings
from policy_assistant.sources import Past, Source

LONG_FILE = 10
"""How many times `[corpus] max_seconds` a file may take whose parser tells of page after page."""


def options_of(settings: Settings) -> ParseOptions:
    """What the settings say about parsing."""
    corpus = settings.corpus
    return ParseOptions(
        html_skip=corpus.html_skip,
        max_bytes=corpus.max_file_mb * 1_000_000,
        max_pages=corpus.max_pages,
        max_seconds=corpus.max_seconds,
        max_seconds_in_all=corpus.max_seconds * LONG_FILE,
        max_memory_mb=corpus.max_memory_mb,
        ocr=settings.project.languages if corpus.ocr else (),
    )


def own_metadata(settings: Settings, source: Source) -> dict[str, str]:
    """What a file says of itself. Raises `UnreadableFileError`."""
    options = options_of(settings)
    data = read(source, options)
    return dict(parsed(source, data, digest_of(data), ParseCache(settings.cache_path, options), options).metadata)


def said_by(text: ParsedDocument) -> dict[str, str]:
    """What a file says of itself; where it does not say in which language it is, what its words tell."""
    said = dict(text.metadata)
    if not said.get("language") and (language := language_of(text.text)):
        said[GUESSED_LANGUAGE] = language
    return said


def read(source: Source, options: ParseOptions) -> bytes:
    """The bytes of a file. Raises `UnreadableFileError` for one that is too large or cannot be opened."""
    if source.size > options.max_bytes:
        raise UnreadableFileError(
            source.name, f"{source.size:,} bytes; files over {options.max_bytes:,} bytes are not read", hint="raise [corpus] max_file_mb"
        )
    if source.past and split_state(source.name)[1]:
        return _stored(source.name, source.past)
    try:
        return source.path.read_bytes()
    except OSError as error:
        raise UnreadableFileError(source.name, (error.strerror or str(error)).lower()) from error


def _stored(name: str, past: Past) -> bytes:
    data = read_blob(past.folder, past.blob)
    if data is None:
        raise UnreadableFileError(name, "git does not give its content", hint="fetch the whole history")
    return data


def digest_of(data: bytes) -> str:
    """SHA-256 of a file's bytes, in hex: what the cache and the index know it by."""
    return hashlib.sha256(data).hexdigest()


def parsed(source: Source, data: bytes, digest: str, cache: ParseCache, options: ParseOptions) -> ParsedDocument:
    """The text of a file from the cache, else parsed in a process of its own and put there.

    Raises:
        UnreadableFileError: the file cannot be read within the limits. Other errors as `parse_apart`.
    """
    ending = source.path.suffix.lower()
    found = cache.load(digest, ending)
    if found is None:
        packed = parse_apart(data, split_state(source.name)[0], options)
        found = opened(packed, source.name)
        with contextlib.suppress(OSError):  # a cache that cannot be written costs time, not the text
            cache.keep_packed(digest, ending, packed)
    return found


def code_before(source: Source, digest: str, options: ParseOptions) -> ParsedDocument:
    """The pieces of a file of code with this hash. They are not cached: parsing takes little more than reading.

    A file that a grammar cannot live with is cut into windows of lines.

    Raises:
        InputRefusedError: the file's bytes are others by now, or it cannot be read.
    """
    try:
        data = source.path.read_bytes()
    except OSError:
        data = b""
    if digest_of(data) != digest:
        raise InputRefusedError(f"{source.name} changed while it was being ingested", hint="run the ingest again")
    try:
        return opened(parse_apart(data, source.name, options, is_code=True), source.name)
    except UnreadableFileError:
        from policy_assistant.parse.code import parse_code  # what it needs of libraries is not loaded

        return parse_code(data, source.name, by_syntax=False)


def parsed_before(source: Source, digest: str, cache: ParseCache, options: ParseOptions) -> ParsedDocument:
    """The text that a file with this hash has; parsed again when the cache no longer has it.

    Raises:
        InputRefusedError: the file's bytes are others by now.
        UnreadableFileError: it cannot be read.
    """
    found = cache.load(digest, source.path.suffix.lower())
    if found is None:
        data = read(source, options)
        if digest_of(data) != digest:
            raise InputRefusedError(f"{source.name} changed while it was being ingested", hint="run the ingest again")
        found = parsed(source, data, digest, cache, options)
    return found
