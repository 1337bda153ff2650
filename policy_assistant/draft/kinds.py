"""The kind of a document, by the words of its name and its title."""

import re

from policy_assistant.draft.dates import DATE, YEAR
from policy_assistant.draft.words import NOTHING, Guess
from policy_assistant.file_names import MONTH, fold

DOC_TYPES = {
    "policy": "policy policies politique politiques reglement regulation rules regles charte charter code terms conditions directive",
    "procedure": "procedure procedures proc sop process processus runbook workflow",
    "guide": "guide guides manual manuel handbook care entretien montage maintenance",
    "help": "help aide faq",
    "notice": "notice notices avis recall recalls rappel rappels memo bulletin announcement annonce communique alert alerte",
    "supplier": "supplier suppliers fournisseur fournisseurs vendor datasheet",
}
TYPE_OF = {word: kind for kind, words in DOC_TYPES.items() for word in words.split()}

_WORD = re.compile(r"[^\W\d_]+")
_GAP = r"[\W_]{1,3}"
_SENT_OUT = r"(?<![^\W_])(?:notices?|avis|recalls?|rappels?)(?![^\W_])"
_DAY = rf"(?:{DATE}|{YEAR}(?!\d)|{MONTH}{_GAP}\d)"
_NO_PRODUCT = r"(?:v|ver|version|rev|revision|ed|no|of|for|on|in|at|by|to|and|or|de|du|des|le|la|les|et|ou|sur|pour)[\W_]?\d"
_PRODUCT = rf"(?!{_NO_PRODUCT})(?:[a-z]{{1,8}}\d|[a-z]{{1,3}}[-_ ](?!{YEAR}(?!\d))\d\d)"

_LOOSE = re.compile(_SENT_OUT)
_NOTICE = re.compile(
    rf"(?<![^\W_])(?:(?:safety|recall){_GAP}notices?|(?:safety|product){_GAP}recalls?"
    rf"|avis{_GAP}(?:de{_GAP})?(?:securite|rappel)|rappels?{_GAP}(?:de{_GAP})?(?:securite|produits?))(?![^\W_])"
    rf"|^[\W_]*{_SENT_OUT}{_GAP}(?:{_DAY}|{_PRODUCT})"
)
"""Names of what is sent out: a safety notice, a recall, or a notice about a product or a day. Elsewhere the words stand for
something else (a notice period, `notice de montage`, `avis clients`), and a notice goes before a policy.
"""


def guess_type(name: str, title: str, language: str, *, whole: str = "") -> Guess:
    """The kind of document by the words of its name, then of its title.

    `whole` is the name before its dates were taken out, where they were.
    """
    for what, text, context in (("name", name, whole or name), ("title", title, title)):
        if kind := _type_in(_without_loose(fold(text), fold(context)), language):
            return Guess(kind, f"the {what}")
    return NOTHING


def _without_loose(text: str, context: str) -> str:
    """A text without the words that may mean a notice, where their context does not say that they do."""
    return text if _NOTICE.search(context) else _LOOSE.sub(" ", text)


def _type_in(text: str, language: str) -> str:
    """A type is named by the head of the phrase: its last word in English (`supplier policy`), its first in French."""
    if "product sheet" in text or "fiche produit" in text:
        return "supplier"
    head = re.split(r"[:,(]|\b(?:of|on|for|to|about|in|pour|sur)\b", text)[0]
    for part in (head, text):
        if kinds := [TYPE_OF[word] for word in _WORD.findall(part) if word in TYPE_OF]:
            return kinds[0 if language == "fr" else -1]
    return ""
