"""Variants: what can be written, how it is printed, and what each mistake says."""

import pytest

from policy_assistant.errors import UsageError
from policy_assistant.evaluate.variants import MAX_CHARACTERS, MAX_VARIANTS, Variant, parse_variant, parse_variants
from policy_assistant.search import METHODS

KNOWN = ("baseline", "bm25", "keywords", "dense", "hybrid", "rerank")


def test_a_method_alone_is_a_variant_without_options() -> None:
    assert parse_variant(" hybrid ", KNOWN) == Variant("hybrid")
    assert str(Variant("hybrid")) == "hybrid"


def test_options_are_kept_as_written_and_printed_in_one_order() -> None:
    variant = parse_variant("hybrid:rewrite=off:glossary=on:chunker=fixed:embedder=e5", KNOWN)
    assert variant.options == {"rewrite": "off", "glossary": "on", "chunker": "fixed", "embedder": "e5"}
    assert str(variant) == "hybrid:chunker=fixed:embedder=e5:glossary=on:rewrite=off"
    assert parse_variant(str(variant), KNOWN) == variant


def test_an_embedders_model_may_hold_colons() -> None:
    variant = parse_variant("dense:embedder=openai:small:v2:glossary=off", KNOWN)
    assert variant.options == {"embedder": "openai:small:v2", "glossary": "off"}


def test_a_variant_knows_its_whole() -> None:
    variant = parse_variant("rerank:embedder=e5:without=title", KNOWN)
    assert (variant.without, str(variant.whole)) == ("title", "rerank:embedder=e5")
    assert Variant("rerank").without == ""


def test_variants_with_other_options_differ_and_can_be_keys() -> None:
    one, two = Variant("dense", {"embedder": "e5"}), Variant("dense", {"embedder": "use"})
    assert one != two
    assert len({one, two, Variant("dense", {"embedder": "e5"})}) == 2


@pytest.mark.parametrize(
    ("text", "error", "hint"),
    [
        ("hybird", "unknown method 'hybird'", "did you mean `hybrid`?"),
        ("", "unknown method ''", "allowed: `baseline`, `bm25`"),
        (":chunker=fixed", "unknown method ''", "allowed: `baseline`"),
        ("dense:embeder=e5", "unknown key 'embeder'", "did you mean `embedder`?"),
        ("dense:fixed", "'fixed' is not key=value", "write METHOD or METHOD:key=value"),
        ("dense:", "'' is not key=value", "write METHOD"),
        ("dense:chunker=fixd", "unknown chunker 'fixd'", "did you mean `fixed`?"),
        ("dense:chunker=fixed:x", "'x' is not key=value", "write METHOD"),
        ("dense:glossary=of", "glossary is 'of'; allowed: on or off", "did you mean `off`?"),
        ("dense:rewrite=", "rewrite is ''; allowed: a name without blanks", "write METHOD"),
        ("dense:embedder=:", "embedder is ':'; allowed: a name without blanks", "write METHOD"),
        ("rerank:without=a b", "without is 'a b'; allowed: a name without blanks", "write METHOD"),
        ("dense:embedder=\x1b[31m", "allowed: a name without blanks", "write METHOD"),
        ("dense:embedder=e5:embedder=use", "embedder is given twice", "each key once"),
        ("dense:embedder=" + "e" * MAX_CHARACTERS, f"allowed: {MAX_CHARACTERS}", "write METHOD"),
    ],
)
def test_each_mistake_is_named_with_the_nearest(text: str, error: str, hint: str) -> None:
    with pytest.raises(UsageError) as caught:
        parse_variant(text, KNOWN)
    assert error in str(caught.value)
    assert hint in caught.value.hint


def test_the_methods_of_the_search_are_known_when_none_are_given() -> None:
    assert [parse_variant(name).method for name in METHODS] == [*METHODS]
    with pytest.raises(UsageError, match="unknown method 'magic'"):
        parse_variant("magic")


def test_several_can_be_written_with_commas() -> None:
    assert [str(v) for v in parse_variants(["bm25,dense:embedder=e5", " hybrid , "], KNOWN)] == ["bm25", "dense:embedder=e5", "hybrid"]


@pytest.mark.parametrize(
    ("texts", "error"),
    [
        ([], "no variant to compare"),
        ([" , "], "no variant to compare"),
        (["bm25", "dense,bm25"], "the variant 'bm25' is named twice"),
        (["dense:glossary=on:rewrite=on", "dense:rewrite=on:glossary=on"], "named twice"),
        (["bm25"] * (MAX_VARIANTS + 1), f"{MAX_VARIANTS + 1} variants to compare; allowed: {MAX_VARIANTS}"),
    ],
)
def test_a_list_that_cannot_be_compared_is_refused(texts: list[str], error: str) -> None:
    with pytest.raises(UsageError, match=error):
        parse_variants(texts, KNOWN)
