"""Our own words around an answer, in the languages that we speak, and the marks of checks. All phrases are in this one place."""

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from policy_assistant.code_places import kind_name, label
from policy_assistant.metadata import Chunk, page_range
from policy_assistant.records.phrases import LANGUAGES, NOT_COMPARED, PHRASES
from policy_assistant.spots import spot_range

_PHRASES: Mapping[str, tuple[str, str]] = {
    **PHRASES,
    "reason": ("Reason: {}", "Raison\u00a0: {}"),
    "nothing found": (
        "No passage in force on {} that {} may see has a word of the question.",
        "Aucun passage en vigueur le {} et visible pour {} ne contient un mot de la question.",
    ),
    "passages found": ("Passages found:", "Passages trouvés\u00a0:"),
    "what next": (
        "What to do: read a passage with `policy-assistant search --show {}`, or ask {}.",
        "Que faire\u00a0: lire un passage avec `policy-assistant search --show {}`, ou demander à {}.",
    ),
    "what next without owner": (
        "What to do: read a passage with `policy-assistant search --show {}`, or ask the owner of the matter.",
        "Que faire\u00a0: lire un passage avec `policy-assistant search --show {}`, ou demander au responsable du sujet.",
    ),
    "what next without passage": (
        "What to do: ask in other words or for another day (--as-of), or ask the owner of the matter.",
        "Que faire\u00a0: poser la question autrement ou pour un autre jour (--as-of), ou demander au responsable du sujet.",
    ),
    "withheld": ("Withheld, for checks failed:", "Retenu, faute de preuve\u00a0:"),
    "claim": ("claim {}: {}", "affirmation {}\u00a0: {}"),
    "notes": ("Note: {}", "Remarque\u00a0: {}"),
    "closed book": (
        "NOT PROVED: the model answers from memory, without your documents. Nothing below was checked.",
        "SANS PREUVE\u00a0: le modèle répond de mémoire, sans vos documents. Rien de ce qui suit n’a été vérifié.",
    ),
    "refusal": ("The model refuses: {}", "Le modèle refuse\u00a0: {}"),
    "no quote": ("none given", "aucune donnée"),
    "flagged but allowed": ("flagged: {}; the settings allow it", "signalé\u00a0: {}; les réglages l’acceptent"),
    "check exists": ("exists", "existe"),
    "check given": ("given", "fourni"),
    "check allowed": ("allowed", "autorisé"),
    "check in force": ("in force", "en vigueur"),
    "check clean": ("clean", "sans consigne"),
    "check quote": ("quote", "citation"),
    "check numbers": ("numbers", "nombres"),
    "check words": ("words", "mots"),
    "check negation": ("negation", "négation"),
    "of passages": ("PASSAGES AND SCORES", "PASSAGES ET SCORES"),
    "of context": ("CONTEXT", "CONTEXTE"),
    "of decision": ("DECISION", "DÉCISION"),
    "of prompt": ("PROMPT AS SENT", "CONSIGNE ENVOYÉE"),
    "of words": ("THE MODEL'S OWN WORDS (NOT PROVED)", "LES MOTS DU MODÈLE (SANS PREUVE)"),
    "of withheld": ("WITHHELD CLAIMS", "AFFIRMATIONS RETENUES"),
    "of time": ("TIME", "DURÉE"),
    "kept": ("given", "fourni"),
    "left out": ("left out: {}", "écarté\u00a0: {}"),
    "size": ("about {} tokens given", "environ {} jetons fournis"),
    "confidence": ("confidence {}, answered from {}", "confiance {}, réponse à partir de {}"),
    "missing": ("in no passage used: {}", "dans aucun passage utilisé\u00a0: {}"),
}
"""Name -> English, French. A problem's phrase has the problem's name."""

_ASCII = str.maketrans({"✓": "+", "“": '"', "”": '"', "«": '"', "»": '"', "’": "'", "\u00a0": " "})

PASSED, DOUBTFUL, SKIPPED, FAILED = "✓", "!", "-", "x"
"""The marks of checks."""


@dataclass(frozen=True)
class Phrases:
    """The phrases of a language; English for one that we do not speak."""

    language: str

    def __call__(self, name: str, *values: object) -> str:
        """A phrase with its values, for the terminal that is there."""
        number = LANGUAGES.index(self.language) if self.language in LANGUAGES else 0
        return shown(_PHRASES[name][number]).format(*values)

    def note(self, text: str) -> str:
        """A note of the checks in words; as it is where there are none in this language."""
        compared = NOT_COMPARED.fullmatch(text)
        return self("notes", self("not compared", *compared.groups()) if compared else text)

    def of_problem(self, name: str) -> str:
        """A problem in words; its name where there are none."""
        return self(name) if name in _PHRASES else name

    def period(self, chunk: Chunk) -> str:
        """When a passage is in force."""
        start, end = chunk.effective_from, chunk.effective_to
        if start and end:
            return self("from to", start, end)
        if start or end:
            return self("from", start) if start else self("until", end)
        return self("always")

    def place(self, chunk: Chunk, on_pages: Sequence[int] = (), on_spots: Sequence[str] = ()) -> str:
        """Where a passage is: document, version, section, pages and named places (those given or all of its own), period, ID; of code its lines."""
        if chunk.place:
            return f"{label(chunk)} ({kind_name(chunk.place.kind, self.language)} {chunk.place.name}) | [{chunk.chunk_id}]"
        numbers = on_pages or chunk.pages
        pages = [self("page" if len(numbers) == 1 else "pages", page_range(numbers))] if numbers else []
        if spots := on_spots or chunk.spots:
            pages.append(spot_range(spots, self.language))
        version = f"{_line(chunk.title)} ({chunk.doc_id}), {self('version', chunk.version)}"
        sections = _line("; ".join(chunk.sections)) or "-"
        return " | ".join([version, sections, *pages, self.period(chunk), f"[{chunk.chunk_id}]"])


def shown(text: str) -> str:
    """Our own text as the terminal can show it: plain signs where its encoding lacks ours. Text of documents never comes here."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    try:
        text.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return text.translate(_ASCII)
    return text


def _line(text: str) -> str:
    return " ".join(text.split())
