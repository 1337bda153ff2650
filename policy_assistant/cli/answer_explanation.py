"""`ask --explain`: what an answer was made from, as text and as JSON."""

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from policy_assistant.cli.answer_phrases import Phrases
from policy_assistant.cli.answers import withheld_lines
from policy_assistant.cli.explanation import explanation
from policy_assistant.cli.output import say
from policy_assistant.cli.passages import say_hit
from policy_assistant.records.answers import answer_record, completion_record
from policy_assistant.search import SearchResult

if TYPE_CHECKING:
    from policy_assistant.answer import Answer
    from policy_assistant.assistant import Assistant


def search_of(assistant: "Assistant", answer: "Answer") -> SearchResult:
    """The search that an answer rests on."""
    asked = answer.asked
    question = answer.trace.question or assistant.searcher(answer.method).question(asked.text)
    size = assistant.store.info().chunks
    of_code = {chunk.place is not None for chunk in answer.passages}
    part = "all" if len(of_code) > 1 else "code" if True in of_code else "docs"
    return SearchResult(asked.text, answer.method, asked.as_of, asked.audience, answer.hits, answer.passages, size, question, part)


def say_explanation(assistant: "Assistant", answer: "Answer") -> None:
    """How an answer came about, step by step."""
    phrases = Phrases(answer.asked.language)
    _say_passages(assistant, answer, phrases)
    _say_context(answer, phrases)
    _say_decision(answer, phrases)
    _say_model(answer, phrases)
    _say_withheld(answer, phrases)
    _say_title(phrases("of time"))
    say(" | ".join(f"{step} {spent:.1f} ms" for step, spent in answer.trace.milliseconds.items()))


def explained_answer(assistant: "Assistant", answer: "Answer") -> dict[str, Any]:
    """The record of an answer with how it came about."""
    result = search_of(assistant, answer)
    parts = explanation(assistant, result)
    record = answer_record(answer)
    for hit, passage in zip(record["passages"], answer.passages, strict=True):
        hit["explanation"] = parts.record(passage)
    context, trace = answer.context, answer.trace
    return record | {
        "searched_for": result.asked.text,
        "context": {
            "kept": [chunk.chunk_id for chunk in context.kept],
            "dropped": [{"id": chunk.chunk_id, "reason": reason} for chunk, reason in context.dropped],
            "tokens": context.tokens,
        },
        "messages": [asdict(message) for message in trace.messages],
        "completion": completion_record(trace.completion) if trace.completion else None,
        "milliseconds": dict(trace.milliseconds),
    }


def _say_title(text: str) -> None:
    say()
    say(f"--- {text}")


def _say_passages(assistant: "Assistant", answer: "Answer", phrases: Phrases) -> None:
    _say_title(phrases("of passages"))
    result = search_of(assistant, answer)
    parts = explanation(assistant, result)
    for hit, chunk in zip(answer.hits, answer.passages, strict=True):
        say_hit(assistant, result, hit, chunk, full=False)
        parts.say(chunk)


def _say_context(answer: "Answer", phrases: Phrases) -> None:
    _say_title(phrases("of context"))
    for chunk in answer.context.kept:
        say(f"[{chunk.chunk_id}] {phrases('kept')}")
    for chunk, reason in answer.context.dropped:
        say(f"[{chunk.chunk_id}] {phrases('left out', reason)}")
    say(phrases("size", answer.context.tokens))


def _say_decision(answer: "Answer", phrases: Phrases) -> None:
    decision = answer.decision
    if decision is None:
        return
    _say_title(phrases("of decision"))
    say(phrases("confidence", f"{decision.confidence:.3f}", f"{decision.threshold:.3f}"))
    for name, value in decision.signals.items():
        say(f"   {name} {value:.3f}")
    if decision.missing:
        say(phrases("missing", ", ".join(decision.missing)))
    if decision.reason:
        say(decision.reason)


def _say_model(answer: "Answer", phrases: Phrases) -> None:
    if answer.trace.messages:
        _say_title(f"{phrases('of prompt')} {answer.prompt}")
    for message in answer.trace.messages:
        say(f"{message.role}:")
        say(message.content)
    completion = answer.trace.completion
    if completion:
        _say_title(phrases("of words"))
        say(completion.text or phrases("refusal", completion.refusal))
        say(
            f"{completion.model} | {completion.finish_reason or '-'} | {completion.input_tokens} + {completion.output_tokens} tokens"
            f" | {completion.milliseconds} ms"
        )


def _say_withheld(answer: "Answer", phrases: Phrases) -> None:
    lines = list(withheld_lines(answer, phrases))
    if lines:
        _say_title(phrases("of withheld"))
    for _, claim, line in lines:
        say(line)
        say(f"   {claim.text}")
