"""What a file says elsewhere of the names of its values: the functions that use a constant tell what it is for."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice

from policy_assistant.code.trace.values import CodeValue, said_in
from policy_assistant.code.trace.words import topics_of, words_of
from policy_assistant.metadata import Chunk

MAX_USES = 4
"""A name that more functions of a file use, as a type is, tells nothing of one of them."""

MAX_WORDS = 120
"""So many words are added to a value."""

_NAME = re.compile(r"[^\W\d]\w*")


class Uses:
    """The functions of pieces of code with the names that they use, and the beginnings of their files."""

    def __init__(self, chunks: Iterable[Chunk]) -> None:
        self._users: dict[tuple[str, str], list[Chunk]] = defaultdict(list)
        self._begins: dict[str, tuple[str, ...]] = {}
        for chunk in chunks:
            kind = chunk.place.kind if chunk.place else ""
            if kind in ("function", "method"):
                for name in dict.fromkeys(_NAME.findall(chunk.text)):
                    self._users[chunk.source, name].append(chunk)
            elif kind == "module":
                self._begins.setdefault(chunk.source, said_in(chunk))

    def explained(self, value: CodeValue) -> CodeValue:
        """The value with what its file says at its beginning and where it uses the value's names; one in a test as it is."""
        if value.role == "test":
            return value
        words = dict.fromkeys(word for name in value.names if topics_of(name) for word in self._said_of(name, value.chunk))
        context = dict.fromkeys([*value.context, *islice(words, MAX_WORDS), *self._begins.get(value.path, ())])
        return replace(value, context=tuple(context))

    def _said_of(self, name: str, chunk: Chunk) -> Iterator[str]:
        """The words of the functions that use a name, and of the lines in which they do."""
        users = [user for user in self._users.get((chunk.source, name), ()) if user.hash != chunk.hash]
        for user in users if len(users) <= MAX_USES else ():
            yield from said_in(user)
            for line in user.text.split("\n"):
                if name in line:
                    yield from words_of(line)
