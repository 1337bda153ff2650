"""What kind of answer a question wants, read from its own words: a duration, a price, a yes or no.

Only the form of the question is looked at, never a document, so that no text of a document can change it.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from policy_assistant.analysis import folded

Kind = Literal[
    "yes or no",
    "duration",
    "money",
    "share",
    "weight",
    "size",
    "warmth",
    "pressure",
    "loudness",
    "count",
    "day",
    "time",
    "code",
    "person",
    "place",
    "meaning",
    "how",
]

_FORMS: Mapping[str, Mapping[Kind, str]] = {
    "en": {
        "duration": r"how (?:long|soon|quickly|fast|often)|how many (?:\w+ ){0,2}(?:minutes|hours|days|weeks|months|years)"
        r"|(?:what|which) (?:length of time|(?:is the )?\w* ?(?:period|window|deadline|time limit))|for how long"
        r"|(?:by|until|from|since) when|^(?:and |but |so )?when (?:must|should|do|does|can|may|will)",
        "money": r"how much (?!.*\b(?:weight|water|snow|time)\b)|\bcosts?\b|\bprices?\b|\bfees?\b|what amount|\bdeducted\b|\bceiling\b",
        "share": r"discount|per ?cent|percentage|what (?:share|rate)|how (?:big|much) .*discount",
        "weight": r"how heavy|\bweighs?\b|(?:what|which) (?:\w+ ){0,3}weight",
        "size": r"how (?:tall|high|wide|deep|far|thick)|(?:what|which) (?:\w+ ){0,3}(?:height|width|depth|length|distance)\b(?! of time)",
        "warmth": r"how (?:hot|cold|warm)|(?:what|which) (?:\w+ ){0,3}temperature",
        "pressure": r"(?:what|which) (?:\w+ ){0,3}pressure\b(?! washer)",
        "loudness": r"how (?:loud|noisy)|decibels?",
        "count": r"how many|how (?:big|large|much)|(?:what|which) (?:\w+ ){0,3}(?:size|number|limit|amount|capacity)|\bmost\b",
        "day": r"(?:^|, |\band )when (?!.*, )|(?:what|which|last) (?:day|date)|(?:by|until) when|what is the last",
        "time": r"(?:what|which) (?:time|hours)|until what time|opening hours|when (?:do|does) .*(?:open|close)",
        "code": r"(?:which|what) (?:\w+[ -]){0,3}(?:kit|part|code|number|reference|model|hose|connector|battery|set|form)|order code|part number",
        "person": r"\bwho(?:m|se)?\b|which (?:team|person|department)",
        "place": r"\bwhere\b|in (?:which|what) (?:city|cities|country|place)",
        "meaning": r"what (?:is|are|does|do) (?:the |an? |part |code )?[\w-]*\d[\w-]*|what does .* mean|what (?:is|are) .* for|^\W*[\w-]*\d[\w-]*\W*$|^who is [A-Z]{2,}",
        "how": r"\bhow (?:do|does|should|can|must|to)\b|what (?:should|must|do|does|can) .*\bdo\b|what (?:do|should|can) .*(?:tell|offer|get)",
    },
    "fr": {
        "duration": r"combien de (?:temps|minutes|heures|jours|semaines|mois|ans|annees)|\bduree\b|\bdelais?\b|quel delai|jusqu'?a quand|depuis quand|dans combien",
        "money": r"combien (?:coute|coutent|paie|payer|faut-il payer)|\bcoute|\bprix\b|\bfrais\b|\btarif|\bmontant\b",
        "share": r"\bremise\b|\brabais\b|pour ?cent|\bpourcentage\b|\btaux\b",
        "weight": r"\bpese|quel(?: est le)? poids",
        "size": r"quelle(?: est la)? (?:hauteur|largeur|profondeur|longueur|distance)",
        "warmth": r"quelle(?: est la)? temperature",
        "pressure": r"quelle(?: est la)? pression",
        "loudness": r"\bdecibels?\b|quel bruit",
        "count": r"combien|\bquelle? (?:taille|limite|quantite|capacite)",
        "day": r"^quand (?!.*, )|(?:depuis|jusqu'?a|a|pour|et|,) quand\b|quel jour|quelle date|\bdate limite\b",
        "time": r"quelles? heures?|\bhoraires?\b",
        "code": r"quel(?:le)? (?:piece|reference|code|numero|modele|trousse|formulaire)",
        "person": r"\bqui\b|a qui|quelle (?:equipe|personne)|quel service",
        "place": r"\bou\b(?= (?:est|sont|se|puis|peut|dois|doit|faut|envoyer|trouver|trouve|sera|va|vont|j|l))|quelles? villes?|dans quel",
        "meaning": r"(?:qu'est-ce que|que signifie|que veut dire|c'est quoi)",
        "how": r"\bcomment\b|que (?:dois|doit|faut|faire|puis|peut)",
    },
}

_WEAK_FORMS: Mapping[str, Mapping[Kind, str]] = {
    "en": {"duration": r"\b(?:warranty|guarantee[ds]?|covered)\b", "money": r"\b(?:pay|charged?|dollars?)\b"},
    "fr": {"duration": r"\bgaranti(?:e|es|s)?\b", "money": r"\b(?:payer|paie|gratuite?)\b"},
}
"""Words that want a kind where nothing else does: "What is the warranty on a kettle?", not "Is it covered?"."""

_YES_NO = {
    "en": re.compile(
        r"^(?:and |but |so |or |if so,? |if not,? )?(?:is|are|was|were|am|do|does|did|can|could|may|might|must|should|shall|will|would|has|have|had|need|cannot)(?:n't)?\b"
        r"|^(?:won't|can't|shan't)\b|, right$|^(?:too late|still true|covered|allowed|true|correct|possible)\b|^is (?:that|it|this)\b"
    ),
    "fr": re.compile(
        r"\best-ce (?:que|qu)\b|^(?:puis|ai|suis|dois|peut|peuvent|est|sont|a|ont|doit|doivent|y a)-|\b\w+-(?:t-)?(?:il|elle|ils|elles|on|vous|je|nous|tu)\b"
    ),
}
_SURELY_YES_NO = re.compile(r"est-ce qu|(?:puis|ai|suis|dois|peut|peuvent|est|sont|a|ont|doit|doivent|faut|y a)-")
"""A sentence that begins so is not open, whatever relative pronouns stand in it."""

_OPEN = {
    "en": re.compile(
        r"^(?:and |but |so )?(?:what|which|who|whom|whose|when|where|why|how|until|by|in what|at what|for what|up to|to wh)\b"
    ),
    "fr": re.compile(r"\b(?:combien|quel|quelle|quels|quelles|quand|comment|pourquoi|qui|que|quoi)\b(?! si)|^ou\b|\bd'ou\b|jusqu'?a quand"),
}

MAX_CHARACTERS = 500
"""Of a sentence no more are looked at: its form shows early, and some forms take time with the square of its length."""


@dataclass(frozen=True)
class Wanted:
    """The kinds of answer that a question asks for; none of them when its form says nothing."""

    kinds: frozenset[Kind]

    def __contains__(self, kind: Kind) -> bool:
        return kind in self.kinds


def wanted(text: str, language: str) -> Wanted:
    """What a question wants. Of another language than English or French nothing is known."""
    if language not in _FORMS:
        return Wanted(frozenset())
    asked = asking_sentences(text)
    kinds: set[Kind] = set()
    for sentence in asked:
        plain = _plain(sentence[:MAX_CHARACTERS])
        if _YES_NO[language].search(plain) and (_SURELY_YES_NO.match(plain) or not _OPEN[language].search(plain)):
            kinds.add("yes or no")
        kinds.update(kind for kind, form in _FORMS[language].items() if re.search(form, plain))
        if not kinds & set(_WEAK_FORMS[language]) and "yes or no" not in kinds:
            kinds.update(kind for kind, form in _WEAK_FORMS[language].items() if re.search(form, plain))
    return Wanted(frozenset(kinds))


def asking_sentences(text: str) -> Sequence[str]:
    """The sentences that ask, or all where none ends with a question mark."""
    parts = [part.strip() for part in re.split(r"(?<=[.!?])\s+|[:;]\s+", text.strip()) if part.strip()]
    return [part.rstrip(" ?") for part in parts if part.endswith("?")] or [part.rstrip(" .!") for part in parts]


def _plain(text: str) -> str:
    """In lower case and without accents; apostrophes and hyphens stay, all of one form."""
    text = text.replace("’", "'").replace("‑", "-")
    return re.sub(r"[^\W\d_]+", lambda match: folded(match[0]), text)
