"""A small code base of our own for tests: a lending desk, in English and French."""

from pathlib import Path

from tests.project import Project

FILES = {
    "desk/__init__.py": '"""The lending desk: loans, fines, reminders."""\n',
    "desk/loans.py": '''"""Loans of tools to members."""
from datetime import date, timedelta

LOAN_DAYS = 21  # days a tool may stay out

def due_date(start: date) -> date:
    """The day on which a tool that leaves on `start` must be back."""
    return start + timedelta(days=LOAN_DAYS)


def may_renew(renewals: int, reserved: bool) -> bool:
    """Twice, unless somebody waits for it."""
    return renewals < 2 and not reserved
''',
    "desk/fines.py": '''"""Fines for late tools."""
from decimal import Decimal

DAILY_FINE = Decimal("0.40")


class FineBook:
    """All fines of a member."""

    def __init__(self, member: str) -> None:
        self.member = member
        self.days: list[int] = []

    def add_late_days(self, days: int) -> None:
        """Note a tool that came back late."""
        self.days.append(days)

    def amount(self) -> Decimal:
        """What the member owes."""
        return DAILY_FINE * sum(self.days)
''',
    "desk/rappels.py": '''"""Rappels envoyés aux membres."""

PALIERS = (3, 10)  # jours de retard


def niveau_du_rappel(jours: int) -> int:
    """Le niveau du rappel selon les jours de retard."""
    return sum(jours >= palier for palier in PALIERS)
''',
    "web/desk.js": "// The page of the desk.\nexport function showDueDate(day) {\n  return day.toLocaleDateString();\n}\n",
    "README.md": "# The desk\n\nTools are lent at the desk.\n",
}


def code_project(folder: Path) -> Project:
    """A project of code alone, not ingested."""
    for name, text in FILES.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return Project(folder)
