"""How code and questions about it become terms: cases by kind, and what holds for any text."""

import sqlite3
from contextlib import closing

import pytest
from hypothesis import given
from hypothesis import strategies as st

from policy_assistant.analysis import MAX_TERM
from policy_assistant.code_terms import code_terms, path_terms, question_code_terms

LANGUAGES = ["en", "fr"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("planifier_relances", "planif relanc planifierrelances"),
        ("DepotFactures", "depot factur depotfactures"),
        ("HTTPServer2", "http serv 2 httpserver2"),
        ("parseURLs", "pars url parseurls"),
        ("utf8", "utf 8 utf8"),
        ("__init__", "init"),
        ("MAX_RETRIES", "max retr maxretries"),
        ("montant_HT_cumulé", "mont ht cumul montanthtcumule"),
        ("NuméroFacture", "numero factur numerofacture"),
        ("nœudSuivant", "noeud suiv noeudsuivant"),
        ("self.x = i", "self"),
        ("return not done", "return not"),
    ],
)
def test_identifiers_are_split_and_kept_whole(text: str, expected: str) -> None:
    assert code_terms(text) == expected.split()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("relances", "relance"),
        ("numérotation", "numerotation"),
        ("retries", "retry"),
        ("validates", "validation"),
        ("niveaux", "niveau"),
        ("files", "file"),
    ],
)
def test_forms_of_one_word_are_one_term_in_either_language(one: str, other: str) -> None:
    assert code_terms(one) == code_terms(other) != []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("12.95", "12p95"),
        ("timeout=30", "timeout 30"),
        ("1_000_000", "1000000"),
        ("v1.2.3", "1 v1 2 3"),
        ("0x1F", "0 1 0x1f"),
    ],
)
def test_numbers_have_one_form(text: str, expected: str) -> None:
    assert code_terms(text) == expected.split()


def test_function_words_are_dropped_but_not_those_that_are_words_of_code() -> None:
    assert code_terms("the number of lines in la liste des factures") == ["numb", "line", "list", "factur"]
    assert code_terms("strip_comment(car)") == ["strip", "comment", "stripcomment", "car"]


def test_scripts_without_blanks_give_pairs_of_characters() -> None:
    assert code_terms("# 数据库连接") == ["数据", "据库", "库连", "连接"]


def test_data_is_no_name() -> None:
    blob = "aB3" * 60
    assert code_terms(f'x = "{blob}"') == [blob[:MAX_TERM].lower()]


def test_a_long_name_is_kept_in_its_parts_only() -> None:
    name = "_".join(["customer"] * 8)
    assert code_terms(name) == ["custom"] * 8


def test_a_path_gives_its_folders_and_its_name() -> None:
    assert path_terms("src/billing/invoiceNumbers.test.ts") == ["src", "bill", "invoic", "numb", "invoicenumbers", "test", "ts"]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("where are reminders planned?", "remind plan"),
        ("où sont envoyées les relances ?", "envoy relanc"),
        ("python parse json in python", "pars json"),
        ("python", "python"),
        ("where is it", "wher is it"),
        ("the fee of 12,95 or 1 000 dollars", "fee 12p95 1000 dollar"),
        ("1,000 items", "1000 item"),
        ("strip a comment", "strip comment"),
        ("comment est gérée la TVA", "tva"),
        ("where is it handled", "handl"),
        ("numérotation numerotation", "numerot"),
        ("", ""),
    ],
)
def test_questions_lose_what_names_nothing(question: str, expected: str) -> None:
    assert question_code_terms(question, LANGUAGES) == expected.split()


def test_a_language_that_is_not_known_is_no_fault() -> None:
    assert question_code_terms("wo ist die Rückgabe", ["de"]) == ["wo", "ist", "die", "ruckgab"]


@given(st.text(max_size=200))
def test_every_term_is_one_token_of_the_index(text: str) -> None:
    found = code_terms(text) + question_code_terms(text, LANGUAGES)
    assert all(found)
    with closing(sqlite3.connect(":memory:")) as conn:
        conn.execute("CREATE VIRTUAL TABLE t USING fts5 (x, tokenize = 'ascii')")
        conn.execute("CREATE VIRTUAL TABLE v USING fts5vocab (t, 'instance')")
        conn.execute("INSERT INTO t VALUES (?)", (" ".join(found),))
        assert [row[0] for row in conn.execute("SELECT term FROM v ORDER BY offset")] == found


@given(st.text(max_size=100))
def test_accents_and_composition_do_not_matter(text: str) -> None:
    import unicodedata

    assert code_terms(unicodedata.normalize("NFC", text)) == code_terms(unicodedata.normalize("NFD", text))
