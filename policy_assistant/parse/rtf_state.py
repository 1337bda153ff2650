"""What holds inside a group of an RTF file, and which groups hold text of the document."""

from dataclasses import dataclass, replace

from policy_assistant.parse.rtf_encoding import WINDOWS

BESIDE = {
    "header": "header", "headerl": "header", "headerr": "header", "headerf": "header",
    "footer": "footer", "footerl": "footer", "footerr": "footer", "footerf": "footer",
    "annotation": "comment",
}  # fmt: skip
"""Groups that are listed as left out, and as what."""

INTO = {
    "fonttbl": "fonts", "stylesheet": "styles", "info": "info", "footnote": "note", "shptxt": "box", "listtext": "label", "pntext": "label",
    "fldinst": "code", "colortbl": "colours", **BESIDE,
}  # fmt: skip
"""Groups whose text goes elsewhere than into the body."""

SKIPPED = frozenset(
    [
        "pict",
        "object",
        "nonshppict",
        "xe",
        "tc",
        "rxe",
        "bkmkstart",
        "bkmkend",
        "listtable",
        "listoverridetable",
        "rsidtbl",
        "generator",
        "themedata",
        "filetbl",
        "revtbl",
        "colorschememapping",
        "latentstyles",
        "datastore",
        "mmathPr",
        "atnid",
        "atnauthor",
        "atnref",
        "atndate",
        "atnparent",
        "atrfstart",
        "atrfend",
        "pn",
        "pnseclvl",
        "ftnsep",
        "ftnsepc",
        "ftncn",
        "aftnsep",
        "aftnsepc",
        "aftncn",
        "userprops",
        "docvar",
        "template",
        "private",
        "passwordhash",
        "xmlnstbl",
        "background",
        "sp",
        "formfield",
        "datafield",
        "nesttableprops",
        "nonesttables",
        "shprslt",
        "objdata",
    ]
)
"""Groups that hold no text of the document."""

KNOWN = frozenset({*INTO, "shpinst"})
"""Groups that are read although they are marked as ones that may be passed over."""


USUAL_SIZE = 24
"""Half points: the size of type where a file states none."""

_NUMBERS = {
    "s": "style", "ilvl": "depth", "outlinelevel": "outline", "uc": "fallback", "ls": "list_name", "fs": "size", "charscalex": "scale",
    "cf": "colour", "cb": "ground", "chcbpat": "ground", "highlight": "ground", "cbpat": "shade", "itap": "nesting",
}  # fmt: skip
"""Words that state a number, and of what."""

_PLAIN = {"hidden": False, "deleted": False, "size": USUAL_SIZE, "scale": 100, "colour": 0, "ground": 0}
_PARAGRAPH = {
    "style": 0, "outline": None, "depth": 0, "list_name": 0, "in_table": False, "shade": 0, "is_pattern": False, "nesting": 1,
}  # fmt: skip


@dataclass(frozen=True)
class State:
    """What holds inside a group. `into` says where its text goes: `body`, `note`, `skip`, or one of `INTO`.

    `size` is that of the type in half points, `scale` its width in per cent; `colour`, `ground` (of the letters) and `shade` (of the
    paragraph) are places in the table of colours, 0 for none; `is_pattern` says that a ground is no plain colour. `depth` is a list's,
    `nesting` that of tables in each other.
    `fallback` is how many characters stand for a Unicode one in old programs; `outline` a heading's level from 0.
    """

    into: str = "body"
    hidden: bool = False
    deleted: bool = False
    fallback: int = 1
    encoding: str = WINDOWS
    symbols: bool = False
    style: int = 0
    outline: int | None = None
    depth: int = 0
    list_name: int = 0
    in_table: bool = False
    star: bool = False
    size: int = USUAL_SIZE
    scale: int = 100
    colour: int = 0
    ground: int = 0
    shade: int = 0
    is_pattern: bool = False
    nesting: int = 1

    def word(self, name: str, number: int | None) -> "State":
        """The state after a control word about characters or paragraphs."""
        on = number != 0
        if name == "v":
            return replace(self, hidden=on)
        if name == "deleted":
            return replace(self, deleted=on)
        if name in ("plain", "pard"):
            return replace(self, **(_PLAIN if name == "plain" else _PARAGRAPH))
        if name == "intbl":
            return replace(self, in_table=True)
        if name in ("shading", "chshdng"):
            return replace(self, is_pattern=bool(number))
        if name in _NUMBERS and number is not None:
            return replace(self, **{_NUMBERS[name]: max(0, min(number, 10_000))})  # type: ignore[arg-type]
        return self
