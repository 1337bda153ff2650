"""Our own words around an answer that is given on, in the languages that we speak. All phrases are in this one place."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from policy_assistant.metadata import Metadata, page_range
from policy_assistant.sharing.days import Filling, day_in_words
from policy_assistant.spots import spot_range

_PHRASES: Mapping[str, tuple[str, str]] = {
    "question": ("Question", "Question"),
    "answer": ("Answer", "Réponse"),
    "as of": ("as of {}", "au {}"),
    "holds for": ("As of", "À la date du"),
    "given for": ("as of {:day}, for {}, {}", "à la date du {:day}, pour {}, {}"),
    "with proof": ("with proof", "avec preuve"),
    "with doubt": ("with a doubt", "avec un doute"),
    "without answer": ("without an answer", "sans réponse"),
    "internal": (
        "Internal: rests on documents labelled {}; do not pass on outside.",
        "Interne\u00a0: repose sur des documents d’étiquette {}\u00a0; ne pas transmettre à l’extérieur.",
    ),
    "label not known": ("not known any more", "qu’on ne connaît plus"),
    "about": ("Answer: {}", "Réponse\u00a0: {}"),
    "silent": ("The documents do not say.", "Les documents ne le disent pas."),
    "disputed": (
        "Documents in force disagree about this; see what each of them says.",
        "Des documents en vigueur se contredisent à ce sujet\u00a0; voir ce que dit chacun.",
    ),
    "left out": (
        "A statement was left out: what it rested on is no longer in the index.",
        "Une affirmation a été omise\u00a0: ce sur quoi elle reposait n’est plus dans l’index.",
    ),
    "kept as": ("Kept answer {}", "Réponse gardée {}"),
    "version": ("version {}", "version {}"),
    "page": ("page {}", "page {}"),
    "pages": ("pages {}", "pages {}"),
    "colon": ("{}: {}", "{}\u00a0: {}"),
    "quoted": ("“{}”", "«\u00a0{}\u00a0»"),
    "open": ("open", "ouvrir"),
    "evidence": ("Evidence for an answer", "Preuves d’une réponse"),
    "audience": ("Audience", "Destinataires"),
    "answered by": ("Answered by", "Répondu par"),
    "kept at": ("Answered at", "Répondu le"),
    "made at": ("This page was made at", "Page établie le"),
    "entry": ("Ledger entry", "Entrée du registre"),
    "entry hash": ("Hash of the entry", "Empreinte de l’entrée"),
    "statement": ("Statement {}", "Affirmation {}"),
    "checks": ("Checks", "Vérifications"),
    "withheld": ("Statements withheld because a check failed: {}", "Affirmations retenues faute de preuve\u00a0: {}"),
    "document": ("Document", "Document"),
    "period": ("In force", "En vigueur"),
    "owner": ("Owner", "Responsable"),
    "label": ("Label", "Étiquette"),
    "section": ("Section", "Section"),
    "characters": ("Characters", "Caractères"),
    "passage": ("Passage", "Passage"),
    "file": ("File", "Fichier"),
    "file hash": ("SHA-256 of the file", "SHA-256 du fichier"),
    "passage hash": ("SHA-256 of the passage", "SHA-256 du passage"),
    "quote hash": ("SHA-256 of the quote", "SHA-256 de la citation"),
    "proved": (
        "Proved when this page was made: the file has the bytes that were indexed, and the words stand at this place.",
        "Prouvé à l’établissement de cette page\u00a0: le fichier a les octets indexés, et les mots se trouvent à cet endroit.",
    ),
    "moved": (
        "Proved when this page was made: the file changed since it was indexed, and still holds this piece, once.",
        "Prouvé à l’établissement de cette page\u00a0: le fichier a changé depuis son indexation et contient toujours ce passage, une fois.",
    ),
    "not proved": ("Not proved any more.", "N’est plus prouvé."),
    "removed": ("The document is no longer in the index.", "Le document n’est plus dans l’index."),
    "otherwise": (
        "The passage reads otherwise now, or is cut otherwise; these are the words of then.",
        "Le passage est rédigé ou découpé autrement aujourd’hui\u00a0; voici les mots d’alors.",
    ),
    "no picture": ("The page is not shown: {}", "La page n’est pas montrée\u00a0: {}"),
    "too many": ("this document would hold too many pictures", "ce document contiendrait trop d’images"),
    "heavy": ("it could not be drawn", "elle n’a pas pu être dessinée"),
    "cut": ("(something is left out here)", "(une partie est omise ici)"),
    "picture": ("Page {}, the cited lines marked", "Page {}, lignes citées marquées"),
    "above": (
        "Shown above, with the lines of this quote marked: {}",
        "Montré ci-dessus, avec les lignes de cette citation marquées\u00a0: {}",
    ),
    "moment": ("{0:moment} ({0})", "{0:moment} ({0})"),
    "always": ("without end", "sans limite"),
    "from": ("from {}", "à partir du {}"),
    "until": ("until {}", "jusqu’au {}"),
    "from to": ("from {} to {}", "du {} au {}"),
    "none": ("–", "–"),
    "passed": ("passed", "réussie"),
    "doubtful": ("doubtful", "douteuse"),
    "skipped": ("not made", "non faite"),
    "exists": ("the passage exists", "le passage existe"),
    "given": ("it was given", "il a été fourni"),
    "allowed": ("the audience may see it", "les destinataires peuvent le voir"),
    "in force": ("it was in force", "il était en vigueur"),
    "clean": ("nothing in it steers a reader", "aucune consigne glissée"),
    "quote": ("the quote stands in it", "la citation y figure"),
    "numbers": ("numbers, dates and codes are in it", "nombres, dates et codes y sont"),
    "words": ("its words are in it", "ses mots y sont"),
    "negation": ("neither denies the other", "aucun ne nie l’autre"),
}
"""Name -> English, French."""


@dataclass(frozen=True)
class Words:
    """The phrases of a language; English for one that we do not speak."""

    language: str

    @property
    def tag(self) -> str:
        """The language of the phrases."""
        return "fr" if self.language == "fr" else "en"

    def __call__(self, name: str, *values: object) -> str:
        """A phrase with its values."""
        return Filling(self.tag).format(_PHRASES[name][self.tag == "fr"], *values)

    def day(self, text: str) -> str:
        """An ISO date, or a moment that begins with one, in words."""
        return day_in_words(text, self.tag)

    def period(self, metadata: Metadata) -> str:
        """When a version is in force."""
        start, end = self.day(metadata.effective_from), self.day(metadata.effective_to)
        if start and end:
            return self("from to", start, end)
        if start or end:
            return self("from", start) if start else self("until", end)
        return self("always")

    def spots(self, names: Sequence[str]) -> str:
        """Places with names as people write them; empty for none."""
        return spot_range(names, self.tag)

    def pages(self, numbers: tuple[int, ...]) -> str:
        """Pages as people write them; empty for none."""
        return self("page" if len(numbers) == 1 else "pages", page_range(numbers)) if numbers else ""
