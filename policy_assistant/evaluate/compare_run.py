"""Run several variants one after another."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from policy_assistant.evaluate.run import Evaluation
from policy_assistant.evaluate.variants import Variant

if TYPE_CHECKING:
    pass

Step = Callable[[int, int], None]
"""Told how many questions are done, of how many."""


def run_variants(
    variants: Sequence[Variant], evaluate: Callable[[Variant, Step], Evaluation], progress: Step | None = None
) -> list[tuple[Variant, Evaluation]]:
    """Every variant with its evaluation, in order. `progress` counts the questions of all variants together."""
    finished: list[tuple[Variant, Evaluation]] = []
    for number, variant in enumerate(variants):

        def step(done: int, total: int, before: int = number) -> None:
            if progress:
                progress(before * total + done, len(variants) * total)

        finished.append((variant, replace(evaluate(variant, step), variant=str(variant))))
    return finished
