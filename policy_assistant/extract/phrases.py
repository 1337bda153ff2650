"""Our own words in answers, in English and French: verdicts, days and amounts."""

from decimal import Decimal

from policy_assistant.quantities import Quantity

_PHRASES = {
    "en": {
        "yes": "Yes. ",
        "no": "No. ",
        "too late": "Yes, too late. ",
        "not too late": "No, not too late. ",
        "after": "{day} is after {limit}.",
        "not after": "{day} is not after {limit}.",
        "days between": "{end} is {days} days after {start}; the limit is {limit}.",
        "more than": "{amount} is more than {limit}.",
        "not more than": "{amount} is not more than {limit}.",
        "last day": "{day}: {amount} after {start}.",
        "translated": "“{source}” is {target}",
        "quoted": "“{word}”",
        "answered fully": "Every telling word of the question stands in the passages that are quoted.",
        "answered without": "The passages that are quoted answer, though they do not hold {words}.",
        "words missing": "No passage answers: the nearest ones do not hold {words}.",
        "kind missing": "No passage answers: the nearest ones do not hold the kind of answer that is asked for.",
        "too far": "No passage answers: the nearest ones are not near enough to the question.",
        "overruled": "{other} ({other_type}) says otherwise: “{quote}” {one} ({one_type}) wins over it.",
        "supplier": "The first quote is what a supplier says; it changes no policy.",
        "disagree": "{other} says otherwise, and neither wins over the other: “{quote}”",
        "nothing found": "No passage that may be quoted was found.",
    },
    "fr": {
        "yes": "Oui. ",
        "no": "Non. ",
        "too late": "Oui, trop tard. ",
        "not too late": "Non, ce n’est pas trop tard. ",
        "after": "Le {day} est après le {limit}.",
        "not after": "Le {day} n’est pas après le {limit}.",
        "days between": "Le {end} est {days} jours après le {start} ; la limite est de {limit}.",
        "more than": "{amount}, c’est plus que {limit}.",
        "not more than": "{amount}, ce n’est pas plus que {limit}.",
        "last day": "Le {day} : {amount} après le {start}.",
        "translated": "« {source} » : {target}",
        "quoted": "« {word} »",
        "answered fully": "Tous les mots importants de la question se trouvent dans les passages cités.",
        "answered without": "Les passages cités répondent, mais ne contiennent pas {words}.",
        "words missing": "Aucun passage ne répond : les plus proches ne contiennent pas {words}.",
        "kind missing": "Aucun passage ne répond : les plus proches ne contiennent pas le genre de réponse demandé.",
        "too far": "Aucun passage ne répond : les plus proches sont trop loin de la question.",
        "overruled": "{other} ({other_type}) dit autre chose : « {quote} » {one} ({one_type}) l’emporte.",
        "supplier": "La première citation vient d’un fournisseur ; elle ne change aucune politique.",
        "disagree": "{other} dit autre chose, et aucun des deux ne l’emporte : « {quote} »",
        "nothing found": "Aucun passage qui peut être cité n’a été trouvé.",
    },
}

_MONTHS = {
    "en": ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"],
    "fr": ["janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre", "novembre", "décembre"],
}

_UNITS = {
    "en": {
        "second": "second seconds",
        "minute": "minute minutes",
        "hour": "hour hours",
        "day": "day days",
        "week": "week weeks",
        "fortnight": "fortnight fortnights",
        "month": "month months",
        "quarter": "quarter quarters",
        "year": "year years",
        "business day": "business_day business_days",
        "business hour": "business_hour business_hours",
        "dollar": "dollar dollars",
        "cent": "cent cents",
        "euro": "euro euros",
        "percent": "per_cent per_cent",
        "point": "point points",
    },
    "fr": {
        "second": "seconde secondes",
        "minute": "minute minutes",
        "hour": "heure heures",
        "day": "jour jours",
        "week": "semaine semaines",
        "fortnight": "quinzaine quinzaines",
        "month": "mois mois",
        "quarter": "trimestre trimestres",
        "year": "an ans",
        "business day": "jour_ouvrable jours_ouvrables",
        "business hour": "heure_ouvrable heures_ouvrables",
        "dollar": "$ $",
        "cent": "cent cents",
        "euro": "€ €",
        "percent": "% %",
        "point": "point points",
    },
}


def say(name: str, language: str, **values: str) -> str:
    """A phrase in a language; English where there are none of it."""
    return _PHRASES.get(language, _PHRASES["en"])[name].format(**values)


def day_in_words(iso: str, language: str) -> str:
    """A day as people write it: `1 December 2026`, `1er décembre 2026`."""
    year, month, day = (int(part) for part in iso.split("-"))
    names = _MONTHS.get(language, _MONTHS["en"])
    ordinal = "1er" if language == "fr" and day == 1 else str(day)
    return f"{ordinal} {names[month - 1]} {year}"


def amount_in_words(quantity: Quantity, language: str) -> str:
    """An amount in a language, or empty for a unit that has no name here."""
    names = _UNITS.get(language, _UNITS["en"]).get(quantity.unit)
    if names is None:
        return ""
    one, several = (name.replace("_", " ") for name in names.split())
    low, high = _number(quantity.low, language), _number(quantity.high, language)
    span = low if low == high else f"{low} {'à' if language == 'fr' else 'to'} {high}"
    is_one = quantity.high < 2 if language == "fr" else quantity.high == 1
    return f"{span} {one if is_one else several}"


def _number(value: Decimal, language: str) -> str:
    text = format(value, "f")
    return text.replace(".", ",") if language == "fr" else text
