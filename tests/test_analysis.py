"""How text becomes terms: cases by kind, and what holds for any text."""

import sqlite3
import subprocess
import sys
import threading
from contextlib import closing

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from policy_assistant.analysis import MAX_TERM, question_terms, terms, words
from policy_assistant.stopwords import ACRONYMS, STOP_WORDS

LANGUAGES = ["en", "fr"]


def cut(text: str, language: str = "en") -> str:
    return " ".join(terms(text, language))


def test_words_are_kept_as_the_plain_search_takes_them() -> None:
    assert words("L'été, PK-2200 and the_end, L'ÉTÉ") == ["l", "été", "pk", "2200", "and", "the_end"]


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("Returned returns, returning", "en", "return return return"),
        ("Garanties et garantie", "fr", "garant garant"),
        ("Garanties", "fr-CA", "garant"),
        ("Rückgaben", "de", "ruckgaben"),
        ("the cat of the house", "en", "cat hous"),
        ("le délai de la commande", "fr", "del command"),
        ("the cat", "de", "the cat"),
        ("not without a receipt, never", "en", "not without receipt never"),
        ("sans ticket, sauf accord", "fr", "san ticket sauf accord"),
    ],
)
def test_words_are_stemmed_and_function_words_dropped_by_language(text: str, language: str, expected: str) -> None:
    assert cut(text, language) == expected


@pytest.mark.parametrize(
    ("written", "typed"),
    [
        ("Société générale", "societe generale"),
        ("œuvre d’art, cæcum", "oeuvre d'art, caecum"),
        ("ﬁn de l\u2019oﬃce", "fin de l'office"),
        ("cafe\u0301", "café"),
        ("rendez\u2011vous", "rendez-vous"),
        ("anti\u00adcon\u200bstitution", "anticonstitution"),
        ("ＡＢＣ １２", "abc 12"),
        ("prévue.Si nécessaire", "prévue. Si nécessaire"),
        ("recours :Adresser une lettre", "recours : Adresser une lettre"),
    ],
)
def test_spellings_of_one_text_give_the_same_terms(written: str, typed: str) -> None:
    assert terms(written, "fr") == terms(typed, "fr")


def test_words_run_together_are_cut_at_a_capital_and_kept_whole() -> None:
    assert cut("délaiLivraison", "fr") == "del livraison delailivraison"


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("l'accord qu'il a signé", "fr", "accord sign"),
        ("jusqu\u2019à l’accord", "fr", "accord"),
        ("the company's rules", "en", "compani rule"),
        ("we'll pay", "en", "pay"),
        ("it isn't paid, can't", "en", "not paid not"),
        ("O'Brien", "en", "o brien"),
        ("L'Oréal", "en", "oreal"),
        ("the customers' rights", "en", "custom right"),
    ],
)
def test_elided_words_and_endings_split_off(text: str, language: str, expected: str) -> None:
    assert cut(text, language) == expected


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("2,200", "en", "2200"),
        ("1,234,567.89", "en", "1234567p89"),
        ("12.95 and 12,95", "en", "12p95 12p95"),
        ("pages 3,4", "en", "page 3 4"),
        ("2\u202f200 et 2 200", "fr", "2200 2200"),
        ("2\u00a0200", "en", "2200"),
        ("2.200 et 1.234,5", "fr", "2200 1234p5"),
        ("12,95 ou 12.95", "fr", "12p95 12p95"),
        ("1,000-2,000", "en", "1000 2000"),
        ("10-14", "en", "10 14"),
        ("3.1.2", "en", "3 1 2 312"),
        ("in 2026 200 people", "en", "2026 200 peopl"),
        ("It costs 12.95.", "en", "cost 12p95"),
        ("007", "en", "007"),
    ],
)
def test_numbers_are_written_one_way(text: str, language: str, expected: str) -> None:
    assert cut(text, language) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("PK-2200-07", "pk 2200 07 pk220007"),
        ("PK2200-07", "pk 2200 pk2200 07 pk220007"),
        ("PW2200", "pw 2200 pw2200"),
        ("LB-1", "lb 1 lb1"),
        ("RH/CSE", "rh cse rhcse"),
        ("10kg", "10 kg 10kg"),
        ("30-days", "30 day 30days"),
        ("a1b2c3d4", "a1b2c3d4"),
        ("snake_case", "snake case snakecas"),
        ("__init__", "init"),
        ("camelCase", "camel case camelcas"),
        ("HTTPServer", "http server httpserver"),
        ("e-mail", "e mail email"),
        ("long-term", "long term"),
        ("up-to-date", "up date"),
        ("www.example.org", "www exampl org"),
    ],
)
def test_codes_and_identifiers_give_parts_and_whole(text: str, expected: str) -> None:
    assert cut(text) == expected


@pytest.mark.parametrize("asked", ["PK-2200-07", "PK2200-07", "pk 2200 07", "pk2200-07", "PK220007", "PK/2200/07"])
def test_a_code_is_found_however_it_is_typed(asked: str) -> None:
    assert {"pk220007", "2200"} & set(terms(asked, "en")) & set(terms("Order PK-2200-07 today", "en"))


