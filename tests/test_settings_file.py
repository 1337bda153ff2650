"""Settings: what may be written, what wins, and how a wrong value is refused."""

from dataclasses import fields
from pathlib import Path

import pytest

from policy_assistant.errors import SettingsError, UsageError
from policy_assistant.settings import Settings
from policy_assistant.settings_file import FILE_NAME, FILE_ONLY, TABLES, load_settings, unknown_environment


def settings(folder: Path, text: str, **environment: str) -> Settings:
    (folder / FILE_NAME).write_text(text, encoding="utf-8")
    return load_settings(folder, environment)


def refusal(folder: Path, text: str, **environment: str) -> UsageError:
    with pytest.raises(UsageError) as refused:
        settings(folder, text, **environment)
    return refused.value


def test_a_folder_without_a_file_has_the_lessons_places(tmp_path: Path) -> None:
    found = load_settings(tmp_path, {})
    assert found.corpus.folders == ("corpus/documents",)
    assert found.inventory_path == tmp_path / "corpus" / "inventory.csv"
    assert (found.index_path.name, found.most_restricted, found.name) == ("index.sqlite", "staff", tmp_path.name)


def test_the_environment_wins_over_the_file(tmp_path: Path) -> None:
    text = '[search]\nk = 7\nmethod = "bm25"\n'
    assert settings(tmp_path, text).search.k == 7
    found = settings(tmp_path, text, POLICY_ASSISTANT_SEARCH_K="9")
    assert (found.search.k, found.search.method) == (9, "bm25")


def test_a_list_in_the_environment_is_separated_by_commas(tmp_path: Path) -> None:
    assert settings(tmp_path, "", POLICY_ASSISTANT_CORPUS_FOLDERS=" a, b/c ,").corpus.folders == ("a", "b/c")


@pytest.mark.parametrize(
    "url", ["corpus", ".", "corpus/documents/q", "cache/q", "./policy-assistant.toml", "host:6333", "http://127.0.0.1:99999"]
)
def test_qdrant_takes_no_folder_of_the_project_no_file_and_no_half_address(tmp_path: Path, url: str) -> None:
    assert refusal(tmp_path, f'[store]\nengine = "qdrant"\nurl = "{url}"\n').exit_code == 2


def test_an_address_with_a_password_is_refused_and_not_repeated(tmp_path: Path) -> None:
    error = refusal(tmp_path, '[store]\nengine = "qdrant"\nurl = "https://me:hush@host:6333"\n')
    assert "hush" not in f"{error} {error.hint}"
    assert "POLICY_ASSISTANT_QDRANT_API_KEY" in error.hint


def test_a_url_without_a_scheme_is_a_folder_of_the_project(tmp_path: Path) -> None:
    assert settings(tmp_path, '[store]\nengine = "qdrant"\nurl = "qdrant"\n').qdrant_path == tmp_path / "qdrant"
    assert settings(tmp_path, '[store]\nengine = "qdrant"\nurl = "http://127.0.0.1:6333"\n').qdrant_path is None
    assert settings(tmp_path, '[store]\nurl = "qdrant"\n').qdrant_path is None


def test_every_setting_but_tables_can_come_from_the_environment(tmp_path: Path) -> None:
    names = {
        f"POLICY_ASSISTANT_{table}_{f.name}".upper() for table, kind in TABLES.items() for f in fields(kind) if f.name not in FILE_ONLY
    }
    assert unknown_environment(dict.fromkeys(names, "")) == []
    ignored = {f"POLICY_ASSISTANT_{table}_{key}".upper(): "x" for table in TABLES for key in FILE_ONLY}
    assert load_settings(tmp_path, ignored) == load_settings(tmp_path, {})


