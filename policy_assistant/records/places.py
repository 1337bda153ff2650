"""Places in code as the JSON objects that every surface gives."""

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from policy_assistant.code_places import place_of

if TYPE_CHECKING:
    from policy_assistant.code.where import FoundPlace, Places
    from policy_assistant.store.base import IndexInfo


def where_record(places: "Places", info: "IndexInfo") -> dict[str, Any]:
    """A whole search for places, with the state of the index that it was made in."""
    return {
        "query": places.query,
        "hits": [place_hit(place) for place in places.places],
        "method": places.method,
        "audience": places.audience,
        "gone": places.gone,
        "index": {
            "synced": _synced(info.last_sync).isoformat(),
            "age_seconds": age_of(info.last_sync),
            "generation": info.generation,
            "commits": [commit.commit for commit in info.commits],
        },
    }


def place_hit(place: "FoundPlace") -> dict[str, Any]:
    """A place as JSON; the published keys first."""
    own = place_of(place.chunk)
    return {
        "path": place.chunk.source,
        "start_line": own.first_line,
        "end_line": own.last_line,
        "kind": own.kind,
        "name": own.name,
        "score": place.score,
        "text": place.chunk.text,
        "stale": place.is_stale,
        "link": place.link or None,
        "rank": place.rank,
        "id": place.chunk.chunk_id,
        "version": place.chunk.version,
    }


def _synced(last_sync: int) -> datetime:
    return datetime.fromtimestamp(last_sync / 1e9, UTC).replace(microsecond=0)


def age_of(last_sync: int) -> int:
    """Seconds since the index was last brought up to date."""
    return max(0, round(datetime.now(UTC).timestamp() - last_sync / 1e9))
