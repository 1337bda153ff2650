"""Which text of a piece of code becomes its vector.

Embedders know sentences better than syntax. So what a piece is called and says of itself comes first, in plain words, with
the file that it is in; then its code (docs/concepts/code.md has the figures).
"""

import re
from pathlib import PurePosixPath

from policy_assistant.code_docs import block_docs, line_comments, without_first_block
from policy_assistant.metadata import Chunk

MAX_DOCS, MAX_COMMENTS, MAX_TITLE, MAX_CODE = 400, 200, 120, 500
"""Characters of a piece's docstring, of its comments, of what its file says of itself, and of its code."""

_WORD_BOUNDARY = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_JOINERS = re.compile(r"[\W_]+")


def embedding_text(chunk: Chunk) -> str:
    """The text that a piece of code is embedded by."""
    name = plain_words(chunk.place.name if chunk.place else "")
    docs = " ".join(block_docs(chunk.text)[:2])[:MAX_DOCS]
    comments = " ".join(line_comments(chunk.text))[:MAX_COMMENTS]
    file = plain_words(PurePosixPath(chunk.source).stem)
    title = "" if chunk.title == chunk.source else f": {chunk.title[:MAX_TITLE]}"
    said = " ".join(filter(None, (docs, comments)))
    return f"{name}: {said} ({file}{title})\n{without_first_block(chunk.text)[:MAX_CODE]}"


def plain_words(name: str) -> str:
    """The words that a name is made of: `Shop.returnWindow_days` gives `Shop return Window days`."""
    return _JOINERS.sub(" ", _WORD_BOUNDARY.sub(" ", name)).strip()
