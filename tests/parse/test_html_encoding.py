"""Encodings of HTML pages that declare none, or one that browsers read as another."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from policy_assistant.errors import UnreadableFileError
from policy_assistant.parse.base import ParseOptions
from policy_assistant.parse.guess import guess
from policy_assistant.parse.html import parse_html
from policy_assistant.parse.html_encoding import encoding_of

TEXTS = {
    "fr": "Les congés d'été sont accordés à la fin de l'année où l'employé a reçu son contrat, dès le premier février.",
    "de": "Schuhe müssen draußen bleiben; für Gäste gibt es größere Körbe über den Türen.",
    "pl": "Każdy pracownik ma prawo do urlopu; wniosek należy złożyć w ciągu trzydziestu dni, chyba że inaczej ustalono między stronami.",
    "cs": "Každý zaměstnanec má nárok na dovolenou, žádost podá nejpozději třicet dnů předem příslušnému vedoucímu.",
    "ru": "Каждый сотрудник имеет право на отпуск, если договор не предусматривает иного.",
    "el": "Κάθε εργαζόμενος έχει δικαίωμα άδειας μετά από τρεις μήνες.",
    "tr": "Her çalışanın yıllık izin hakkı vardır; başvuru üç gün önceden yapılmalıdır.",
    "ja": "すべての従業員は休暇を取る権利があります。申請は三日前までに行ってください。",
    "ko": "모든 직원은 휴가를 신청할 권리가 있습니다.",
}


def page(text: str, encoding: str, *, head: str = "", language: str = "") -> bytes:
    lang = f' lang="{language}"' if language else ""
    return f"<html{lang}><head>{head}</head><body><main><p>{text}</p></main></body></html>".encode(encoding)


@pytest.mark.parametrize(
    ("language", "encoding"),
    [
        ("fr", "windows-1252"),
        ("de", "windows-1252"),
        ("pl", "iso8859-2"),
        ("pl", "windows-1250"),
        ("cs", "iso8859-2"),
        ("cs", "windows-1250"),
        ("ru", "windows-1251"),
        ("ru", "koi8-r"),
        ("el", "windows-1253"),
        ("tr", "windows-1254"),
        ("ja", "cp932"),
        ("ja", "euc_jp"),
        ("ko", "cp949"),
    ],
)
def test_an_undeclared_encoding_is_told_by_the_letters_of_the_language(language: str, encoding: str) -> None:
    found = parse_html(page(TEXTS[language], encoding, language=language), "a.html", ParseOptions())
    assert found.text == TEXTS[language]
    assert found.metadata["encoding"].endswith(" (guessed)")


@pytest.mark.parametrize(("language", "encoding"), [("fr", "windows-1252"), ("cs", "iso8859-2"), ("ru", "koi8-r"), ("el", "iso8859-7")])
def test_the_language_need_not_be_stated(language: str, encoding: str) -> None:
    assert parse_html(page(TEXTS[language], encoding), "a.html", ParseOptions()).text == TEXTS[language]


@pytest.mark.parametrize(
    "data",
    [
        page("caf\xe9 \xa5\xa6\xbc \xac\xa4\xf7\xd8", "latin-1"),
        page(TEXTS["ja"], "cp932"),
        page(TEXTS["ru"], "koi8-r", language="fr"),
        page(TEXTS["fr"], "windows-1252", language="ja"),
    ],
)
def test_what_fits_no_language_is_refused_and_not_mangled(data: bytes) -> None:
    with pytest.raises(UnreadableFileError, match="is not UTF-8") as refused:
        parse_html(data, "a.html", ParseOptions())
    assert refused.value.hint == "save it as UTF-8"


def test_a_text_that_two_languages_fit_is_read_where_one_is_stated() -> None:
    assert parse_html(page("la f\xeate", "windows-1252", language="fr"), "a.html", ParseOptions()).text == "la f\xeate"
    with pytest.raises(UnreadableFileError, match="is not UTF-8"):  # in Polish the letter is another
        parse_html(page("la f\xeate", "windows-1252"), "a.html", ParseOptions())


def test_nothing_is_guessed_where_an_encoding_is_declared_or_none_is_needed() -> None:
    assert "encoding" not in parse_html(page("caf\xe9", "utf-8"), "a.html", ParseOptions()).metadata
    with pytest.raises(UnreadableFileError, match="is not UTF-8"):
        parse_html(page(TEXTS["fr"], "windows-1252", head="<meta charset=utf-8>"), "a.html", ParseOptions())


@pytest.mark.parametrize(
    ("declared", "encoding", "text"),
    [
        ("gb2312", "gb18030", "\u9555\u57fa"),
        ("Shift_JIS", "cp932", "\u2460\u682a"),
        ("euc-kr", "cp949", "\ub620"),
        ("iso-8859-9", "windows-1254", "\u015fi\u20ac"),
        ("x-sjis", "cp932", "\u682a"),
        ("KOI8-R", "koi8-r", "\u0436"),
        ("big5", "big5hkscs", "\u4e2d"),
    ],
)
def test_declared_names_are_read_as_browsers_read_them(declared: str, encoding: str, text: str) -> None:
    head = f'<meta http-equiv="content-type" content="text/html; charset={declared}">'
    assert parse_html(page(text, encoding, head=head), "a.html", ParseOptions()).text == text


@pytest.mark.parametrize("declared", ["utf-7", "unicode_escape", "punycode", "idna", "rot13", "hex", "undefined", "raw-unicode-escape"])
def test_codecs_that_are_no_encodings_of_text_are_refused(declared: str) -> None:
    with pytest.raises(UnreadableFileError, match="declares the unknown encoding"):
        encoding_of(f'<meta charset="{declared}">'.encode(), "a.html")


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_two_bytes_a_character_are_seen_without_a_mark(encoding: str) -> None:
    assert encoding_of("<html><body>x</body></html>".encode(encoding), "a.html") == encoding


@given(st.binary(max_size=300))
def test_guessing_never_fails_and_names_an_encoding_that_reads_the_bytes(data: bytes) -> None:
    if codec := guess(data):
        data.decode(codec)
