"""What was answered lately, until the index changes."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, TypeVar

Value = TypeVar("Value")


class Remembered:
    """The last values by key. A key holds all that a value depends on, so that nothing has to be thrown away when that changes."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: OrderedDict[Hashable, Any] = OrderedDict()
        self._turn = threading.Lock()

    def get(self, key: Hashable, make: Callable[[], Value]) -> tuple[Value, bool]:
        """The value of a key, and whether it was remembered. Two threads that miss it at once both make it."""
        value: Value | None = self.look(key)
        if value is not None:
            return value, True
        value = make()
        self.put(key, value)
        return value, False

    def look(self, key: Hashable) -> Any:
        """The value of a key, None where it is not remembered."""
        with self._turn:
            if key in self._values:
                self._values.move_to_end(key)
            return self._values.get(key)

    def put(self, key: Hashable, value: object) -> None:
        """Remember a value; the one that was used longest ago is forgotten for it."""
        with self._turn:
            self._values[key] = value
            self._values.move_to_end(key)
            while len(self._values) > self._most:
                self._values.popitem(last=False)
