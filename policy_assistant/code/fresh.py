"""The guard against stale code: what is shown of a file is looked up in the file as it is now.

A file that is as it was is shown as it was indexed. In one that changed, a piece is found again by its content, once and only
once, and shown at its new lines; else it is stale: shown with the lines that it had, and never linked. A file that is gone
is not shown at all.
"""

from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from policy_assistant.code_folders import code_path_of
from policy_assistant.code_places import place_of
from policy_assistant.metadata import Chunk
from policy_assistant.reading import digest_of
from policy_assistant.settings import Settings
from policy_assistant.store.base import Engine, FileState


@dataclass(frozen=True)
class Located:
    """A piece of code with what became of it.

    `chunk` has the lines that it has now; `shift` is how many lines it moved since it was indexed, None where it is stale.
    """

    chunk: Chunk
    shift: int | None = 0

    @property
    def is_stale(self) -> bool:
        """Whether the file no longer holds it, or not only once."""
        return self.shift is None


class Freshness:
    """Looks up pieces in the files as they are now; each file is read once, and only when its size or time changed."""

    def __init__(self, settings: Settings, engine: Engine) -> None:
        self._settings, self._engine = settings, engine
        self._files: dict[str, _File] = {}
        self._located: dict[str, Located | None] = {}

    def locate(self, chunk: Chunk) -> Located | None:
        """A piece as it is now, None where its file is gone. A passage of a document is given back as it is.

        What was looked up once stays so: a piece with its lines of now may be asked for again.
        """
        if chunk.place is None:
            return Located(chunk)
        if chunk.source not in self._files:
            self._files[chunk.source] = _File(self.path_of(chunk.source), self._states.get(chunk.source))
        if chunk.chunk_id not in self._located:
            self._located[chunk.chunk_id] = self._files[chunk.source].locate(chunk)
        return self._located[chunk.chunk_id]

    def path_of(self, name: str) -> Path | None:
        """The file with this name, None where there is none inside the folders of code."""
        return code_path_of(self._settings, name)

    @cached_property
    def _states(self) -> dict[str, FileState]:
        return {document.metadata.source: document.file for document in self._engine.documents("code")}


class _File:
    def __init__(self, path: Path | None, state: FileState | None) -> None:
        self._path, self._state = path, state

    def locate(self, chunk: Chunk) -> Located | None:
        if self._path is None or self._state is None:
            return None
        if self._is_same:
            return Located(chunk)
        if self._text is None:
            return None
        start = _only_place(chunk.text, self._text)
        if start is None:
            return Located(chunk, None)
        place = place_of(chunk)
        shift = self._text.count("\n", 0, start) + 1 - place.first_line
        moved = replace(place, first_line=place.first_line + shift, last_line=place.last_line + shift)
        return Located(replace(chunk, place=moved), shift)

    @cached_property
    def _is_same(self) -> bool:
        """Whether the file is the one that was indexed. Its content decides when size or time are others."""
        if self._path is None or self._state is None:
            return False
        try:
            status = self._path.stat()
        except OSError:
            return False
        if (status.st_size, status.st_mtime_ns) == (self._state.size, self._state.mtime):
            return True
        return self._data is not None and digest_of(self._data) == self._state.sha256

    @cached_property
    def _data(self) -> bytes | None:
        try:
            return self._path.read_bytes() if self._path else None
        except OSError:
            return None

    @cached_property
    def _text(self) -> str | None:
        if self._data is None:
            return None
        from policy_assistant.parse.code import decode_code  # only a file that changed is read

        return decode_code(self._data)


def _only_place(piece: str, text: str) -> int | None:
    """Where whole lines of a text are this piece; None unless that is so exactly once."""
    lined, wanted = f"\n{text}\n", f"\n{piece}\n"
    start = lined.find(wanted)
    if start < 0 or lined.find(wanted, start + 1) >= 0:
        return None
    return start
