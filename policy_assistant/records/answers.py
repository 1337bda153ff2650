"""An answer as the JSON object that every surface gives."""

from typing import TYPE_CHECKING, Any

from policy_assistant.records.passages import hit_record

if TYPE_CHECKING:
    from policy_assistant.answer import Answer
    from policy_assistant.claims import CheckedClaim, Citation
    from policy_assistant.models.base import Completion


def answer_record(answer: "Answer") -> dict[str, Any]:
    """A whole answer: the published keys first, in their order, then what else is known of it.

    A problem is `name: detail` inside its claim and `claim N: name: detail` (N from 1) among those of the whole, which
    begin with the ones that no claim has, such as `refused`. A citation whose passage does not exist is in the problems only.
    """
    asked, decision = answer.asked, answer.decision
    return {
        "question": asked.text,
        "as_of": asked.as_of,
        "audience": asked.audience,
        "model": answer.model,
        "answerable": answer.answerable,
        "answer": answer.text,
        "claims": [claim_record(claim) for claim in answer.claims],
        "problems": list(answer.all_problems),
        "passages": [hit_record(hit, chunk) for hit, chunk in zip(answer.hits, answer.passages, strict=True)],
        "id": asked.id,
        "language": asked.language,
        "method": answer.method,
        "prompt": answer.prompt,
        "notes": list(answer.notes),
        "decision": decision
        and {
            "confidence": decision.confidence,
            "threshold": decision.threshold,
            "signals": dict(decision.signals),
            "missing": list(decision.missing),
            "reason": decision.reason,
        },
        "generation": answer.generation,
        "kept": answer.kept,
    }


def claim_record(claim: "CheckedClaim") -> dict[str, Any]:
    """A claim after its checks, with the places that it cites."""
    return {
        "text": claim.text,
        "ok": claim.ok,
        "problems": [str(problem) for problem in claim.problems],
        "citations": [citation_record(citation) for citation in claim.citations],
        "notes": list(claim.notes),
    }


def citation_record(citation: "Citation") -> dict[str, Any]:
    """A place: its passage, its characters in the parsed text, and its words."""
    chunk = citation.chunk
    return {
        "id": chunk.chunk_id,
        "doc_id": chunk.doc_id,
        "version": chunk.version,
        "source": chunk.source,
        "sections": list(chunk.sections),
        "pages": list(citation.pages),
        "start": citation.start,
        "end": citation.end,
        "quote": citation.quote,
        "link": citation.link or None,
        "spots": list(citation.spots),
    } | ({"start_line": citation.lines[0], "end_line": citation.lines[1]} if citation.lines else {})


def completion_record(completion: "Completion") -> dict[str, Any]:
    """What a chat model said, as it said it."""
    return {
        "model": completion.model,
        "text": completion.text,
        "refusal": completion.refusal,
        "finish_reason": completion.finish_reason,
        "input_tokens": completion.input_tokens,
        "output_tokens": completion.output_tokens,
        "milliseconds": completion.milliseconds,
    }
