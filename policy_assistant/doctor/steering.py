"""Checks of what in the documents may steer a reader unseen."""

from collections import defaultdict
from collections.abc import Iterator

from policy_assistant.blocks import HIDDEN, UNRELIABLE
from policy_assistant.doctor.project import REBUILD, Finding, Project, capped, names, note
from policy_assistant.metadata import Chunk
from policy_assistant.steering import FLAGS, STEERING_VERSION

ADVICE = {
    HIDDEN: "look for it in the file: that text is not in the index; take it out of the file if it is not meant",
    UNRELIABLE: "compare the passage with the page; the table reads better from a file with rules around its cells, or from the office file",
}
"""Flag -> what to do about it, where that is not the usual."""


def check_flags(project: Project) -> Iterator[Finding]:
    """No passage holds planted or hidden instructions."""
    found: dict[tuple[str, str], list[Chunk]] = defaultdict(list)
    for chunk in [*project.chunks, *project.code_chunks]:
        for flag in chunk.flags:
            found[chunk.source, flag].append(chunk)
    yield from capped([_flagged(project, source, flag, chunks) for (source, flag), chunks in sorted(found.items())], "document or flag")


def check_flag_rules(project: Project) -> Iterator[Finding]:
    """All passages were flagged by this version's rules."""
    made = project.info.steering
    if made != STEERING_VERSION:
        yield note(f"passages were flagged by rules {made or '(none)'}; this version has rules {STEERING_VERSION}", REBUILD)


def _flagged(project: Project, source: str, flag: str, chunks: list[Chunk]) -> Finding:
    places = names(dict.fromkeys(f"{chunk.section or 'no section'} [{chunk.chunk_id}]" for chunk in chunks))
    doc_type = chunks[0].doc_type
    if doc_type in project.settings.answers.quote_flagged:
        return note(
            f"{source}: {flag} in {places}: {FLAGS.get(flag, flag)}; it is quoted all the same, as [answers] quote_flagged names {doc_type!r}",
            "read the passage; take the words out of the file, or its type out of quote_flagged",
        )
    return note(
        f"{source}: {flag} in {places}: {FLAGS.get(flag, flag)}{'' if flag == HIDDEN else '; it can be found and read, but is not quoted as fact'}",
        ADVICE.get(flag, "read the passage and take the words out of the file, or name its doc_type in [answers] quote_flagged"),
    )
