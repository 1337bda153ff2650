"""Names in questions, and the pieces that define or hold them."""

import pytest

from policy_assistant.code.names import MAX_NAMES, Name, names_in
from tests.code.pieces import piece


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("where is next_number called", ["next_number"]),
        ("what does `close` do", ["close"]),
        ("what does close() do", ["close"]),
        ("où est DepotFactures.dernier_numero ?", ["DepotFactures.dernier_numero"]),
        ("why does renderPage call toFixed", ["renderPage", "toFixed"]),
        ("std::sort or Vec::new", ["std::sort", "Vec::new"]),
        ("MAX_RETRIES", ["MAX_RETRIES"]),
        ("shuffle", ["shuffle"]),
        ("`shuffle()`", ["shuffle"]),
        ("numérotation ?", ["numérotation"]),
        ("what is in tva.py", ["tva.py"]),
        ("where is the VAT rate, e.g. in JSON", []),
        ("where are invoices numbered", []),
        ("a_b a_b", ["a_b"]),
        ("", []),
    ],
)
def test_what_is_written_as_code_is_a_name(question: str, expected: list[str]) -> None:
    assert [name.text for name in names_in(question)] == expected


def test_a_plain_word_is_a_name_only_when_it_is_all_that_is_asked() -> None:
    assert [name.is_code for name in names_in("shuffle")] == [False]
    assert [name.is_code for name in names_in("MAX_SIZE")] == [True]


def test_of_many_names_the_first_count() -> None:
    assert len(names_in(" ".join(f"name_{n}" for n in range(50)))) == MAX_NAMES


@pytest.mark.parametrize(
    ("name", "kind", "qualified", "expected"),
    [
        ("close", "function", "close", 1.0),
        ("close", "method", "Shop.close", 1.0),
        ("Shop.close", "method", "shop.Shop.close", 1.0),
        ("Shop::close", "method", "Shop.close", 1.0),
        ("Shop", "class", "Shop", 1.0),
        ("shop", "class", "Shop", 0.5),
        ("Shop", "method", "Shop.close", 0.0),
        ("Other.close", "method", "Shop.close", 0.0),
        ("shop", "module", "shop", 0.0),
        ("::", "function", "close", 0.0),
    ],
)
def test_a_name_finds_its_definition(name: str, kind: str, qualified: str, expected: float) -> None:
    assert Name(name).defines(piece(qualified, kind=kind)) == expected


def test_a_passage_of_a_document_defines_nothing() -> None:
    from dataclasses import replace

    assert Name("close").defines(replace(piece("close"), place=None)) == 0.0


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        (Name("GRACE_DAYS"), True),
        (Name("Shop.total"), True),
        (Name("GRACE"), False),
        (Name("Shop.absent"), False),
        (Name("till.py"), True),
        (Name("shop/till.py"), True),
        (Name("ill.py"), False),
        (Name("total", is_code=False), False),
    ],
)
def test_a_piece_holds_a_name_as_whole_words_or_by_its_file(name: Name, expected: bool) -> None:
    assert name.is_held(piece("pay", "def pay():\n    return Shop().total + GRACE_DAYS", path="src/shop/till.py")) is expected
