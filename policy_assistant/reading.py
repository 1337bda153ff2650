"""Reading a file: its bytes under the limits, and its text, parsed once and kept by the hash of the bytes."""

import hashlib

from policy_assistant.blocks import ParsedDocument
from policy_assistant.cache import ParseCache
from policy_assistant.errors import InputRefusedError, UnreadableFileError
from policy_assistant.parse.base import ParseOptions, parse_bytes
from policy_assistant.settings import Settings
from policy_assistant.sources import Source


def options_of(settings: Settings) -> ParseOptions:
    """What the settings say about parsing."""
    return ParseOptions(settings.corpus.html_skip, settings.corpus.max_file_mb * 1_000_000, settings.corpus.max_pages)


def own_metadata(settings: Settings, source: Source) -> dict[str, str]:
    """What a file says of itself. Raises `UnreadableFileError`."""
    options = options_of(settings)
    data = read(source, options)
    return dict(parsed(source, data, digest_of(data), ParseCache(settings.cache_path, options), options).metadata)


def read(source: Source, options: ParseOptions) -> bytes:
    """The bytes of a file. Raises `UnreadableFileError` for one that is too large or cannot be opened."""
    if source.size > options.max_bytes:
        raise UnreadableFileError(
            source.name, f"{source.size:,} bytes; files over {options.max_bytes:,} bytes are not read", hint="raise [corpus] max_file_mb"
        )
    try:
        return source.path.read_bytes()
    except OSError as error:
        raise UnreadableFileError(source.name, (error.strerror or str(error)).lower()) from error


def digest_of(data: bytes) -> str:
    """SHA-256 of a file's bytes, in hex: what the cache and the index know it by."""
    return hashlib.sha256(data).hexdigest()


def parsed(source: Source, data: bytes, digest: str, cache: ParseCache, options: ParseOptions) -> ParsedDocument:
    """The text of a file from the cache, else parsed and put there. Raises `UnreadableFileError`."""
    ending = source.path.suffix.lower()
    found = cache.load(digest, ending)
    if found is None:
        found = parse_bytes(data, source.name, options)
        cache.keep(digest, ending, found)
    return found


def code_before(source: Source, digest: str) -> ParsedDocument:
    """The pieces of a file of code with this hash. They are not cached: parsing takes little more than reading.

    Raises:
        InputRefusedError: the file's bytes are others by now, or it cannot be read.
    """
    from policy_assistant.parse.code import parse_code

    try:
        data = source.path.read_bytes()
    except OSError:
        data = b""
    if digest_of(data) != digest:
        raise InputRefusedError(f"{source.name} changed while it was being ingested", hint="run the ingest again")
    return parse_code(data, source.name)


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
