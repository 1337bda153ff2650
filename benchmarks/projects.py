"""The collections that scores are measured on, each as a project of its own in a temporary folder.

Those beside the project (`../shared`) are read there; where they are absent, only the example is measured. Vectors are kept
from one run to the next in the system's temporary folder.
"""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from policy_assistant.assistant import Assistant
from policy_assistant.settings_file import load_settings

PROJECT = Path(__file__).resolve().parent.parent
SHARED = PROJECT.parent / "shared"
COLLECTIONS = {"example": PROJECT / "examples" / "larkfield", "larkfield": SHARED / "larkfield", "cnil": SHARED / "data" / "cnil"}
CACHE = Path(tempfile.gettempdir()) / "policy-assistant-benchmarks"


def present() -> list[str]:
    """The collections that are there."""
    return [name for name, folder in COLLECTIONS.items() if folder.exists()]


@contextmanager
def project(collection: str, embedder: str = "none", chunker: str = "structure") -> Iterator[Assistant]:
    """A collection, ingested."""
    source = COLLECTIONS[collection]
    with tempfile.TemporaryDirectory() as folder:
        for name in ("corpus", "questions", "code"):
            if (source / name).exists():
                shutil.copytree(source / name, Path(folder) / name)
        for name in ("policy-assistant.toml", "glossary.txt"):
            if (source / name).exists():
                shutil.copy(source / name, folder)
        environment = {"POLICY_ASSISTANT_STORE_CACHE": str(CACHE), "POLICY_ASSISTANT_MODELS_EMBEDDER": embedder}
        assistant = Assistant(load_settings(folder, environment))
        assistant.ingest(chunker=chunker)
        yield assistant
        assistant.store.close()
