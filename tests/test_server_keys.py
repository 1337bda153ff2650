"""Keys come from the environment, and a bad one is never shown."""

import pytest

from policy_assistant.errors import SettingsError
from policy_assistant.server_keys import CHAT_KEY, MAX_KEY_CHARACTERS, secret


def test_a_key_is_read_when_it_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert secret(CHAT_KEY) == ""
    monkeypatch.setenv(CHAT_KEY, " sk-one \n")
    assert secret(CHAT_KEY) == "sk-one"
    monkeypatch.setenv(CHAT_KEY, "sk-two")
    assert secret(CHAT_KEY) == "sk-two"


@pytest.mark.parametrize("value", ["sk-a\r\nX-Evil: 1", "sk-a b", "sk-é", "k" * (MAX_KEY_CHARACTERS + 1)])
def test_what_no_header_takes_is_refused_without_showing_it(value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(CHAT_KEY, value)
    with pytest.raises(SettingsError, match="POLICY_ASSISTANT_CHAT_API_KEY is not a key") as caught:
        secret(CHAT_KEY)
    assert value[:4] not in f"{caught.value} {caught.value.hint}"
