"""The command `keys`."""

import sqlite3
from contextlib import closing
from datetime import date, timedelta

import pytest

from policy_assistant.keys import KeyRing
from tests.project import Project


def test_a_key_is_alone_on_standard_output_and_shown_once(project: Project) -> None:
    done = project.run("keys", "create", "desk", "--audience", "staff", "--audience", "public", "--expires", "90d")
    text = done.out.strip()
    assert (done.code, done.out) == (0, f"{text}\n")
    record = KeyRing.of(project.settings).check(text, date.today())
    assert record is not None
    until = (date.today() + timedelta(days=90)).isoformat()
    assert (record.name, record.audiences, record.expires) == ("desk", ("staff", "public"), until)
    assert done.err.startswith(f"the key {record.id} (desk) may ask as staff, public until {until}; it is not shown again\n")
    secret = text.removeprefix(f"pa_{record.id}_")
    others = [project.run("keys", "list"), project.run("keys", "list", "--json"), project.run("keys", "revoke", text), done]
    assert [secret in one.err for one in others] == [False] * 4
    assert [secret in one.out for one in others] == [False, False, False, True]


def test_the_list_shows_what_became_of_each_key(project: Project) -> None:
    names = {}
    for name in ("desk", "old", "gone"):
        names[name] = project.run("keys", "create", name, "--audience", "staff", "--json").json["id"]
    project.run("keys", "revoke", "gone")
    with closing(sqlite3.connect(project.settings.state_path, isolation_level=None)) as conn:
        conn.execute("UPDATE keys SET expires = '2020-01-31', created = '2020-01-01T00:00:00Z' WHERE name = 'old'")
        conn.execute("UPDATE keys SET created = '2026-10-09T12:00:00Z' WHERE name <> 'old'")
    assert [line.split() for line in project.run("keys", "list").out.splitlines()] == [
        ["id", "name", "status", "audiences", "created", "expires", "last", "used"],
        [names["old"], "old", "expired", "staff", "2020-01-01", "2020-01-31", "-"],
        [names["desk"], "desk", "active", "staff", "2026-10-09", "-", "-"],
        [names["gone"], "gone", "revoked", "staff", "2026-10-09", "-", "-"],
        ["3", "keys:", "1", "active"],
    ]
    listed = project.run("keys", "list", "--json").json["keys"]
    assert [(key["name"], key["status"]) for key in listed] == [("old", "expired"), ("desk", "active"), ("gone", "revoked")]
    assert set(listed[0]) == {"id", "name", "audiences", "created", "expires", "revoked", "last_used", "status"}


def test_a_key_is_revoked_by_name(project: Project) -> None:
    text = project.run("keys", "create", "desk", "--audience", "staff").out.strip()
    done = project.run("keys", "revoke", "desk")
    assert (done.code, done.out.startswith(f"the key {text[3:11]} (desk) is revoked since 20")) == (0, True)
    assert KeyRing.of(project.settings).check(text, date.today()) is None
    again = project.run("keys", "revoke", "desk")
    assert (again.code, again.err) == (1, "error: no key 'desk'\nhint: `policy-assistant keys list` shows IDs and names\n")
    assert project.run("keys", "revoke", text[3:11], "--json").json["id"] == text[3:11]


def test_a_key_for_an_audience_that_left_the_settings_is_pointed_out(project: Project) -> None:
    project.run("keys", "create", "desk", "--audience", "staff")
    project.configure('[access]\ndefault = "public"\n[access.audiences]\npublic = ["public"]\n')
    assert "names audiences that are not in the settings: staff" in project.run("keys", "list").err


def test_a_project_without_keys_has_none(project: Project) -> None:
    done = project.run("keys", "list")
    assert (done.code, done.out, done.err) == (0, "0 keys: 0 active\n", "")
    assert not project.settings.state_path.exists()


@pytest.mark.parametrize(
    ("args", "code", "message"),
    [
        (["create", "desk"], 2, "Missing option '--audience'"),
        (["create", "desk", "--audience", "stuff"], 2, "unknown audience 'stuff'\nhint: did you mean `staff`?"),
        (["create", "desk", "--audience", "staff", "--expires", "soon"], 2, "expiry 'soon' is neither"),
        (["create", "desk", "--audience", "staff", "--expires", "2020-01-01"], 2, "expiry 2020-01-01 is before today"),
        (["create", "", "--audience", "staff"], 2, "is no name for a key"),
        (["revoke", "desk"], 1, "no key 'desk'"),
        (["remove"], 2, "No such command 'remove'"),
    ],
)
def test_wrong_usage_is_told(project: Project, args: list[str], code: int, message: str) -> None:
    done = project.run("keys", *args)
    assert (done.code, done.out) == (code, "")
    assert message in done.err
