"""Sales tax by province, as a share of the price. Finance checks this table with the accountant each January."""

from decimal import ROUND_HALF_UP, Decimal

from shop.shipping import Province

FEDERAL = Decimal("0.05")
COMBINED = {
    Province.ONTARIO: Decimal("0.13"),
    Province.NEW_BRUNSWICK: Decimal("0.15"),
    Province.NEWFOUNDLAND_AND_LABRADOR: Decimal("0.15"),
    Province.NOVA_SCOTIA: Decimal("0.14"),
    Province.PRINCE_EDWARD_ISLAND: Decimal("0.15"),
}
ON_TOP = {
    Province.QUEBEC: Decimal("0.09975"),
    Province.BRITISH_COLUMBIA: Decimal("0.07"),
    Province.MANITOBA: Decimal("0.07"),
    Province.SASKATCHEWAN: Decimal("0.06"),
}
CENT = Decimal("0.01")


def tax(amount: Decimal, province: Province) -> Decimal:
    """Dollars of tax on `amount`, rounded to the cent."""
    rate = COMBINED.get(province, FEDERAL + ON_TOP.get(province, Decimal(0)))
    return (amount * rate).quantize(CENT, rounding=ROUND_HALF_UP)
