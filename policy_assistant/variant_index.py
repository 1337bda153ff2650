"""Indexes of variants: a comparison of chunkers or embedders ingests the project once more, into the cache folder."""

import hashlib
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from policy_assistant.embed import Progress
from policy_assistant.errors import IndexMismatchError
from policy_assistant.ingest import ingest
from policy_assistant.models.embedders.base import NONE
from policy_assistant.settings import SQLITE
from policy_assistant.store.base import IndexInfo

if TYPE_CHECKING:
    from policy_assistant.settings import Settings

_NOT_IN_NAMES = re.compile(r"[^A-Za-z0-9.-]+")
_HASH_DIGITS = 8


def settings_of(settings: "Settings", info: IndexInfo, options: Mapping[str, str], progress: Progress | None = None) -> "Settings":
    """The settings of the project under which the index has a variant's chunker and embedder.

    They are the project's own where its index has both already; else its documents are ingested into an index of the
    variant, whose parsed files and vectors come from the cache where they are known. One of another make is made anew.
    `progress` is told what is embedded.

    Raises:
        As `ingest`.
    """
    own = {"chunker": info.chunker, "embedder": info.embedding.name if info.embedding else NONE}
    wanted = own | {key: value for key, value in options.items() if key in own}
    if wanted == own:
        return settings
    varied = replace(
        settings,
        store=replace(settings.store, engine=SQLITE, path=f"{settings.store.cache}/variants/{_file_name(wanted)}"),
        chunk=replace(settings.chunk, chunker=wanted["chunker"]),
        models=replace(settings.models, embedder=wanted["embedder"]),
    )
    try:
        ingest(varied, embed_progress=progress)
    except IndexMismatchError:
        ingest(varied, rebuild=True, embed_progress=progress)
    return varied


def _file_name(wanted: Mapping[str, str]) -> str:
    """A name that says which index it is; the hash tells apart what differs only in characters that names cannot have."""
    said = f"{wanted['chunker']}-{wanted['embedder']}"
    return f"{_NOT_IN_NAMES.sub('-', said)}-{hashlib.sha256(said.encode()).hexdigest()[:_HASH_DIGITS]}.sqlite"
