"""The report of a trace in Markdown: what differs first, then what agrees, then what no code was found for."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby

from policy_assistant.code.trace.trace import Finding, Verdict
from policy_assistant.code.trace.values import CodeValue

MAX_QUOTE = 400
"""Of a longer rule only so many characters are shown."""

_ORDER: Sequence[tuple[Verdict, str]] = (("differs", "Differs"), ("agrees", "Agrees"), ("not found", "Not found"))
_SPECIAL = re.compile(r"[\\`*_\[\]<>|#~&!$]")
_AT_BEGINNING = re.compile(r"^([-+=]|\d+(?=[.)]))")
_BACKTICKS = re.compile("`+")


def report(findings: Sequence[Finding], *, as_of: str = "", link: Callable[[CodeValue], str] | None = None) -> str:
    """The report as Markdown text; all text of documents and code in it is escaped.

    `link` gives the address of a place in code, or an empty text where it has none.
    """
    counts = {verdict: sum(finding.verdict == verdict for finding in findings) for verdict, _ in _ORDER}
    lines = ["# Rules and the code that keeps them", ""]
    if as_of:
        lines += [f"Rules in force on {as_of}.", ""]
    lines += [
        f"{len(findings)} values of rules: {counts['differs']} differ, {counts['agrees']} agree, {counts['not found']} not found in code.",
        "",
    ]
    for verdict, heading in _ORDER:
        found = [finding for finding in findings if finding.verdict == verdict]
        if found:
            lines += [f"## {heading} ({len(found)})", ""]
            lines += _by_rule(found, link or _no_link)
    return "\n".join(lines).rstrip() + "\n"


def place_of(code: CodeValue) -> str:
    """A place in code as people cite it: `shop/returns.py:6`."""
    return f"{code.path}:{code.line}"


def rule_place(finding: Finding) -> str:
    """The passage of a rule: document, version, section and characters of the parsed text."""
    chunk = finding.rule.chunk
    return (
        f"{chunk.doc_id} v{chunk.version} | {chunk.section or '-'} | characters {finding.rule.start}-{finding.rule.end} | {chunk.chunk_id}"
    )


def _no_link(code: CodeValue) -> str:
    return ""


def _by_rule(findings: Iterable[Finding], link: Callable[[CodeValue], str]) -> Iterator[str]:
    """The findings of each rule together, below its words."""
    for _, group in groupby(findings, lambda finding: (finding.rule.chunk.hash, finding.rule.start)):
        same_rule = list(group)
        yield f"{escaped(rule_place(same_rule[0]))}"
        yield ""
        yield f"> {escaped(_cut(same_rule[0].rule.text))}"
        yield ""
        for finding in same_rule:
            yield from _finding(finding, link)
        yield ""


def _finding(finding: Finding, link: Callable[[CodeValue], str]) -> Iterator[str]:
    note = f" ({escaped(finding.note)})" if finding.note else ""
    yield f"- **{escaped(finding.value.text)}**{note}"
    yield from (f"    - {_place(code, link)}" for code in finding.code)
    yield from (f"    - {'also' if finding.verdict == 'agrees' else 'agrees'}: {_place(code, link)}" for code in finding.also_in)


def _place(code: CodeValue, link: Callable[[CodeValue], str]) -> str:
    address = link(code)
    place = code_span(place_of(code))
    cited = f"[{place}](<{_address(address)}>)" if address else place
    role = "" if code.role == "code" else f" ({code.role})"
    return f"{cited}{role} {code_span(_cut(code.line_text.strip()))}"


def _address(address: str) -> str:
    return "".join(char for char in address if char not in "<>\n\r")


def _cut(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= MAX_QUOTE else f"{text[: MAX_QUOTE - 1]}…"


def escaped(text: str) -> str:
    """A text in one line that Markdown shows as it is."""
    text = _SPECIAL.sub(lambda match: f"\\{match[0]}", " ".join(text.split()))
    return _AT_BEGINNING.sub(lambda match: f"\\{match[0]}" if not match[0].isdigit() else f"{match[0]}\\", text)


def code_span(text: str) -> str:
    """A text as Markdown code, between more backticks than it holds itself."""
    text = " ".join(text.split())
    longest = max((len(run) for run in _BACKTICKS.findall(text)), default=0)
    marks = "`" * (longest + 1)
    return f"{marks} {text} {marks}" if longest else f"{marks}{text}{marks}"
