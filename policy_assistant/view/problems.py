"""Why a place is not proved: a name for programs, a sentence for people."""

from collections.abc import Mapping

GONE = "gone"
CHANGED = "changed"
UNREADABLE = "unreadable"
OTHER_TEXT = "other_text"
NOT_PRINTED = "not_printed"
RECOGNISED = "recognised"
NOT_SHOWN = "not_shown"
STALE = "stale"

SENTENCES: Mapping[str, tuple[str, str]] = {
    GONE: ("The file is no longer there.", "Le fichier n’est plus là."),
    CHANGED: ("The file changed since it was indexed.", "Le fichier a changé depuis son indexation."),
    UNREADABLE: ("The file cannot be read.", "Le fichier ne peut pas être lu."),
    OTHER_TEXT: ("Another text stands at this place of the file.", "Un autre texte se trouve à cet endroit du fichier."),
    NOT_PRINTED: (
        "The words could not be found again at their place on the page.",
        "Les mots n’ont pas été retrouvés à leur place sur la page.",
    ),
    RECOGNISED: (
        "The page is a picture: its text was recognised (OCR), so that its place cannot be proved. Compare it with the page.",
        "La page est une image : son texte a été reconnu (OCR), sa place ne peut donc pas être prouvée. Comparez-le avec la page.",
    ),
    NOT_SHOWN: (
        "The page could not be examined within its limits of time and memory.",
        "La page n’a pas pu être examinée dans les limites de temps et de mémoire.",
    ),
    STALE: (
        "The code changed since it was indexed, and this piece is not found in it once and only once.",
        "Le code a changé depuis son indexation, et ce passage n’y figure pas une fois et une seule.",
    ),
}
"""Name of a problem -> English, French."""


def sentence(problem: str, language: str = "en") -> str:
    """A problem in words, in English where we do not speak the language; empty for no problem."""
    english, french = SENTENCES.get(problem, ("", ""))
    return french if language == "fr" else english