def test_the_short_names_set_the_chat_model_and_the_long_ones_win(tmp_path: Path) -> None:
    short = {"POLICY_ASSISTANT_CHAT_MODEL": "openai:a", "POLICY_ASSISTANT_CHAT_BASE_URL": "http://a/v1"}
    assert settings(tmp_path, "", **short).models.chat_model == "openai:a"
    found = settings(tmp_path, "", **short, POLICY_ASSISTANT_MODELS_CHAT_MODEL="openai:b").models
    assert (found.chat_model, found.chat_base_url) == ("openai:b", "http://a/v1")
    assert unknown_environment(short) == []


def test_a_variable_that_the_caller_knows_is_not_reported() -> None:
    assert unknown_environment({"POLICY_ASSISTANT_CHAT_API_KEY": "x"}) == ["POLICY_ASSISTANT_CHAT_API_KEY"]
    assert unknown_environment({"POLICY_ASSISTANT_CHAT_API_KEY": "x"}, ["POLICY_ASSISTANT_CHAT_API_KEY"]) == []


def test_a_variable_that_names_no_setting_is_reported() -> None:
    assert unknown_environment({"POLICY_ASSISTANT_SEARCH_KK": "1", "HOME": "/"}) == ["POLICY_ASSISTANT_SEARCH_KK"]


def test_a_toml_date_is_a_day(tmp_path: Path) -> None:
    assert settings(tmp_path, "[project]\ntoday = 2026-10-09\n").today == "2026-10-09"
    assert settings(tmp_path, '[project]\ntoday = "2026-10-09"\n').today == "2026-10-09"


def test_a_file_with_a_byte_order_mark_is_read(tmp_path: Path) -> None:
    assert settings(tmp_path, "\ufeff[search]\nk = 3\n").search.k == 3


def test_audiences_and_rules_are_tables(tmp_path: Path) -> None:
    text = """
[access]
labels = ["public", "staff", "board"]
default = "board"
[access.audiences]
public = ["public"]
board = ["public", "staff", "board"]
[[corpus.rules]]
path = "documents/hr/*"
access = "board"
"""
    found = settings(tmp_path, text)
    assert found.labels_of("board") == {"public", "staff", "board"}
    assert found.most_restricted == "board"
    assert found.corpus.rules[0].access == "board"
    with pytest.raises(UsageError, match="unknown audience 'staff'"):
        found.labels_of("staff")


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ("[serach]\nk = 1\n", "unknown table [serach]", "did you mean `search`?"),
        ('[search]\nmethd = "bm25"\n', "unknown key `methd` in [search]", "did you mean `method`?"),
        ('[search]\nk = "5"\n', "[search] k is a whole number, not '5'", ""),
        ("[search]\nk = true\n", "[search] k is a whole number, not True", ""),
        ("[search]\nk = 0\n", "[search] k is 0; allowed: 1 to 1000", ""),
        ("[search]\nmethod = 5\n", "[search] method is a text, not 5", ""),
        ('[corpus]\nfolders = "docs"\n', "[corpus] folders is a list of texts, not 'docs'", ""),
        ("[corpus]\nfolders = [1]\n", "[corpus] folders is a list of texts, not [1]", ""),
        ("search = 5\n", "[search] is a table, not 5", ""),
        ('[[corpus.rules]]\naccess = "staff"\n', "a rule without `path`", ""),
        ('[[corpus.rules]]\npath = "x"\ncolour = "red"\n', "colour = 'red' is not allowed", "texts under path, access"),
        ('[[corpus.rules]]\npath = "x"\naccess = "secret"\n', "rule for 'x': unknown label 'secret'", "`staff`"),
        ("[access]\nlabels = []\n", "[access] labels is empty", "at least one"),
        ("[project]\nlanguages = []\n", "[project] languages is empty", "at least one"),
        ('[access.audiences]\npublic = ["publik"]\n', "audience 'public' sees unknown labels ['publik']", "did you mean `public`?"),
        ('[access]\ndefault = "stuff"\n', "default names unknown audience 'stuff'", "did you mean `staff`?"),
        ('[project]\ntoday = "9 October"\n', "[project] today '9 October' is not a day", "2026-10-09"),
        ("[search\n", f"{FILE_NAME} is not valid TOML", ""),
        ('[search]\nglossary = ""\n', "[search] glossary is empty", "name a file"),
        ("[search]\nk = 1001\n", "[search] k is 1001; allowed: 1 to 1000", ""),
        ("[models]\ntimeout = 0\n", "[models] timeout is 0; allowed: 1 to 3600", ""),
        ("[models]\nthreads = 65\n", "[models] threads is 65; allowed: 0 to 64", ""),
        ('[store]\nengine = "quadrant"\n', "[store] engine: unknown engine 'quadrant'", "did you mean `qdrant`?"),
        ('[store]\nengine = "qdrant"\n', "[store] engine is `qdrant`, and url is empty", "http://127.0.0.1:6333"),
        (
            '[store]\nengine = "qdrant"\nurl = "ftp://host"\n',
            "[store] url is not the address of a server",
            "https://qdrant.example.com:6333",
        ),
        ("[store]\nreplicas = 0\n", "[store] replicas is 0; allowed: 1 to 100", ""),
        ('[models]\napi_key = "hush"\n', "unknown key `api_key` in [models]", ""),
    ],
)
def test_a_wrong_value_is_named_with_what_is_allowed(tmp_path: Path, text: str, message: str, hint: str) -> None:
    error = refusal(tmp_path, text)
    assert message in str(error)
    assert hint in error.hint
    assert error.exit_code == 2


