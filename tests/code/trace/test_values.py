from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from policy_assistant.blocks import Place
from policy_assistant.code.trace.values import MAX_VALUES, CodeValue, values_of
from tests.code.trace.samples import piece


def values(text: str, path: str = "shop/rules.py", kind: str = "constant", name: str = "") -> list[CodeValue]:
    """The values of a piece that begins at line 1."""
    return list(values_of(piece(path, text, Place(kind, name, 1, 1 + text.count("\n")))))


def the_value(text: str, path: str = "shop/rules.py", kind: str = "constant", name: str = "") -> CodeValue:
    """The only value of a piece."""
    (found,) = values(text, path, kind, name)
    return found


@pytest.mark.parametrize(
    ("text", "path", "value", "unit"),
    [
        ("RETURN_WINDOW_DAYS = 30", "a.py", "30", "day"),
        ("DELAI_RETOUR_JOURS = 30", "a.py", "30", "day"),
        ("delai_jours_ouvrables = 4", "a.py", "4", "business day"),
        ("const returnWindowDays = 30;", "a.js", "30", "day"),
        ("WINDOW = timedelta(days=14)", "a.py", "14", "day"),
        ("WINDOW = 14.days", "a.rb", "14", "day"),
        ("static final Duration HOLD = Duration.ofHours(72);", "A.java", "72", "hour"),
        ("const hold = 72 * time.Hour", "a.go", "72", "hour"),
        ("const HOLD: Duration = Duration::from_secs(60 * 60 * 72);", "a.rs", "259200", "second"),
        ("KEEP = 60 * 60 * 24 * 30", "a.py", "2592000", "second"),
        ("const keep = 30 * 24 * 60 * 60 * 1000;", "a.js", "2592000", "second"),
        ("const timeoutMs = 1500;", "a.js", "1.5", "second"),
        ("KEEP = 30 * SECONDS_PER_DAY", "a.py", "30", "day"),
        ("TTL = 2592000  # 30 days, in seconds", "a.py", "2592000", "second"),
        ("GRACE = 3  # business days", "a.py", "3", "business day"),
        ("# Weight limit of a parcel in kg.\nPARCEL_LIMIT = 30", "a.py", "30", "kilogram"),
        ("retention: 90d", "a.yaml", "90", "day"),
        ('retention = "P6M"', "a.toml", "6", "month"),
        ("DELETE FROM logs WHERE written < now() - INTERVAL '45 days';", "a.sql", "45", "day"),
        ('KEEP_DAYS="${KEEP_DAYS:-35}"', "a.sh", "35", "day"),
        ("find /backups -mtime +90 -delete", "a.sh", "90", "day"),
        ("FEE_CENTS = 1_295", "a.py", "1295", "cent"),
        ("restocking_pct = 15", "a.py", "15", "percent"),
        ("spread_bps = 250", "a.py", "2.5", "percent"),
        ('discount = "15%"', "a.toml", "15", "percent"),
        ("FEE_PER_DAY = 2", "a.py", "2", ""),
        ("CUTOFF_HOUR = 14", "a.py", "14", "o'clock"),
        ('cutoff = "14:30"', "a.toml", "14.5", "o'clock"),
        ("CUTOFF = time(14, 30)", "a.py", "14.5", "o'clock"),
        ("val cutoff = LocalTime.of(14, 30)", "a.kt", "14.5", "o'clock"),
        ('window = int(os.environ.get("RETURN_DAYS", "30"))', "a.py", "30", "day"),
    ],
)
def test_a_number_has_the_unit_that_its_surroundings_state(text: str, path: str, value: str, unit: str) -> None:
    found = the_value(text, path)
    assert (found.amount.value, found.amount.unit) == (Decimal(value), unit)


