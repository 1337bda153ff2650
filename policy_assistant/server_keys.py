"""Keys of the servers that we call: read from the environment when a call is made, and kept nowhere."""

import os
import re

from policy_assistant.errors import SettingsError

EMBEDDING_KEY = "POLICY_ASSISTANT_EMBEDDING_API_KEY"
RERANK_KEY = "POLICY_ASSISTANT_RERANK_API_KEY"
CHAT_KEY = "POLICY_ASSISTANT_CHAT_API_KEY"
QDRANT_KEY = "POLICY_ASSISTANT_QDRANT_API_KEY"
KEYS = (EMBEDDING_KEY, RERANK_KEY, CHAT_KEY, QDRANT_KEY)
"""The environment variables that hold keys."""

MAX_KEY_CHARACTERS = 8_192
_PRINTABLE = re.compile(r"[!-~]*")


def secret(name: str) -> str:
    """The key in the environment variable `name`, or empty.

    Raises:
        SettingsError: it holds blanks or other characters that no HTTP header takes. The value is not part of the message.
    """
    key = os.environ.get(name, "").strip()
    if len(key) > MAX_KEY_CHARACTERS or not _PRINTABLE.fullmatch(key):
        raise SettingsError(
            f"{name} is not a key: blanks, control characters and letters beyond ASCII are not allowed, nor more than {MAX_KEY_CHARACTERS:,} characters",
            hint="set the variable anew, without quotes or line breaks inside",
        )
    return key
