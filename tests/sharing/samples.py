"""Kept answers made by hand, about documents of a project."""

from policy_assistant.answer import Answer
from policy_assistant.ledger.record import KeptAnswer, KeptCitation, KeptClaim
from policy_assistant.ledger.store import Ledger
from policy_assistant.metadata import Chunk
from policy_assistant.store import Store
from tests.ledger.samples import NOON, STAFF, answer, claim
from tests.project import Project

CITED = KeptCitation(
    "a1b2c3d4e5f6", "shoes", "2", "documents/shoes.md", ("Rule",), (1, 2), 10, 30, "Shoes stay outside.", "0" * 64, "1" * 64
)


def kept(
    *texts: str,
    question: str = "Where do shoes stay?",
    quote: str = "Shoes stay outside.",
    doc_id: str = "shoes",
    title: str = "Rule",
    nearest: tuple[str, str] = ("", ""),
    is_disputed: bool = False,
) -> KeptAnswer:
    """An answer of statements that each cite one place; without any, an abstention."""
    citation = KeptCitation(
        CITED.chunk_id, doc_id, "2", CITED.source, (title,), CITED.pages, 10, 10 + len(quote), quote, CITED.text_hash, CITED.quote_hash
    )
    claims = tuple(KeptClaim(text, True, (), (), (CITED.chunk_id,), (citation,)) for text in texts)
    return KeptAnswer(
        id="ab12cd34ef56",
        number=3,
        kept_at="2026-10-09T12:00:00Z",
        labels=STAFF,
        question=question,
        question_id="",
        language="en",
        as_of="2026-10-09",
        is_current=True,
        audience="staff",
        model="extractor",
        method="keywords",
        prompt="",
        generation=1,
        answerable=bool(claims),
        text="\n".join(texts) or "The documents do not say.",
        claims=claims,
        problems=(),
        notes=(),
        confidence=None,
        nearest=nearest,
        is_disputed=is_disputed,
    )


def chunk_of(project: Project, words: str) -> Chunk:
    """The chunk of a project that holds words."""
    with Store(project.folder / "index.sqlite") as store:
        return next(chunk for part in ("docs", "code") for chunk in store.chunks(part=part) if words in chunk.quote)


def keep(project: Project, *quotes: str, question: str = "Where do shoes stay?", labels: frozenset[str] = STAFF) -> KeptAnswer:
    """Keep an answer whose statements are these quotes of the project's documents."""
    return keep_answer(project, answer(question, *(claim(chunk_of(project, quote), quote) for quote in quotes), labels=labels))


def keep_answer(project: Project, given: Answer) -> KeptAnswer:
    """Keep an answer in the project's ledger."""
    return Ledger.of(project.settings).keep(given, NOON)