@pytest.mark.parametrize(
    ("text", "path", "hint"),
    [
        ('EXPRESS_FEE = Decimal("12.95")', "a.py", "money"),
        ('static final BigDecimal EXPRESS_FEE = new BigDecimal("12.95");', "A.java", "money"),
        ('PRICES = {"box": Decimal("4.50")}', "a.py", "money"),
        ("DISCOUNT = 0.15", "a.py", "percent"),
        ("tauxRemise = 0.15", "a.php", "percent"),
        ("total = order.total * 0.15", "a.py", "percent"),
        ("WARRANTY = {'kettle': 24}", "a.py", "time"),
        ("MIN_PHOTOS = 3", "a.py", "count"),
        ("answer = 42", "a.py", ""),
        ("MIN_PHOTOS = 2.5", "a.py", ""),
    ],
)
def test_a_number_without_a_unit_has_at_least_a_kind(text: str, path: str, hint: str) -> None:
    found = the_value(text, path)
    assert (found.amount.unit, found.amount.hint) == ("", hint)


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("STARTS = date(2026, 11, 1)", "a.py"),
        ('starts = "2026-11-01"', "a.json"),
        ("starts = 2026-11-01", "a.toml"),
        ("const starts = new Date(2026, 10, 1);", "a.ts"),
        ("LocalDate starts = LocalDate.of(2026, 11, 1);", "A.java"),
        ("LocalDate starts = LocalDate.of(2026, Month.NOVEMBER, 1);", "A.java"),
        ("var starts = time.Date(2026, time.November, 1, 0, 0, 0, 0, time.UTC)", "a.go"),
        ("created DATE CHECK (created >= '2026-11-01')", "a.sql"),
    ],
)
def test_a_day_is_read_however_it_is_written(text: str, path: str) -> None:
    found = values(text, path)[0]
    assert (found.amount.value, found.amount.unit) == (Decimal(date(2026, 11, 1).toordinal()), "date")


def test_a_day_of_any_year_is_a_month_and_a_day() -> None:
    found = the_value("summer = date(today.year, 6, 20)")
    assert (found.amount.value, found.amount.unit) == (Decimal(620), "month day")


def test_a_row_of_a_table_is_named_by_its_key_and_its_table() -> None:
    found = values('TAX_RATES = {\n    "QC": Decimal("0.09975"),\n    "ON": Decimal("0.13"),\n}')
    assert [one.own for one in found] == [("QC", "TAX", "RATES"), ("ON", "TAX", "RATES")]
    assert [one.line for one in found] == [2, 3]


def test_nested_keys_name_a_value_with_all_their_words() -> None:
    found = values("export const shipping = {\n  express: { fee: 12.95, days: 2 },\n};", "a.ts")
    assert [one.own for one in found] == [("fee", "express", "shipping"), ("days", "express", "shipping")]


def test_a_row_without_keys_is_named_by_what_stands_beside() -> None:
    found = values('METHODS = [\n    ("standard", 5, Decimal("8.95")),\n]')
    assert [("standard" in one.own, "METHODS" in one.own, one.text) for one in found] == [(True, True, "5"), (True, True, "8.95")]


def test_keys_above_name_a_value_of_a_file_of_settings() -> None:
    assert the_value("shipping:\n  express:\n    fee: 12\n", "a.yaml", "lines").own == ("fee", "express", "shipping")
    assert the_value("[returns]\nwindow = 30\n", "a.toml", "lines").own == ("window", "returns")


def test_the_comment_of_a_table_tells_the_unit_of_its_rows() -> None:
    found = values('# Business days until the money is there.\nREADY_AFTER = {\n    "card": 2,\n    "cheque": (5, 9),\n}\n')
    assert [(one.text, one.amount.unit) for one in found] == [("2", "business day"), ("5", "business day"), ("9", "business day")]
    assert all("money" in one.context for one in found)
    told = values("# Who may pay, in dollars.\n[payouts]\nclerk_up_to = 80\n\n[retries]\nclerk_up_to = 4\n", "a.toml", "lines")
    assert [one.amount.unit for one in told] == ["dollar", ""]


def test_a_key_of_several_parts_names_its_row() -> None:
    first, second = values('PARTS = {\n    ("tents", "pole"): 12,\n    ("tents", "zip"): 18,\n}\n')
    assert (first.names, second.names) == (("pole", "tents", "PARTS"), ("zip", "tents", "PARTS"))
    branch = the_value("def late(days):\n    if is_late(days): fee = 12\n", kind="function", name="late")
    assert branch.own == ("fee",)


def test_what_a_value_is_compared_with_names_it() -> None:
    text = "def can_return(order, today):\n    return (today - order.delivered).days <= 30\n"
    found = the_value(text, kind="function", name="can_return")
    assert {"days", "delivered"} <= set(found.own)
    assert "return" in found.scope
    assert found.amount.unit == "day"


def test_the_condition_above_and_the_docstring_are_context() -> None:
    text = 'def months(kind):\n    """How long the warranty runs."""\n    if kind == "kettle":\n        return 24\n    return 12\n'
    kettle, other = values(text, kind="function", name="months")
    assert "kettle" in kettle.context
    assert "kettle" not in other.context
    assert "warranty" in kettle.context
    assert (kettle.amount.unit, kettle.line) == ("month", 4)


