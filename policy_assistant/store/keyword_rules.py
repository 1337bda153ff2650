"""The rules of keyword search that every engine keeps, so that the same question finds the same passages in all of them."""

UNIT_WEIGHT = 0.5
"""What the best unit of a chunk adds to the chunk's own score. Measured: 0.25 is as good, none and 1 are worse."""

POOL = 200
"""So many chunks, the best of each group of terms by their own score, compete for the best combined score."""

TELLING_FROM_CHUNKS = 100
"""In fewer chunks a term in half of them may be all that a passage has of the question."""

MAX_COUNTED = 2_000
"""Beyond so many chunks a term is frequent, however many more hold it."""

NAME_WEIGHT, PATH_WEIGHT = 4.0, 2.0
"""How often a term in the name of a piece of code, or in its path, counts (docs/concepts/code.md)."""
