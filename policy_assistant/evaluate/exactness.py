"""Are citations exact? Each quote against the text of its file as it lies in the corpus now, never against the index."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from policy_assistant.cache import ParseCache
from policy_assistant.claims import Citation
from policy_assistant.errors import PolicyAssistantError
from policy_assistant.reading import digest_of, options_of, parsed, read
from policy_assistant.settings import Settings
from policy_assistant.sources import Source, find_sources
from policy_assistant.store.base import IndexedDocument


@dataclass(frozen=True)
class _Text:
    """The parsed text of a file, or why there is none."""

    text: str = ""
    problem: str = ""


class Sources:
    """The files of a corpus, each parsed when a quote of it is first looked at."""

    def __init__(self, settings: Settings, documents: Iterable[IndexedDocument]) -> None:
        self._settings = settings
        self._digests = {document.metadata.source: document.file.sha256 for document in documents}
        self._texts: dict[str, _Text] = {}

    def problem_of(self, citation: Citation) -> str:
        """What is wrong with the quote of a citation; empty when its file has the quote at its positions, word for word.

        A file that is gone, cannot be read or changed since the ingest proves nothing, and that is said.
        """
        source = citation.chunk.source
        if source not in self._texts:
            self._texts[source] = self._read(source)
        found = self._texts[source]
        if found.problem:
            return f"{source}: {found.problem}"
        here = found.text[citation.start : citation.end]
        return "" if here == citation.quote else f"{source}: another text stands at {citation.start}-{citation.end}"

    @cached_property
    def _files(self) -> dict[str, Source]:
        try:
            return {source.name: source for source in find_sources(self._settings).sources}
        except (PolicyAssistantError, OSError):
            return {}

    def _read(self, name: str) -> _Text:
        file = self._files.get(name)
        if file is None:
            return _Text(problem="the file is gone")
        options = options_of(self._settings)
        try:
            data = read(file, options)
            digest = digest_of(data)
            if digest != self._digests.get(name):
                return _Text(problem="the file changed since the ingest")
            return _Text(parsed(file, data, digest, ParseCache(self._settings.cache_path, options), options).text)
        except PolicyAssistantError as error:
            return _Text(problem=f"the file cannot be read ({error})")