def test_an_acronym_is_told_from_a_function_word_by_its_capitals() -> None:
    assert cut("who asks IT") == "ask it"
    assert cut("IT") == "it"
    assert cut("Who asks It, THE it") == "ask"
    assert all(any(word in listed for listed in STOP_WORDS.values()) for word in ACRONYMS)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("保证期限 90 天", "保证 证期 期限 90 天"),
        ("한국어", "한국어"),
        ("ГАРАНТИЯ", "гарантия"),
        ("हिन्दी", "हनद"),
        ("ใช้งาน", "ใช ชง งา าน"),
        ("x保证", "x 保证"),
    ],
)
def test_no_script_is_lost(text: str, expected: str) -> None:
    assert cut(text) == expected


def test_a_question_has_the_stems_of_every_language() -> None:
    assert question_terms("annuler ma commande sans frais", LANGUAGES) == ["annul", "command", "san", "frai", "frais"]
    assert question_terms("returns and returns", LANGUAGES) == ["return"]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("How do I comment on a ticket?", ["comment", "ticket"]),
        ("Comment faire une réclamation ?", ["reclam"]),
        ("a ticket", ["ticket"]),
        ("le thé vert", ["the", "vert"]),
    ],
)
def test_the_likely_language_of_a_question_decides_what_is_dropped(question: str, expected: list[str]) -> None:
    assert question_terms(question, LANGUAGES) == expected


def test_a_question_of_function_words_alone_keeps_them() -> None:
    assert question_terms("who is it?", ["en"]) == ["who", "is", "it"]
    assert question_terms("?!", ["en"]) == []
    assert question_terms("", []) == []


LETTERS = st.sampled_from(list("aAzZéÉœŒßıİ'’-_./,0123456789 \u00a0\u202f\n保证がเहि한ﬁ²½ŀ\u0301\u0345\ud800𝐀"))


@given(text=st.text() | st.text(LETTERS), language=st.sampled_from(["en", "fr", "de"]))
@example(text="ŀ ŉ ǰ \u0345 ͅα İ", language="en")
def test_every_term_is_one_token_of_the_index(text: str, language: str) -> None:
    found = terms(text, language)
    for term in found:
        assert term.isalnum()
        assert term == term.lower()
        assert len(term) <= MAX_TERM
        assert not term.isascii() or all(char in "abcdefghijklmnopqrstuvwxyz0123456789" for char in term)
    with closing(sqlite3.connect(":memory:")) as conn:
        conn.execute("CREATE VIRTUAL TABLE t USING fts5 (text, tokenize = 'ascii')")
        conn.execute("CREATE VIRTUAL TABLE v USING fts5vocab (t, 'instance')")
        conn.execute("INSERT INTO t VALUES (?)", (" ".join(found),))
        assert [row[0] for row in conn.execute("SELECT term FROM v ORDER BY offset")] == found


LATIN = st.text(st.characters(max_codepoint=0x17F) | st.sampled_from("’‐œﬁ\u202f"))


@given(text=LATIN)
def test_terms_of_latin_text_are_one_token_of_the_plain_index_too(text: str) -> None:
    found = terms(text, "fr")
    with closing(sqlite3.connect(":memory:")) as conn:
        conn.execute("CREATE VIRTUAL TABLE t USING fts5 (text, tokenize = 'unicode61 remove_diacritics 2')")
        conn.execute("CREATE VIRTUAL TABLE v USING fts5vocab (t, 'instance')")
        conn.execute("INSERT INTO t VALUES (?)", (" ".join(found),))
        assert [row[0] for row in conn.execute("SELECT term FROM v ORDER BY offset")] == found


@given(text=st.text(st.sampled_from("zé保证0123456789-_./ ,\n"), max_size=MAX_TERM))
def test_no_letter_and_no_digit_is_lost(text: str) -> None:
    kept = set("".join(terms(text, "de")))
    assert {char.replace("é", "e") for char in text if char.isalnum()} <= kept


@pytest.mark.parametrize(
    "text", ["a" * 10**6, "a-" * 100_000, "1," * 100_000, "1 234" * 50_000, "'" * 10**6, "aB" * 50_000, "é.É" * 50_000]
)
def test_hostile_text_is_cut(text: str) -> None:
    """Each takes about a second at most; a rule whose time grows with the square of the length would take hours."""
    assert all(len(term) <= MAX_TERM for term in terms(text, "fr"))


def test_threads_do_not_disturb_each_other() -> None:
    texts = [f"{stem}ations {stem}ment" for stem in ("organis", "inform", "declar", "relev", "paie", "regle")] * 50
    expected = [terms(text, "fr") for text in texts]
    found: dict[int, list[list[str]]] = {}
    threads = [
        threading.Thread(target=lambda n=n: found.update({n: [terms(f"{text} x{n}", "fr")[:2] for text in texts]})) for n in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert list(found.values()) == [expected] * 4


def test_the_stemmers_are_loaded_only_to_stem() -> None:
    code = "import sys; from policy_assistant.analysis import terms, words; words('returns'); assert 'snowballstemmer' not in sys.modules"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
