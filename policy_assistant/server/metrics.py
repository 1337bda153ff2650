"""What is counted for Prometheus. Nothing in it names a document, a question or a caller."""

from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

if TYPE_CHECKING:
    from policy_assistant.store.base import IndexInfo

METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
"""Those that are counted by name: callers may send any word as one, and each name is kept for ever."""

_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)


class Metrics:
    """The counters of one service."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        name = "policy_assistant"
        self._requests = Counter(f"{name}_requests", "Requests", ["route", "method", "status"], registry=self._registry)
        self._seconds = Histogram(f"{name}_request_seconds", "Seconds a request", ["route"], buckets=_SECONDS, registry=self._registry)
        self._answers = Counter(f"{name}_answers", "Answers", ["outcome"], registry=self._registry)
        self._remembered = Counter(f"{name}_remembered", "Looks at what was answered lately", ["what", "outcome"], registry=self._registry)
        self._working = Gauge(f"{name}_working", "Requests that are being worked on or wait", registry=self._registry)
        self._index = Gauge(
            f"{name}_index", "The index: its documents, passages, files of code and generation", ["what"], registry=self._registry
        )

    def request(self, route: str, method: str, status: int, seconds: float) -> None:
        """A request is done. `route` is its pattern, never its address."""
        self._requests.labels(route, method if method in METHODS else "other", str(status)).inc()
        self._seconds.labels(route).observe(seconds)

    def answered(self, *, answerable: bool) -> None:
        """A question was answered, or the documents do not say."""
        self._answers.labels("answered" if answerable else "abstained").inc()

    def remembered(self, what: str, *, hit: bool) -> None:
        """Something was remembered, or not."""
        self._remembered.labels(what, "hit" if hit else "miss").inc()

    def text(self, working: int, info: "IndexInfo | None") -> bytes:
        """All of it, in the format of Prometheus. `info` is None where there is no index."""
        self._working.set(working)
        if info:
            for what, number in (
                ("documents", info.documents),
                ("passages", info.chunks),
                ("code_files", info.code_files),
                ("generation", info.generation),
                ("last_sync_seconds", info.last_sync / 1e9),
            ):
                self._index.labels(what).set(number)
        return generate_latest(self._registry)
