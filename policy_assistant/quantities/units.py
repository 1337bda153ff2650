"""Units: what a number counts, under the names and symbols of English and French text.

Units of one dimension are converted by their factor. Days and months are of different dimensions, because a month has no
fixed number of days; a business day is never a day, because how many lie in a week depends on who counts.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from functools import cache

from policy_assistant.analysis import folded

_TABLE = """
second       | time          | 1        | second seconds seconde secondes sec secs | s
minute       | time          | 60       | minute minutes min mins |
hour         | time          | 3600     | hour hours hr hrs heure heures | h
day          | time          | 86400    | day days jour jours journée journées calendar_day calendar_days jour_calendaire jours_calendaires jour_civil jours_civils |
week         | time          | 604800   | week weeks wk wks semaine semaines |
fortnight    | time          | 1209600  | fortnight fortnights |
business hour| business hour | 1        | business_hour business_hours working_hour working_hours heure_ouvrable heures_ouvrables heure_ouvrée heures_ouvrées |
business day | business day  | 1        | business_day business_days working_day working_days jour_ouvrable jours_ouvrables jour_ouvré jours_ouvrés |
month        | months        | 1        | month months mo mois calendar_month calendar_months mois_civil mois_civils |
quarter      | months        | 3        | trimestre trimestres |
year         | months        | 12       | year years yr yrs an ans année années calendar_year calendar_years année_civile années_civiles |
o'clock      | clock         | 1        | o'clock |
dollar       | dollar        | 1        | dollar dollars cad usd | $ CAD USD
cent         | dollar        | 0.01     | cent cents | ¢
euro         | euro          | 1        | euro euros eur | € EUR
centime      | euro          | 0.01     | centime centimes |
sterling     | sterling      | 1        | pound_sterling pounds_sterling livre_sterling livres_sterling gbp | £ GBP
pound        | pound         | 1        | pound pounds |
percent      | percent       | 1        | percent per_cent pour_cent pourcent | % ٪ ％
point        | point         | 1        | point points pt pts |
item         | item          | 1        | item items article articles |
copy         | copy          | 1        | copy copies copie copies exemplaire exemplaires |
page         | page          | 1        | page pages |
person       | person        | 1        | person persons people personne personnes |
box          | box           | 1        | box boxes parcel parcels colis |
time         | occurrence    | 1        | times fois |
millimetre   | length        | 0.001    | millimetre millimetres millimeter millimeters millimètre millimètres | mm
centimetre   | length        | 0.01     | centimetre centimetres centimeter centimeters centimètre centimètres | cm
metre        | length        | 1        | metre metres meter meters mètre mètres | m
kilometre    | length        | 1000     | kilometre kilometres kilometer kilometers kilomètre kilomètres | km
inch         | length        | 0.0254   | inch inches pouce pouces | in ″
foot         | length        | 0.3048   | foot feet pied pieds | ft
mile         | length        | 1609.344 | mile miles |
milligram    | mass          | 0.001    | milligram milligrams milligramme milligrammes | mg
gram         | mass          | 1        | gram grams gramme grammes | g
kilogram     | mass          | 1000     | kilogram kilograms kilo kilos kilogramme kilogrammes kgs | kg Kg KG
tonne        | mass          | 1000000  | tonne tonnes | t
ounce        | mass          | 28.349523125 | ounce ounces oz |
pound mass   | mass          | 453.59237 | lb lbs pound_mass |
millilitre   | volume        | 0.001    | millilitre millilitres milliliter milliliters | ml mL
litre        | volume        | 1        | litre litres liter liters | L l
cubic metre  | volume        | 1000     | cubic_metre cubic_metres cubic_meter cubic_meters mètre_cube mètres_cubes | m³ m3
gallon       | gallon        | 1        | gallon gallons gal |
square metre | area          | 1        | square_metre square_metres square_meter square_meters sq_m mètre_carré mètres_carrés | m² m2
square foot  | area          | 0.09290304 | square_foot square_feet sq_ft pied_carré pieds_carrés |
hectare      | area          | 10000    | hectare hectares | ha
celsius      | celsius       | 1        | degree_celsius degrees_celsius degré_celsius degrés_celsius | °C
fahrenheit   | fahrenheit    | 1        | degree_fahrenheit degrees_fahrenheit degré_fahrenheit degrés_fahrenheit | °F
degree       | degree        | 1        | degree degrees degré degrés | °
psi          | pressure      | 6894.757293168 | psi | PSI
bar          | pressure      | 100000   | bar bars |
kilopascal   | pressure      | 1000     | | kPa
volt         | voltage       | 1        | volt volts | V
ampere       | current       | 1        | ampere amperes ampère ampères amp amps | A
watt         | power         | 1        | watt watts | W
kilowatt     | power         | 1000     | kilowatt kilowatts | kW
kilowatt hour| energy        | 1000     | kilowatt_hour kilowatt_hours kilowattheure kilowattheures | kWh
watt hour    | energy        | 1        | watt_hour watt_hours wattheure wattheures | Wh
ampere hour  | charge        | 1        | | Ah
hertz        | frequency     | 1        | hertz | Hz
decibel      | loudness      | 1        | decibel decibels décibel décibels | dB
kilobyte     | data          | 1        | kilobyte kilobytes kilooctet kilooctets | kB KB ko Ko
megabyte     | data          | 1000     | megabyte megabytes mégaoctet mégaoctets | MB Mo
gigabyte     | data          | 1000000  | gigabyte gigabytes gigaoctet gigaoctets | GB Go
kilometre an hour | speed    | 1        | km/h kmh |
"""

COUNTS = frozenset({"item", "copy", "page", "person", "box", "occurrence", "point"})
"""Dimensions of things that are counted under many names."""

_LOOSE = (
    ("hour", "o'clock"),
    ("degree", "celsius"),
    ("degree", "fahrenheit"),
    ("pound", "sterling"),
    ("pound", "pound mass"),
)
"""Names that stand for either of two units: `9 h` and `9 heures` are a time of day as well as a duration."""

_LAST_ONLY = frozenset({"in", "A", "t", "l", "s"})
"""Symbols that are also words or letters: they are units only where no word follows."""


@dataclass(frozen=True)
class Unit:
    """A unit; `factor` of them make one of the base unit of its dimension."""

    name: str
    dimension: str
    factor: Decimal


def _rows() -> Iterator[tuple[Unit, list[str], list[str]]]:
    for line in _TABLE.strip().splitlines():
        name, dimension, factor, names, symbols = (cell.strip() for cell in line.split("|"))
        yield Unit(name, dimension, Decimal(factor)), names.split(), symbols.split()


UNITS: dict[str, Unit] = {unit.name: unit for unit, _, _ in _rows()}
"""Name -> unit."""

SYMBOLS: dict[str, str] = {symbol: unit.name for unit, _, symbols in _rows() for symbol in symbols}
"""Symbol, as it is written -> name of its unit."""


@cache
def _names() -> dict[str, list[tuple[tuple[str, ...], str]]]:
    """First word of a name, with and without accents -> the words that follow and the unit; the longest first."""
    found: dict[str, list[tuple[tuple[str, ...], str]]] = {}
    for unit, names, _ in _rows():
        spellings = {name for spelled in names for name in (spelled, "_".join(folded(part) or part for part in spelled.split("_")))}
        for name in spellings:
            first, *rest = name.split("_")
            found.setdefault(first, []).append((tuple(rest), unit.name))
    for entries in found.values():
        entries.sort(key=lambda entry: -len(entry[0]))
    return found


_UNIT_WORD = re.compile(
    r"[°º]\s?[CF](?![^\W_])|[%‰$€£¢°º″٪％]|(?:km/h|kmh)(?![^\W_])|o['’]clock|m[²³23](?![^\W_])|[^\W\d_]+", re.IGNORECASE
)
_NEXT = re.compile(r"[\s\u00a0-]([^\W\d_]+)")
_GAP = re.compile(r"[ \t\u00a0\u202f\u2009\n-]")
_NO_WORD_FOLLOWS = re.compile(r"(?![^\W_]|['’°]|[ \u00a0-][^\W\d_])")


def unit_at(text: str, position: int, language: str = "") -> tuple[str, int] | None:
    """The unit whose name or symbol begins at a position, and where it ends; None where there is none.

    Names of both languages count in every text, but for `an`, which is no year in English.
    """
    match = _UNIT_WORD.match(text, position)
    if match is None or _goes_on(text, match):
        return None
    word = match[0]
    if word == "an" and language == "en":
        return None
    symbol = SYMBOLS.get(word.replace("º", "°").replace(" ", ""))
    if symbol and (word not in _LAST_ONLY or _NO_WORD_FOLLOWS.match(text, match.end())):
        return symbol, match.end()
    for rest, name in _names().get(word.lower().replace("’", "'"), ()):
        end = _end_of(text, match.end(), rest)
        if end:
            return name, end
    return None


def unit_after(text: str, position: int, language: str = "") -> tuple[str, int] | None:
    """As `unit_at`, after at most one blank or hyphen."""
    gap = _GAP.match(text, position)
    return unit_at(text, gap.end() if gap else position, language)


def mentioned(text: str, language: str = "") -> frozenset[str]:
    """The units whose names or symbols stand anywhere in a text, with a number or without: in the head of a table, say."""
    found = (unit_at(text, match.start(), language) for match in _UNIT_WORD.finditer(text) if not _inside_word(text, match.start()))
    return frozenset(unit for unit, _ in filter(None, found))


def readings(unit: str) -> list[str]:
    """A unit and those for which its name may also stand."""
    return [unit, *(other for pair in _LOOSE if unit in pair for other in pair if other != unit)]


def are_loose(one: str, other: str) -> bool:
    """Whether two names of units may stand for the same unit, though they need not."""
    return (one, other) in _LOOSE or (other, one) in _LOOSE


def _goes_on(text: str, match: re.Match[str]) -> bool:
    """Whether the word at a match is only the beginning of a longer one (`m` of `m²`, `h` of `h15`, `l'`)."""
    following = text[match.end() : match.end() + 1]
    return match[0].isalpha() and (following.isalnum() or (len(match[0]) == 1 and following in ("'", "’")))


def _inside_word(text: str, position: int) -> bool:
    return position > 0 and text[position].isalpha() and text[position - 1].isalpha()


def _end_of(text: str, position: int, words: tuple[str, ...]) -> int:
    """Where these words end when they follow at a position, one blank or hyphen before each; else 0."""
    for word in words:
        match = _NEXT.match(text, position)
        if match is None or match[1].lower() != word:
            return 0
        position = match.end()
    return position
