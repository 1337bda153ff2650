"""HTML tags in Markdown that hide what stands between them, which may be Markdown again."""

from html.parser import HTMLParser

_EMPTY = frozenset(["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"])
_ENDED_BY_A_BLOCK = frozenset(["p", "h1", "h2", "h3", "h4", "h5", "h6", "dt", "dd", "li"])
"""Tags that a browser closes, at the latest, where the next block begins."""

MAX_OPEN = 200
"""Tags that are open at once; more are not counted."""


class OpenTags(HTMLParser):
    """The tags that are open after all markup that was fed; any of them may hide what follows."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._open: list[tuple[str, bool]] = []

    @property
    def hides(self) -> bool:
        """Whether what follows is not shown."""
        return any(hidden for _, hidden in self._open)

    def read(self, markup: str) -> None:
        """Take in a piece of markup; a tag that is cut at its end is not one."""
        self.feed(markup)
        self.reset()

    def end_block(self) -> None:
        """Forget the tags that do not reach over the end of a block."""
        self._open = [(tag, hidden) for tag, hidden in self._open if tag not in _ENDED_BY_A_BLOCK]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an opening tag."""
        if tag not in _EMPTY and len(self._open) < MAX_OPEN:
            self._open.append((tag, bool(attrs) and _hides(dict(attrs))))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """In HTML the slash at the end of a tag means nothing."""
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        """Close the last open tag of this name, and those inside it."""
        for place in range(len(self._open) - 1, -1, -1):
            if self._open[place][0] == tag:
                del self._open[place:]
                return


def _hides(attributes: dict[str, str | None]) -> bool:
    from policy_assistant.parse.html_hidden import attributes_hide  # only files with such tags pay for lxml

    return attributes_hide({name: value or "" for name, value in attributes.items()})