def test_the_body_of_a_function_is_not_named_by_its_parameters() -> None:
    found = the_value("function fee(weight: number) {\n  const late = 15;\n}\n", "a.ts", "function", "fee")
    assert found.own == ("late",)


def test_the_unit_of_a_neighbour_is_not_taken() -> None:
    found = values("export const rule = { days: 2, fee: 12 };", "a.ts")
    assert [one.amount.unit for one in found] == ["day", ""]


def test_amounts_in_a_message_are_values_of_their_own() -> None:
    text, path = 'const note = "Free delivery from $75, returns within 30 days";', "a.js"
    found = values(text, path)
    assert [(one.amount.value, one.amount.unit, one.role) for one in found] == [
        (Decimal(75), "dollar", "message"),
        (Decimal(30), "day", "message"),
    ]


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("first = rows[3]", "a.py"),
        ("price = round(total, 2)", "a.py"),
        ("price = total.toFixed(2);", "a.js"),
        ("count = 0", "a.py"),
        ("step = 1", "a.py"),
        ("PORT = 8080", "a.py"),
        ("VERSION = 3", "a.py"),
        ("seconds = minutes * 60", "a.py"),
        ("days = seconds / 86_400", "a.py"),
        ("mask = 0xFF", "a.py"),
        ('version = "1.2.3"', "a.toml"),
        ("# RETURN_DAYS = 30", "a.py"),
        ("/* RETURN_DAYS = 30 */", "a.js"),
        ("-- window_days = 30", "a.sql"),
        ('"""Returns within 30 days.\n\nSee the policy.\n"""', "a.py"),
        ("amount NUMERIC(8, 2)", "a.sql"),
        ("Returns are accepted for 30 days.", "README.md"),
    ],
)
def test_what_is_no_value_of_a_rule_is_left_out(text: str, path: str) -> None:
    assert values(text, path) == []


def test_a_default_is_a_value_whatever_the_limit_beside_it() -> None:
    text = "CREATE TABLE returns (\n  fee_pct NUMERIC(4, 2) DEFAULT 15.00,\n  window_days INT CHECK (window_days BETWEEN 0 AND 90)\n);"
    found = values(text, "a.sql", "table", "returns")
    assert [(one.text, one.amount.unit, one.line) for one in found] == [("15.00", "percent", 2), ("90", "day", 3)]
    assert all("returns" in one.own for one in found)


@pytest.mark.parametrize(
    "path", ["tests/test_fees.py", "test_fees.py", "web/fees.test.ts", "src/test/java/FeesTest.java", "spec/fee_spec.rb"]
)
def test_a_test_is_told_by_its_path(path: str) -> None:
    assert values("FEE = 12\n", path)[0].role == "test"


def test_code_whose_name_only_begins_like_a_test_is_code() -> None:
    assert values("FEE = 12\n", "src/contest/attestation.py")[0].role == "code"
    assert values("fee: 12\n", "deploy/fees.yaml")[0].role == "configuration"


def test_a_piece_of_many_values_is_read_up_to_a_limit() -> None:
    assert len(values("\n".join(f"FEE_{n} = {n + 10}" for n in range(MAX_VALUES + 50)))) == MAX_VALUES


@pytest.mark.parametrize(
    "text", ["9 * " * 50_000 + "9", "(" * 50_000, "'" * 50_000, "/*" * 50_000, '"""' * 30_001, "${" * 30_000, "{1," * 20_000]
)
def test_long_and_broken_text_is_read_to_its_end(text: str) -> None:
    for path in ("a.py", "a.js", "a.sql"):
        assert len(values(f"FEE = {text}", path)) <= MAX_VALUES


CODE = st.text(st.sampled_from([*"abDAYS_days09.,:;=<>+-*/%()[]{}'\"`#$\\\n \t", "é", "٣", "²", "\u2028", "\r", "\x0c"]), max_size=300)


@settings(max_examples=150, deadline=None)
@given(CODE, st.sampled_from(["a.py", "a.js", "a.go", "a.rs", "a.sql", "a.yaml", "a.toml", "a.sh", "a.unknown"]))
def test_any_text_gives_values_on_its_own_lines(text: str, path: str) -> None:
    for value in values(text, path, "function", "f"):
        first = " ".join(value.line_text.split())
        assert value.text.split()[0][:1] in first or not value.text
