"""Metadata at the beginning of a text file: YAML between lines of hyphens, or TOML between lines of plus signs.

Every value stays text as it is written, so `1.10`, `2026-01-01` and `no` mean what they say. Of YAML we read what people
write in front matter: values in quotes or without, over several lines (`>`, `|`), lists, comments. Anchors, tags and maps inside
maps are read past. What is no YAML is no error: a colon in a value without quotes belongs to the value.
"""

import re
from collections.abc import Iterator
from itertools import takewhile

LIST_JOIN = ", "
"""Stands between the values of a list."""

_YAML, _TOML = "---", "+++"
_FIELD = re.compile(r"""(?!-\s)("[^"]*"|'[^']*'|[^\s:#"'\[{][^:]*?)\s*:(?:\s+|$)(.*)""")
_LOOSE_FIELD = re.compile(r"([^\s:#][^:]*?)\s*:(.*)")
_BLOCK = re.compile(r"([|>])[+\-0-9]{0,2}(?:\s+#.*)?$")
_COMMENT = re.compile(r"(?:^|\s)#.*$")
_QUOTED = re.compile(r"""("(?:[^"\\]|\\.)*"|'(?:[^']|'')*')\s*(?:#.*)?$""")
_FLOW_PART = re.compile(r"""\s*("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^,]*)\s*(?:,|$)""")
_ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|.)")
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "0": "", "b": "", "e": "", "a": "", "v": " ", "f": " ", "_": "\u00a0", "N": "\n"}


def read_front_matter(text: str) -> tuple[dict[str, str], str, int]:
    """The metadata at a file's start, the rest, and the number of lines before it.

    A list is its values joined by commas, in YAML and in TOML. A file without front matter has no metadata; neither has one
    whose first lines only look so because it begins with a rule.
    """
    lines = text.split("\n")
    sign = lines[0].rstrip()
    if sign not in (_YAML, _TOML):
        return {}, text, 0
    ends = (_YAML, "...") if sign == _YAML else (_TOML,)
    end = next((n for n, line in enumerate(lines[1:], 1) if line.rstrip() in ends), None)
    if end is None:
        return {}, text, 0
    inside = lines[1:end]
    values = _yaml(inside) if sign == _YAML else _toml(inside)
    if not values and any(line.strip() for line in inside):
        return {}, text, 0
    return values, "\n".join(lines[end + 1 :]), end + 1


def _yaml(lines: list[str]) -> dict[str, str]:
    values: dict[str, str] = {}
    position = 0
    while position < len(lines):
        found = _field(lines[position])
        position += 1
        if not found:
            continue
        begin = position
        while position < len(lines) and _is_below(lines[position]):
            position += 1
        values[found[0]] = _value(found[1], lines[begin:position])
    return values


def _field(line: str) -> tuple[str, str] | None:
    if line.startswith((" ", "\t", "#", "- ")):
        return None
    match = _FIELD.match(line) or _LOOSE_FIELD.match(line)
    return (_unquoted(match[1].strip()).strip(), match[2].strip()) if match else None


def _is_below(line: str) -> bool:
    """Whether a line belongs to the field above it: indented, an item of a list, or empty."""
    return not line.strip() or line.startswith((" ", "\t", "- ", "]")) or line.rstrip() == "-"


def _value(first: str, below: list[str]) -> str:
    if block := _BLOCK.match(first):
        return _block(block[1], below)
    inside = [line.strip() for line in below if line.strip() and not line.lstrip().startswith("#")]
    if first.startswith(("[", '"', "'")) and not _is_whole(first):
        first = " ".join([first, *inside])
        inside = []
    if first.startswith("["):
        return _flow(_COMMENT.sub("", first).strip())
    if first and not first.startswith("#"):
        return _scalar(" ".join([first, *inside]) if not first.startswith(('"', "'", "{")) else first)
    if any(line.startswith("- ") for line in inside):
        return LIST_JOIN.join(filter(None, _items(below)))
    return LIST_JOIN.join(map(_scalar, inside)) if inside and not any(_field(line) for line in inside) else ""


def _is_whole(text: str) -> bool:
    if text.startswith("["):
        return "]" in text
    return bool(_QUOTED.match(text)) or (text[-1:] == text[:1] and len(text) > 1)


def _block(kind: str, below: list[str]) -> str:
    """Lines as they stand (`|`), or joined where no empty line parts them (`>`)."""
    indent = min((len(line) - len(line.lstrip()) for line in below if line.strip()), default=0)
    text = "\n".join(line[indent:].rstrip() for line in below).strip("\n")
    return text if kind == "|" else re.sub(r"\n+", lambda ends: " " if len(ends[0]) == 1 else ends[0][1:], text)


def _items(below: list[str]) -> Iterator[str]:
    """The values of a list's items; an item that is a map has none."""
    outer = min(len(line) - len(line.lstrip()) for line in below if line.strip())
    for line in below:
        item = line.strip()
        if len(line) - len(line.lstrip()) == outer and item.startswith("- ") and not _FIELD.match(item[2:].strip()):
            yield _scalar(item[2:].strip())


def _flow(text: str) -> str:
    inside = text[1 : text.rfind("]")] if "]" in text else text[1:]
    parts = [_scalar(match[1].strip()) for match in _FLOW_PART.finditer(inside) if match[0]]
    return LIST_JOIN.join(filter(None, parts))


def _scalar(text: str) -> str:
    """A value without its quotes or, where it has none, without the comment after it."""
    quoted = _QUOTED.match(text)
    if quoted:
        return _unquoted(quoted[1])
    plain = _COMMENT.sub("", text).strip()
    return "" if plain in ("~", "null") else plain


def _unquoted(value: str) -> str:
    if len(value) < 2 or value[0] != value[-1] or value[0] not in "\"'":
        return value
    inside = value[1:-1]
    return inside.replace("''", "'") if value[0] == "'" else _ESCAPE.sub(_escaped, inside)


def _escaped(match: re.Match[str]) -> str:
    code = match[1]
    if code[0] in "ux" and len(code) > 1:
        found = chr(int(code[1:], 16))
        return "" if "\ud800" <= found <= "\udfff" else found
    return _ESCAPED.get(code, code)


def _toml(lines: list[str]) -> dict[str, str]:
    """The fields of TOML outside its tables; where it is no TOML, of its lines `name = value`."""
    import tomllib

    try:
        found = tomllib.loads("\n".join(lines), parse_float=str)
    except (tomllib.TOMLDecodeError, RecursionError, ValueError):
        pairs = (line.partition("=") for line in takewhile(lambda line: not line.startswith("["), lines))
        return {name.strip(): _scalar(value.strip()) for name, sign, value in pairs if sign and name.strip() and not name.startswith("#")}
    return {name.strip(): _toml_text(value) for name, value in found.items() if not isinstance(value, dict)}


def _toml_text(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return LIST_JOIN.join(_toml_text(item) for item in value if not isinstance(item, dict))
    return str(value)