@pytest.mark.parametrize("text", ["five", "-1", "1.5", "\u00b2", ""])
def test_a_number_in_the_environment_is_a_whole_number(tmp_path: Path, text: str) -> None:
    error = refusal(tmp_path, "", POLICY_ASSISTANT_SEARCH_K=text)
    assert str(error) == f"POLICY_ASSISTANT_SEARCH_K={text!r} is not a whole number"


def test_bytes_that_are_not_text_and_a_huge_file_are_refused(tmp_path: Path) -> None:
    path = tmp_path / FILE_NAME
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(SettingsError, match="is not valid TOML"):
        load_settings(tmp_path, {})
    path.write_bytes(b"#" * 1_000_001)
    with pytest.raises(SettingsError, match=r"larger than 1,000,000 bytes"):
        load_settings(tmp_path, {})


def test_a_folder_that_does_not_exist_is_a_usage_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no project folder") as refused:
        load_settings(tmp_path / "nowhere", {})
    assert "--project" in refused.value.hint


def test_a_variable_for_a_key_that_only_the_file_sets_is_unknown() -> None:
    assert unknown_environment({"POLICY_ASSISTANT_ACCESS_AUDIENCES": "x", "POLICY_ASSISTANT_SEARCH_K": "3"}) == [
        "POLICY_ASSISTANT_ACCESS_AUDIENCES"
    ]


def test_a_folder_in_the_place_of_the_settings_file_is_an_error(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).mkdir()
    with pytest.raises(SettingsError, match="cannot be read"):
        load_settings(tmp_path, {})


def test_identity_is_one_of_two(tmp_path: Path) -> None:
    error = refusal(tmp_path, '[corpus]\nidentity = "paths"\n')
    assert (str(error), error.hint) == ("[corpus] identity: unknown value 'paths'", "did you mean `path`?")


def test_a_rule_may_state_any_field_and_its_days_are_days(tmp_path: Path) -> None:
    rule = '[[corpus.rules]]\npath = "x"\nversion = "2"\ntitle = "X"\neffective_{} = "{}"\n'
    path = tmp_path / FILE_NAME
    path.write_text(rule.format("from", "2026-01-01"), encoding="utf-8")
    assert load_settings(tmp_path, {}).corpus.rules[0].version == "2"
    for end in ("from", "to"):
        path.write_text(rule.format(end, "soon"), encoding="utf-8")
        with pytest.raises(UsageError, match=rf"\[corpus\] rule for 'x': effective_{end} 'soon' is not a day"):
            load_settings(tmp_path, {})
