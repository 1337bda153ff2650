"""Counting business days: Monday to Friday, without the days on which the Guelph warehouse is shut."""

from datetime import date, timedelta

WAREHOUSE_HOLIDAYS = frozenset({date(2026, 9, 7), date(2026, 10, 12), date(2026, 12, 25), date(2026, 12, 28), date(2027, 1, 1)})
SATURDAY = 5


def is_business_day(day: date) -> bool:
    """Whether the warehouse works on `day`."""
    return day.weekday() < SATURDAY and day not in WAREHOUSE_HOLIDAYS


def add_business_days(start: date, count: int) -> date:
    """The day that lies `count` business days after `start`; `start` itself does not count."""
    day = start
    while count > 0:
        day += timedelta(days=1)
        if is_business_day(day):
            count -= 1
    return day


def business_days_between(start: date, end: date) -> int:
    """How many business days there are after `start`, up to and including `end`; 0 when `end` is earlier."""
    return sum(is_business_day(start + timedelta(days=n)) for n in range(1, (end - start).days + 1))


def add_months(day: date, months: int) -> date:
    """The same day `months` later, or the last one of a shorter month."""
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    for last in (day.day, 30, 29, 28):
        try:
            return date(year, month + 1, last)
        except ValueError:
            continue
    raise ValueError(f"no day {months} months after {day}")
