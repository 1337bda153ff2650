"""`policy-assistant parse`."""

from pathlib import Path
from typing import Any

import click

from policy_assistant.blocks import Block, ParsedDocument
from policy_assistant.cli import options
from policy_assistant.cli.output import excerpt, say, say_json
from policy_assistant.metadata import page_range
from policy_assistant.spots import spot_names, spot_range


@click.command(short_help="Show the blocks of a file, or what was left out of it.")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--dropped", is_flag=True, help="Show what was left out, and why.")
@click.option("--text", "as_text", is_flag=True, help="Print the parsed text itself.")
@options.project
@options.as_json
def command(file: Path, dropped: bool, as_text: bool, folder: str, as_json: bool) -> None:
    """Show the blocks of a file: kind, characters in the parsed text, place in the file, section, text.

    \b
    policy-assistant parse corpus/documents/warranty-policy.pdf
    policy-assistant parse corpus/documents/delivery-policy.html --dropped
    """
    from policy_assistant.ingest import options_of
    from policy_assistant.parse.apart import parse_path_apart

    settings = options.open_project(folder).settings
    path = file if file.exists() or file.is_absolute() else settings.folder / file
    parsed = parse_path_apart(path, options_of(settings))
    if as_json:
        say_json(_as_dict(parsed))
    elif as_text:
        say(parsed.text)
    elif dropped:
        for item in parsed.dropped:
            say(f"{item.place or '-':10} {item.reason} | {excerpt(item.text)}")
        say(f"{len(parsed.dropped)} left out of {file}")
    else:
        for name, value in parsed.metadata.items():
            say(f"{name}: {value}")
        for block in parsed.blocks:
            say(f"{block.kind:8} {block.start}-{block.end} {_place(block)} | {block.section or '-'} | {excerpt(block.text, 80)}")
        say(
            f"{len(parsed.blocks)} blocks, {len(parsed.text):,} characters, {len(parsed.text.split()):,} words; {len(parsed.dropped)} left out (--dropped)"
        )


def _place(block: Block) -> str:
    names = spot_range(spot_names(block.spots))
    if block.pages:
        return f"page {page_range(block.pages)}{f', {names}' if names else ''}"
    if names:
        return names
    return f"lines {block.source_lines[0]}-{block.source_lines[1]}" if block.source_lines else "-"


def _as_dict(parsed: ParsedDocument) -> dict[str, Any]:
    blocks = [
        {
            "kind": b.kind,
            "level": b.level,
            "start": b.start,
            "end": b.end,
            "section": b.section,
            "source_lines": b.source_lines,
            "pages": b.pages,
            "spots": [{"start": spot.start, "end": spot.end, "name": spot.name} for spot in b.spots],
            "lines": [
                {"start": n.start, "end": n.end, "page": n.box.page, "box": [n.box.left, n.box.top, n.box.right, n.box.bottom]}
                for n in b.lines
            ],
            "text": b.text,
        }
        for b in parsed.blocks
    ]
    left_out = [{"reason": d.reason, "place": d.place, "text": d.text} for d in parsed.dropped]
    return {"metadata": dict(parsed.metadata), "blocks": blocks, "dropped": left_out, "page_count": parsed.page_count}
