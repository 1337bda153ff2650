"""The encoding of a text that declares none and is not UTF-8: the one in which all its letters belong to one language.

Guessers that go by statistics alone read the wrong letters without a word (compared in `docs/concepts/parsing.md`). This one
knows the letters of some languages, and says nothing where no language fits.
"""

import re

SAMPLE = 200_000
"""Bytes that are looked at: enough for every letter of a language to come up."""

LEAST_KNOWN = 0.985
"""The share of a text's letters beyond ASCII that must belong to the language; the rest are names of people and places."""

_MARKS = set(
    "\u00a0\u00ab\u00bb\u201e\u201c\u201d\u2018\u2019\u201a\u2013\u2014\u2026\u2022\u20ac\u00a3\u00a7\u00b0\u00a9\u00ae\u2122\u00b7\u00d7\u00bd\u00b2\u00b3\u00bf\u00a1\u00ba\u00aa\u00ad"
)
_WESTERN = ("windows-1252",)
_CENTRAL = ("iso8859-2", "windows-1250")
_CYRILLIC = ("windows-1251", "koi8-r", "koi8-u", "iso8859-5", "cp866")
_RUSSIAN = "абвгдежзийклмнопрстуфхцчшщъыьэюя"

_LANGUAGES: dict[str, tuple[tuple[str, ...], str]] = {
    "fr": (("windows-1252", "iso8859-15"), "àâæçéèêëîïôœùûüÿ"),
    "de": (_WESTERN, "äöüßé"),
    "es": (_WESTERN, "áéíñóúü"),
    "it": (_WESTERN, "àèéìîòóù"),
    "pt": (_WESTERN, "áâãàçéêíóôõúü"),
    "nl": (_WESTERN, "áéèëïóöü"),
    "da": (_WESTERN, "æøåé"),
    "nb": (_WESTERN, "æøåéèêóô"),
    "sv": (_WESTERN, "åäöé"),
    "fi": (_WESTERN, "åäö"),
    "is": (_WESTERN, "áðéíóúýþæö"),
    "pl": (_CENTRAL, "ąćęłńóśźż"),
    "cs": (_CENTRAL, "áčďéěíňóřšťúůýž"),
    "sk": (_CENTRAL, "áäčďéíĺľňóôŕšťúýž"),
    "hu": (_CENTRAL, "áéíóöőúüű"),
    "sl": (_CENTRAL, "čšž"),
    "hr": (_CENTRAL, "čćđšž"),
    "ro": (_CENTRAL, "ăâîşţ"),
    "ru": (_CYRILLIC, _RUSSIAN + "ё"),
    "uk": (_CYRILLIC, _RUSSIAN + "іїєґ"),
    "bg": (_CYRILLIC, _RUSSIAN),
    "el": (("windows-1253", "iso8859-7"), "αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊϋΐΰ"),
    "tr": (("windows-1254",), "çğıöşüâîûi̇"),
}
"""Language -> the encodings of its old texts, and its letters beyond ASCII in lower case."""

_ASIAN: dict[str, tuple[tuple[str, ...], str]] = {
    "ja": (("cp932", "euc_jp", "iso2022_jp"), r"[\u3041-\u309f\u30a1-\u30fe]"),
    "ko": (("cp949",), r"[\uac00-\ud7a3]"),
}
"""Language -> encodings, and characters that make up a good part of every text in it. Tried only where a page states its language."""

LEAST_OWN = 0.2
_LANGUAGE = re.compile(rb"""<html\b[^>]*?\blang\s*=\s*["']?([A-Za-z]{2,3})""", re.IGNORECASE)
_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]")
_TURNED_CASE = re.compile(r"[^\W\d_a-zA-Z][A-Z]|[а-яёіїєґα-ω][А-ЯЁІЇЄҐΑ-Ω]")
_MIXED = re.compile(r"[a-zA-Z][\u0370-\u04ff]|[\u0370-\u04ff][a-zA-Z]")


def guess(data: bytes) -> str:
    """The encoding of a text that is not UTF-8; empty when no language fits or none is better than another."""
    sample = data[:SAMPLE]
    stated = _LANGUAGE.search(sample[:4096])
    language = stated.group(1).decode("ascii").lower()[:2] if stated else ""
    if language in _ASIAN:
        return _guess_asian(sample, *_ASIAN[language])
    if language == "en":
        language = ""
    languages = {language: _LANGUAGES[language]} if language in _LANGUAGES else {} if language else _LANGUAGES
    scored = [(_known(sample, codec, letters), codec) for codecs, letters in languages.values() for codec in codecs]
    best = max((score for score, _ in scored), default=0.0)
    if best < LEAST_KNOWN:
        return ""
    texts: dict[str, str] = {}
    for score, codec in scored:
        if score == best:
            texts.setdefault(sample.decode(codec, "replace"), codec)
    return next(iter(texts.values())) if len(texts) == 1 else ""


def _known(sample: bytes, codec: str, letters: str) -> float:
    """The share of the characters beyond ASCII that belong to a language; 0 where its words cannot be read."""
    try:
        text = sample.decode(codec)
    except UnicodeDecodeError:
        return 0.0
    beyond = _BEYOND_ASCII.findall(text)
    strange = sum(1 for c in beyond if c.lower() not in letters and c not in _MARKS)
    strange += len(_TURNED_CASE.findall(text)) + len(_MIXED.findall(text))
    return max(0.0, 1 - strange / max(1, len(beyond)))


def _guess_asian(sample: bytes, codecs: tuple[str, ...], own: str) -> str:
    for codec in codecs:
        text = sample.decode(codec, "ignore")
        cut = len(sample) - len(text.encode(codec, "ignore"))
        beyond = _BEYOND_ASCII.findall(text)
        if cut <= 1 and len(re.findall(own, text)) >= LEAST_OWN * max(1, len(beyond)):
            return codec
    return ""
