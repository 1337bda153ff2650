"""What every engine must keep, as functions for the tests of a new one: each takes a `Backend` and asserts.

```python
@pytest.mark.parametrize("promise", PROMISES, ids=lambda promise: promise.__name__)
def test_my_engine(tmp_path, promise):
    promise(Backend(lambda name: MyEngine.open(tmp_path / name), tolerance=1e-6))
```

A promise opens indexes of several names, and one name again after it was closed. It needs a backend that holds nothing yet.
"""

from collections.abc import Callable

from policy_assistant.testing.engine import changes, filters, records, terms, vectors, words
from policy_assistant.testing.engine.checks import Backend

__all__ = ["PROMISES", "Backend"]

PROMISES: tuple[Callable[[Backend], None], ...] = tuple(
    promise for module in (records, filters, words, terms, vectors, changes) for promise in module.PROMISES
)
"""All of them, for parametrised tests."""
