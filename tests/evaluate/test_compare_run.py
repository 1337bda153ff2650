"""Variants are run one after another."""

from policy_assistant.evaluate.compare_run import Step, run_variants
from policy_assistant.evaluate.run import Evaluation
from policy_assistant.evaluate.variants import Variant
from tests.evaluate.samples import found_at


def evaluate(variant: Variant, step: Step) -> Evaluation:
    for done in (1, 2):
        step(done, 2)
    return found_at({"Q1": 1, "Q2": 2}, variant.method, variant="")


def test_each_evaluation_carries_its_variant_and_progress_counts_through() -> None:
    steps: list[tuple[int, int]] = []
    variants = [Variant("bm25"), Variant("dense", {"embedder": "e5"})]
    finished = run_variants(variants, evaluate, lambda done, total: steps.append((done, total)))
    assert [variant for variant, _ in finished] == variants
    assert [evaluation.name for _, evaluation in finished] == ["bm25", "dense:embedder=e5"]
    assert steps == [(1, 4), (2, 4), (3, 4), (4, 4)]


def test_nobody_has_to_watch() -> None:
    assert len(run_variants([Variant("bm25")], evaluate)) == 1
