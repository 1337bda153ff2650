"""Spans for OpenTelemetry, by its conventions for retrieval (`gen_ai.retrieval`). Where the extra is missing, none are made.

The exporter and its address are those of the standard variables, such as `OTEL_EXPORTER_OTLP_ENDPOINT`; without that one
nothing is sent. What was asked is part of a span only where `[server] log_questions` is true.
"""

import contextlib
import json
import os
from collections.abc import Iterable, Iterator
from typing import Any

from policy_assistant.errors import MissingExtraError
from policy_assistant.settings import Settings

ENDPOINTS = ("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")
NAME = "policy-assistant"


class Span:
    """A search that is being traced, or not."""

    def __init__(self, span: Any = None) -> None:
        self._span = span

    def found(self, hits: "Iterable[tuple[str, float]]") -> None:
        """The IDs of what was found, with their scores."""
        if self._span is not None:
            documents = [{"id": name, "score": score} for name, score in hits]
            self._span.set_attribute("gen_ai.retrieval.documents", json.dumps(documents))


class Telemetry:
    """Makes spans. `provider` is one of the SDK's, None where nothing is traced."""

    def __init__(self, provider: Any = None, *, with_questions: bool = False) -> None:
        self._provider, self._with_questions = provider, with_questions
        self._tracer = provider.get_tracer(NAME) if provider else None

    @classmethod
    def of(cls, settings: Settings) -> "Telemetry":
        """What traces as the environment says. Raises `MissingExtraError` when it asks for spans and the extra is missing."""
        if not any(os.environ.get(name) for name in ENDPOINTS):
            return cls()
        try:
            from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
            from opentelemetry.sdk.resources import Resource
            from opentelemetry.sdk.trace import TracerProvider
            from opentelemetry.sdk.trace.export import BatchSpanProcessor
        except ImportError as error:
            raise MissingExtraError("tracing", "otel") from error
        provider = TracerProvider(resource=Resource.create({"service.name": NAME}))
        provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
        return cls(provider, with_questions=settings.server.log_questions)

    @contextlib.contextmanager
    def retrieval(self, source: str, question: str, k: int) -> Iterator[Span]:
        """A search over a data source for the k best passages."""
        if self._tracer is None:
            yield Span()
            return
        attributes = {"gen_ai.operation.name": "retrieval", "gen_ai.data_source.id": source, "gen_ai.request.top_k": k}
        if self._with_questions:
            attributes["gen_ai.retrieval.query.text"] = question
        with self._tracer.start_as_current_span(f"retrieval {source}", attributes=attributes) as span:
            yield Span(span)

    def close(self) -> None:
        """Send what waits."""
        if self._provider:
            self._provider.shutdown()
