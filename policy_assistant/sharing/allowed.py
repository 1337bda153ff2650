"""What of a kept answer may be given on today: a statement whose passage may no longer be seen goes, as if it had never been kept."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from policy_assistant.errors import NotFoundError
from policy_assistant.ledger.record import KeptAnswer, KeptCitation, KeptClaim
from policy_assistant.metadata import Metadata
from policy_assistant.settings import Settings
from policy_assistant.store.base import Engine
from policy_assistant.versions import Versions


@dataclass(frozen=True)
class Allowed:
    """A kept answer with the statements that may be given on; `left_out` counts the others.

    `versions` are those that the reader sees. `internal` are the labels of what the statements rest on that nobody without a key
    sees, in the order of the settings; an empty one stands for a version that is no longer there.
    """

    kept: KeptAnswer
    left_out: int
    versions: Versions
    internal: Sequence[str] = ()

    @property
    def claims(self) -> Iterable[KeptClaim]:
        """The statements that stand."""
        return [claim for claim in self.kept.claims if claim.ok]

    def metadata_of(self, citation: KeptCitation) -> Metadata | None:
        """The version that a citation is of, of a file of code the newest; None where it is no longer in the index."""
        return _metadata_of(self.versions, citation)


def allowed(settings: Settings, engine: Engine, kept: KeptAnswer, labels: frozenset[str], versions: Versions | None = None) -> Allowed:
    """What of a kept answer whoever sees `labels` may give on.

    A version that he may not see is like one that is no longer in the index: a statement that rests on it is left out, and with
    it the notes, which may name it. Only
    who sees every label keeps such statements, for then the version is truly gone.

    Raises:
        NotFoundError: the labels do not show the answer.
    """
    if not kept.labels <= labels:
        raise NotFoundError(f"no kept answer has the ID {kept.id!r}", hint="`policy-assistant audit --list` shows the IDs")
    versions = versions or Versions(engine, labels)
    if settings.sees_all(labels):
        return Allowed(kept, 0, versions, _internal(settings, versions, kept))
    claims = [claim for claim in kept.claims if all(_metadata_of(versions, citation) for citation in claim.citations)]
    left_out = sum(claim.ok for claim in kept.claims) - sum(claim.ok for claim in claims)
    nearest = kept.nearest if versions.get(*kept.nearest) else ("", "")
    text = "\n".join(claim.text for claim in claims if claim.ok) if left_out else kept.text
    given = replace(kept, claims=tuple(claims), text=text, nearest=nearest, notes=() if left_out else kept.notes)
    return Allowed(given, left_out, versions, _internal(settings, versions, given))


def _internal(settings: Settings, versions: Versions, kept: KeptAnswer) -> Sequence[str]:
    """See `Allowed`. An answer that was given for those without a key rests on nothing internal that is no longer there."""
    anonymous = settings.access.anonymous
    outside = settings.labels_of(anonymous) if anonymous in settings.access.audiences else frozenset()
    cited = [_metadata_of(versions, citation) for citation in kept.citations]
    labels = {metadata.access if metadata else "" for metadata in cited} - outside - ({""} if kept.labels <= outside else set())
    return [label for label in (*settings.access.labels, "") if label in labels]


def _metadata_of(versions: Versions, citation: KeptCitation) -> Metadata | None:
    exact = versions.get(citation.doc_id, citation.version)
    return exact or next((metadata for metadata in versions.of(citation.doc_id) if metadata.part == "code"), None)
