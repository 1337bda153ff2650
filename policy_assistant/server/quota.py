"""How many answers of callers without a key are kept a day: nobody who shows no key fills the disk."""

import threading
from datetime import UTC, date, datetime


class Quota:
    """Counts a day (UTC) at a time. Threads share it; each process counts for itself."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._day: date | None = None
        self._taken = 0
        self._turn = threading.Lock()

    def take(self) -> bool:
        """Whether one more is within the limit of today; it is counted then."""
        today = datetime.now(UTC).date()
        with self._turn:
            if self._day != today:
                self._day, self._taken = today, 0
            if self._taken >= self._most:
                return False
            self._taken += 1
            return True
