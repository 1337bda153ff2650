"""Zones, fees and times of delivery."""

from decimal import Decimal
from enum import Enum


class Province(Enum):
    """Where a parcel goes."""

    ALBERTA = "AB"
    BRITISH_COLUMBIA = "BC"
    MANITOBA = "MB"
    NEW_BRUNSWICK = "NB"
    NEWFOUNDLAND_AND_LABRADOR = "NL"
    NOVA_SCOTIA = "NS"
    NORTHWEST_TERRITORIES = "NT"
    NUNAVUT = "NU"
    ONTARIO = "ON"
    PRINCE_EDWARD_ISLAND = "PE"
    QUEBEC = "QC"
    SASKATCHEWAN = "SK"
    YUKON = "YT"


ZONES = {
    "A": (Province.QUEBEC, Province.ONTARIO),
    "B": (Province.MANITOBA, Province.SASKATCHEWAN, Province.ALBERTA, Province.BRITISH_COLUMBIA),
    "C": (Province.NEW_BRUNSWICK, Province.NEWFOUNDLAND_AND_LABRADOR, Province.NOVA_SCOTIA, Province.PRINCE_EDWARD_ISLAND),
    "D": (Province.NUNAVUT, Province.NORTHWEST_TERRITORIES, Province.YUKON),
}

# Standard parcel, dollars. One line a province, because the carrier bills us that way.
STANDARD_FEE = {
    Province.QUEBEC: Decimal("8.95"),
    Province.ONTARIO: Decimal("8.95"),
    Province.MANITOBA: Decimal("10.95"),
    Province.SASKATCHEWAN: Decimal("10.95"),
    Province.ALBERTA: Decimal("10.95"),
    Province.BRITISH_COLUMBIA: Decimal("10.95"),
    Province.NEW_BRUNSWICK: Decimal("10.95"),
    Province.NEWFOUNDLAND_AND_LABRADOR: Decimal("12.95"),
    Province.NOVA_SCOTIA: Decimal("10.95"),
    Province.PRINCE_EDWARD_ISLAND: Decimal("10.95"),
    Province.NUNAVUT: Decimal("24.95"),
    Province.NORTHWEST_TERRITORIES: Decimal("24.95"),
    Province.YUKON: Decimal("24.95"),
}

# Business days after the box has left Guelph: from, to.
STANDARD_DAYS = {"A": (2, 4), "B": (4, 7), "C": (4, 8), "D": (8, 14)}

EXPRESS_FEE_CENTS = {"A": 1695, "B": 2195}
EXPRESS_DAYS = {"A": 1, "B": 2}
NO_FREE_DELIVERY = "D"

LARGE_OVER_KG = 30
LARGE_OVER_CM = 200
TRUCK_FEES = {"curb": 45, "inside": 85, "haul away": 30}
THIRD_VISIT_FEE = 35


def zone_of(province: Province) -> str:
    """The letter of the zone."""
    return next(zone for zone, members in ZONES.items() if province in members)


def standard_fee(province: Province, basket: Decimal, *, evergreen: bool = False) -> Decimal:
    """Dollars for a standard parcel; `basket` is what the products cost before tax."""
    if zone_of(province) != NO_FREE_DELIVERY and (evergreen or basket >= 100):
        return Decimal(0)
    return STANDARD_FEE[province]


def is_large(weight_kg: float, length_cm: float) -> bool:
    """Whether it has to travel by truck."""
    return weight_kg > LARGE_OVER_KG or length_cm > LARGE_OVER_CM


def truck_fee(service: str, *, haul_away: bool = False, visits: int = 1) -> int:
    """Dollars for a truck: `curb` or `inside`, the old product taken along, and visits to a closed door."""
    fee = TRUCK_FEES[service] + (TRUCK_FEES["haul away"] if haul_away else 0)
    return fee + (THIRD_VISIT_FEE if visits >= 3 else 0)


def needs_signature(value_cents: int) -> bool:
    """Whether the driver hands the parcel to an adult only."""
    return value_cents > 400_00
