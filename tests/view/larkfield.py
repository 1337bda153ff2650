"""The documents of the example collection as a project for tests, without embedder and code."""

import shutil
from pathlib import Path

from policy_assistant.metadata import Chunk
from policy_assistant.store import Store
from policy_assistant.view.shapes import BlockView, Segment, SourceView
from policy_assistant.view.source import open_source
from tests.project import Project

CORPUS = Path(__file__).parents[2] / "examples" / "larkfield" / "corpus"
SETTINGS = '[project]\ntoday = 2026-10-09\nlanguages = ["en", "fr"]\n[models]\nembedder = "none"\n'


def ingested(folder: Path) -> Project:
    """The collection, ingested."""
    shutil.copytree(CORPUS, folder / "corpus")
    project = Project(folder)
    project.configure(SETTINGS)
    project.ingest()
    return project


def chunk_with(store: Store, source: str, words: str) -> Chunk:
    """The chunk of a file that holds words."""
    return next(chunk for chunk in store.chunks() if chunk.source == f"documents/{source}" and words in chunk.quote)


def opened(project: Project, source: str, words: str) -> SourceView:
    """The first place of words in a file, opened."""
    with Store(project.folder / "index.sqlite") as store:
        chunk = chunk_with(store, source, words)
        start = chunk.start + chunk.quote.index(words)
        return open_source(project.settings, store, chunk, start, start + len(words))


def segments(block: BlockView) -> list[Segment]:
    """All segments of a block, in order."""
    cells = [cell for row in block.rows for cell in row]
    return [segment for part in [block.segments, *(item.segments for item in block.items), *cells] for segment in part]


def marked(view: SourceView) -> list[str]:
    """What is marked, piece by piece."""
    of_blocks = [segment.text for block in view.blocks for segment in segments(block) if segment.marked]
    return of_blocks + [line.text for line in view.lines if line.marked]


def shown(view: SourceView) -> str:
    """All text that is shown."""
    return "\n".join(["".join(segment.text for segment in segments(block)) for block in view.blocks] + [line.text for line in view.lines])
