"""Loans, renewals and reservations."""

from dataclasses import dataclass, replace
from datetime import date, timedelta
from enum import Enum


class Kind(Enum):
    """What lies on our shelves."""

    BOOK = "book"
    MAGAZINE = "magazine"
    FILM = "film"
    BOARD_GAME = "board game"


LOAN_DAYS = {Kind.BOOK: 21, Kind.MAGAZINE: 7, Kind.FILM: 10, Kind.BOARD_GAME: 14}
MOST_AT_A_TIME = {Kind.BOOK: 15, Kind.MAGAZINE: 5, Kind.FILM: 4, Kind.BOARD_GAME: 2}

RENEWAL = timedelta(weeks=2)
PICKUP_SHELF = timedelta(days=10)
BARCODE_LENGTH = 13


class NotAllowedError(Exception):
    """The desk shows the message to the reader."""


@dataclass(frozen=True)
class Loan:
    """One item in the hands of one reader."""

    barcode: str
    kind: Kind
    due: date
    renewals: int = 0


def lend(barcode: str, kind: Kind, today: date, already_out: int) -> Loan:
    """Hand an item out; `already_out` counts the reader's loans of the same kind.

    Raises:
        NotAllowedError: the reader has enough of these.
    """
    if len(barcode) != BARCODE_LENGTH:
        raise NotAllowedError("This is not one of our barcodes.")
    if already_out >= MOST_AT_A_TIME[kind]:
        raise NotAllowedError(f"You have {already_out} of these at home.")
    return Loan(barcode, kind, today + timedelta(days=LOAN_DAYS[kind]))


def renew(loan: Loan, *, awaited: bool) -> Loan:
    """Push the due date back.

    Raises:
        NotAllowedError: someone waits for the item, or it was renewed often enough.
    """
    if awaited:
        raise NotAllowedError("Somebody is waiting for it.")
    if loan.renewals >= 2:
        raise NotAllowedError("It cannot be renewed again.")
    return replace(loan, due=loan.due + RENEWAL, renewals=loan.renewals + 1)


def may_reserve(open_reservations: int, limit: int = 8) -> bool:
    """Whether the reader can queue for one more item."""
    return open_reservations < limit


def leaves_shelf_on(put_there: date) -> date:
    """When a reserved item goes to the next reader."""
    return put_there + PICKUP_SHELF
