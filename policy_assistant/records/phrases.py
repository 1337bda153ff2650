"""Our own words around an answer that the command line and the page share, in the languages that we speak."""

import re
from collections.abc import Mapping

LANGUAGES = ("en", "fr")

PHRASES: Mapping[str, tuple[str, str]] = {
    "version": ("version {}", "version {}"),
    "page": ("page {}", "page {}"),
    "pages": ("pages {}", "pages {}"),
    "always": ("in force without end", "en vigueur sans limite"),
    "from": ("in force from {}", "en vigueur depuis le {}"),
    "until": ("in force until {}", "en vigueur jusqu’au {}"),
    "from to": ("in force from {} to {}", "en vigueur du {} au {}"),
    "quote": ("“{}”", "«\u00a0{}\u00a0»"),
    "unusable": ("The model's reply could not be used: {}", "La réponse du modèle est inutilisable\u00a0: {}"),
    "owner": ("owner {}", "responsable {}"),
    "not compared": (
        "words and negation were not compared: the claim is in `{}`, a cited passage in `{}`",
        "mots et négation n’ont pas été comparés\u00a0: l’affirmation est en `{}`, un passage cité en `{}`",
    ),
    "no_citation": ("it cites nothing", "elle ne cite rien"),
    "missing_id": ("it cites a passage that does not exist", "elle cite un passage qui n’existe pas"),
    "not_in_context": ("it cites a passage that was not given", "elle cite un passage qui n’a pas été fourni"),
    "not_allowed": ("it cites a passage that this audience may not see", "elle cite un passage que ce public ne peut pas voir"),
    "not_in_force": ("it cites a passage that is not in force on the day", "elle cite un passage qui n’est pas en vigueur ce jour-là"),
    "flagged": (
        "it rests on a passage with hidden or planted instructions",
        "elle repose sur un passage aux consignes cachées ou glissées",
    ),
    "quote_not_found": ("it quotes words that do not stand there", "elle cite des mots qui n’y figurent pas"),
    "number_not_found": (
        "a number, date or code of it is in no cited passage",
        "un nombre, une date ou un code n’est dans aucun passage cité",
    ),
    "contradicted": ("the passage gives another value", "le passage donne une autre valeur"),
    "unsupported": ("few of its words are in the passages", "peu de ses mots sont dans les passages"),
    "negation": ("one denies what the other affirms", "l’un nie ce que l’autre affirme"),
}
"""Name -> English, French. A problem's phrase has the problem's name."""

NOT_COMPARED = re.compile(r"words and negation were not compared: the claim is in `([^`]*)`, a cited passage in `([^`]*)`")
"""The note of the checks that has a phrase."""
