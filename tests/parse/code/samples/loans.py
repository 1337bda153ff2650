"""Loans of a small library."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

# How long a book may stay away.
LOAN_DAYS = 21
"""Days, not working days."""
max_renewals: Final = 2
FEES = {
    "book": 25,  # cents a day
    "film": 100,
}

try:
    import tomllib
except ImportError:
    READS_TOML = False
else:
    READS_TOML = bool(tomllib)


# A reader who owes money
# may not borrow.
@dataclass
class Loan:
    """One book at one reader's home."""

    LIMIT = 5
    title: str
    since: date

    # When it must be back.
    @property
    def due(self) -> date:
        return self.since + timedelta(days=LOAN_DAYS)

    lost: bool = False

    class Note:
        text = ""

        def short(self) -> str:
            return self.text[:10]

    async def renew(self) -> None:
        def later(day: date) -> date:
            return day + timedelta(days=LOAN_DAYS)

        self.since = later(self.since)


def fee(loan: Loan, today: date) -> int:
    """What a late book costs, in cents."""
    late = (today - loan.due).days
    return max(0, late) * FEES["book"]


if __name__ == "__main__":
    raise SystemExit(fee(Loan("Emma", date(2026, 1, 2)), date(2026, 3, 4)))
