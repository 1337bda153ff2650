"""Rooms for hire."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal

OPENS_BEFORE = timedelta(days=90)
CLOSES_BEFORE = timedelta(days=2)
FREE_CANCELLATION_HOURS = 24
ASSOCIATION_DISCOUNT = Decimal("0.25")
CALENDAR_SYNC_SECONDS = 600


@dataclass(frozen=True)
class Room:
    """A room: seats and euros an hour."""

    seats: int
    hourly: int


LECTURE_HALL = Room(seats=60, hourly=40)
STUDIO = Room(seats=12, hourly=15)


def can_book(start: datetime, now: datetime) -> bool:
    """Whether the calendar takes the booking."""
    return CLOSES_BEFORE <= start - now <= OPENS_BEFORE


def price(room: Room, hours: int, *, association: bool) -> Decimal:
    """Euros for the whole booking."""
    full = Decimal(room.hourly * hours)
    return full * (1 - ASSOCIATION_DISCOUNT) if association else full


def due_when_cancelled(total: Decimal, start: datetime, now: datetime) -> Decimal:
    """What stays to be paid."""
    early = start - now >= timedelta(hours=FREE_CANCELLATION_HOURS)
    return Decimal(0) if early else total * Decimal("0.5")
