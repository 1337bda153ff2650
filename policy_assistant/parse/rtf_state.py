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
    "fldinst": "code", **BESIDE,
}  # fmt: skip
"""Groups whose text goes elsewhere than into the body."""

SKIPPED = frozenset(
    [
        "colortbl",
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


@dataclass(frozen=True)
class State:
    """What holds inside a group. `into` says where its text goes: `body`, `note`, `skip`, or one of `INTO`.

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

    def word(self, name: str, number: int | None) -> "State":
        """The state after a control word about characters or paragraphs."""
        on = number != 0
        if name == "v":
            return replace(self, hidden=on)
        if name == "deleted":
            return replace(self, deleted=on)
        if name == "plain":
            return replace(self, hidden=False, deleted=False)
        if name == "pard":
            return replace(self, style=0, outline=None, depth=0, list_name=0, in_table=False)
        if name == "intbl":
            return replace(self, in_table=True)
        if name in ("s", "ilvl", "outlinelevel", "uc", "ls") and number is not None:
            field = {"s": "style", "ilvl": "depth", "outlinelevel": "outline", "uc": "fallback", "ls": "list_name"}[name]
            return replace(self, **{field: max(0, min(number, 10_000))})  # type: ignore[arg-type]
        return self
