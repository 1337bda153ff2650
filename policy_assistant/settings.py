"""The settings of a project: one frozen table a concern. `settings_file.load_settings` fills them.

Every value has a default that suits a folder with `corpus/documents`, `corpus/inventory.csv` and
`questions/questions.jsonl`.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

from policy_assistant.errors import UsageError, nearest


def _setting(default: Any, text: str) -> Any:
    """A field whose default is never shared and whose meaning `docs/reference/settings.md` prints."""
    return field(default_factory=lambda: default, metadata={"help": text})


@dataclass(frozen=True)
class ProjectSettings:
    """`[project]`: the project itself."""

    name: str = _setting("", "Shown in reports; the folder's name where empty.")
    today: str = _setting("", "The day that `today` means (YYYY-MM-DD); the local date where empty.")
    languages: tuple[str, ...] = _setting(
        ("en", "fr"), "The languages that documents and questions may be in; the first is meant where none is stated."
    )
    questions: str = _setting("questions/questions.jsonl", "The file of questions that `questions` and `eval` read.")
    reports: str = _setting("reports", "The folder of the reports of `eval --report` that the service shows. It may be missing.")


@dataclass(frozen=True)
class Rule:
    """One `[[corpus.rules]]` entry: what holds for the files whose source matches `path`, where nothing nearer says it."""

    path: str
    access: str = ""
    owner: str = ""
    language: str = ""
    doc_type: str = ""
    doc_id: str = ""
    version: str = ""
    title: str = ""
    effective_from: str = ""
    effective_to: str = ""


IDENTITIES = ("stated", "path")
"""Where a document's ID and version may come from: from what states them, or from the file's path where nothing does."""


@dataclass(frozen=True)
class CorpusSettings:
    """`[corpus]`: where documents are and how they are read."""

    folders: tuple[str, ...] = _setting(
        ("corpus/documents",), "Folders of documents, read with their sub-folders; may be absolute. Nothing outside them is read."
    )
    patterns: tuple[str, ...] = _setting(
        (
            *("*.md", "*.markdown", "*.mdx", "*.html", "*.htm", "*.xhtml", "*.pdf", "*.docx", "*.xlsx", "*.csv", "*.tsv", "*.pptx"),
            *("*.odt", "*.rtf", "*.eml", "*.txt"),
        ),
        "Names of the files that are documents; one with a slash is a path that begins with the folder's name, such as `documents/hr/**/*.pdf`.",
    )
    exclude: tuple[str, ...] = _setting(
        (),
        "Patterns as in a `.gitignore` file of what else is not read, such as `documents/old/`; `!` takes one back. "
        "A file `.policyignore` in a folder holds such patterns for what is below it.",
    )
    identity: str = _setting(
        "stated",
        "`stated`: a file without ID or version is refused, unless its name tells both. `path`: it gets its path as its ID, and version 1 or the one that its name tells.",
    )
    history: bool = _setting(
        False,
        "Whether the folders are read with their history in git: each state of a file is a version, in force from its commit until the next.",
    )
    inventory: str = _setting("corpus/inventory.csv", "The inventory: one row for every version of a document. It may be missing.")
    html_skip: tuple[str, ...] = _setting((".doc-meta",), "CSS selectors of parts of HTML pages that are not text.")
    max_file_mb: int = _setting(50, "Larger files are not read.")
    max_files: int = _setting(200_000, "More files are refused: most likely a folder was named by mistake.")
    max_pages: int = _setting(5000, "PDF files with more pages are not read.")
    ocr: bool = _setting(
        False,
        "Whether text is recognised on PDF pages that are pictures, by the program tesseract, in the languages of `[project] languages`.",
    )
    processes: int = _setting(0, "In how many processes files are read and cut at once; 0 means one for each processor.")
    max_seconds: int = _setting(60, "Seconds for reading a file; a long PDF may take ten times as many while pages of it get ready.")
    max_memory_mb: int = _setting(1000, "Memory for reading a file; more is refused where the system can limit it (not on Windows).")
    rules: tuple[Rule, ...] = _setting(
        (),
        "Metadata by path: tables with `path` (a pattern such as `documents/hr/*`) and any of the fields of a document: access, owner, language, doc_type, version and the others.",
    )


LINK_STYLES = ("github", "gitlab", "bitbucket", "azure")
"""How hosts of code name lines in an address."""


LINK_BASE = re.compile(
    r"https?://[^\s<>\"'`()\[\]{}#\\&;]{1,500}(?:&[^\s<>\"'`()\[\]{}#\\&;]{1,500})*|(?!/)[\w.@~-][\w./@~-]{0,500}", re.ASCII
)
"""An address with at most a query, or a path that begins in some folder; what a link could break out with is in neither."""


@dataclass(frozen=True)
class CodeSettings:
    """`[code]`: where code is, how it is read, and where its links lead."""

    folders: tuple[str, ...] = _setting(
        (), "Folders of code; may be absolute. Where empty, a project without documents is one of code: its own folder is read."
    )
    exclude: tuple[str, ...] = _setting((), "Patterns as in a `.gitignore` file of what else is not read; `!` takes one back.")
    access: str = _setting("", "The label of all code; where empty, the most restricted one.")
    link_base: str = _setting(
        "", "What links begin with, such as `https://github.com/our/shop/blob/{commit}`; where empty, links are local paths."
    )
    link_style: str = _setting(
        "", "`github`, `gitlab`, `bitbucket` or `azure`: how links name lines; where empty, what the base looks like."
    )
    max_file_kb: int = _setting(1000, "Larger files are not read.")
    max_files: int = _setting(200_000, "More files are refused: most likely a folder was named by mistake.")


@dataclass(frozen=True)
class AccessSettings:
    """`[access]`: labels on documents and the audiences that may see them."""

    labels: tuple[str, ...] = _setting(
        ("public", "staff"), "All labels, the least restricted first. A document without a label gets the last."
    )
    audiences: Mapping[str, tuple[str, ...]] = _setting(
        {"public": ("public",), "staff": ("public", "staff")}, "Audience -> the labels that it sees."
    )
    includes: Mapping[str, tuple[str, ...]] = _setting(
        {},
        "Audience -> other audiences whose labels it sees too: a hierarchy (`hr` includes `staff`) or groups (`board` includes `hr` and `legal`).",
    )
    default: str = _setting("staff", "The audience on the command line when none is given.")
    anonymous: str = _setting("public", "The audience of callers of the service who show no key.")


@dataclass(frozen=True)
class ChunkSettings:
    """`[chunk]`: how documents are cut."""

    chunker: str = _setting(
        "",
        "`structure` (a section), `fixed` (100 words) or `overlap` (100 words, 25 of them shared); where empty, the index's own or `structure`.",
    )


SQLITE, QDRANT = "sqlite", "qdrant"
ENGINES = (SQLITE, QDRANT)


@dataclass(frozen=True)
class StoreSettings:
    """`[store]`: where our files are. Index and cache are derived and may be deleted at any time; the state may not."""

    engine: str = _setting(SQLITE, "What keeps the index: `sqlite`, one file on this machine, or `qdrant`.")
    path: str = _setting("index.sqlite", "The index file of `sqlite`.")
    url: str = _setting(
        "", "Where Qdrant is: the address of a server, such as `https://qdrant.example.com:6333`, or a folder of this machine."
    )
    timeout: int = _setting(30, "Seconds to wait for an answer of Qdrant.")
    shards: int = _setting(1, "Into how many shards Qdrant divides the passages; counts when they are first written.")
    replicas: int = _setting(1, "On how many of its machines Qdrant keeps each shard; counts when they are first written.")
    cache: str = _setting("cache", "The folder of parsed files and vectors, so that an interrupted ingest resumes.")
    state: str = _setting("state.sqlite", "The file of what is yours and cannot be made again, such as kept answers. It is never deleted.")


@dataclass(frozen=True)
class ModelsSettings:
    """`[models]`: the models that search uses. Keys of servers come from the environment only."""

    embedder: str = _setting(
        "",
        "`e5`, `use`, `openai:MODEL`, `fastembed:MODEL`, `sentence-transformers:MODEL` or `none`; where empty, the index's own, or the best installed.",
    )
    embedding_base_url: str = _setting("", "The address before `/embeddings` of the server that `openai:MODEL` means.")
    reranker: str = _setting("signals", "`signals` (ours, offline), `cross-encoder:MODEL` or `rerank-api:MODEL`.")
    rerank_base_url: str = _setting("", "The address before `/rerank` of the server that `rerank-api:MODEL` means.")
    chat_model: str = _setting("", "`openai:MODEL` of a chat model, for `ask` and `--rewrite`; where empty, the extractor answers.")
    chat_base_url: str = _setting("", "The address before `/chat/completions` of the chat model's server.")
    timeout: int = _setting(60, "Seconds to wait for a model's server.")
    threads: int = _setting(0, "Threads of a model that runs here; 0 means as many as pay.")


@dataclass(frozen=True)
class SearchSettings:
    """`[search]`: what `search` and `eval` do when no option says otherwise."""

    method: str = _setting("", "`baseline`, `bm25`, `keywords`, `dense`, `hybrid` or `rerank`; where empty, the best that is installed.")
    k: int = _setting(5, "How many hits.")
    glossary: str = _setting(
        "glossary.txt", "The file of terms that mean the same, one group a line, joined by equals signs. It may be missing."
    )


@dataclass(frozen=True)
class AnswersSettings:
    """`[answers]`: how `ask` answers and what is kept of it."""

    precedence: tuple[str, ...] = _setting(
        ("notice", "policy", "procedure", "guide", "help", "supplier"),
        "Document types, the one that wins first; a type that is not named comes last.",
    )
    budget: int = _setting(1500, "Tokens of passages that a model reads, about four characters each.")
    quote_flagged: tuple[str, ...] = _setting(
        (), "Document types whose passages may be quoted although they hold hidden or planted instructions."
    )
    least_confidence: int = _setting(
        0, "Per cent of confidence below which the extractor abstains, from 1 to 99; 0 means the value that was calibrated."
    )
    ledger: bool = _setting(True, "Whether answers are kept in the ledger.")
    keep_days: int = _setting(0, "Days after which kept answers are erased; 0 keeps them.")


LOG_FORMS = ("text", "json")


@dataclass(frozen=True)
class ServerSettings:
    """`[server]`: the service that `serve` starts, and who may ask it."""

    host: str = _setting("127.0.0.1", "The address to listen on; `0.0.0.0` for all, behind a reverse proxy only.")
    port: int = _setting(8470, "The port to listen on.")
    public_url: str = _setting("", "The address that people use, such as `https://rules.example.com`; it begins the links in answers.")
    threads: int = _setting(4, "How many questions are worked on at once.")
    max_waiting: int = _setting(64, "How many more may wait; further ones are told to come back.")
    timeout: int = _setting(30, "Seconds after which a caller is told that it takes too long.")
    max_body_kb: int = _setting(256, "Larger requests are refused.")
    max_question: int = _setting(2000, "Longer questions (in characters) are refused.")
    max_k: int = _setting(50, "How many hits may be asked for.")
    anonymous_answers: int = _setting(
        10_000, "How many answers of callers without a key are kept in the ledger a day; further ones are given all the same."
    )
    remembered: int = _setting(1000, "How many answers and searches are remembered until the index changes; 0 remembers none.")
    log: str = _setting("text", "`text` or `json`: how requests are logged, on standard error.")
    log_questions: bool = _setting(False, "Whether logs and traces hold what was asked.")
    oidc_issuer: str = _setting("", "The issuer of the OpenID provider whose tokens are accepted; where empty, none are.")
    oidc_client: str = _setting("policy-assistant", "What the `aud` of a token must name.")
    oidc_jwks: str = _setting("", "The provider's keys: a file in the project, or an address (https).")
    oidc_claim: str = _setting("groups", "The claim of a token that names groups or roles.")
    oidc_audiences: Mapping[str, tuple[str, ...]] = _setting({}, "Value of that claim -> audiences that its bearer may ask for.")


@dataclass(frozen=True)
class Settings:
    """All tables, complete and checked. `folder` is the absolute project folder."""

    folder: Path
    project: ProjectSettings = field(default_factory=ProjectSettings)
    corpus: CorpusSettings = field(default_factory=CorpusSettings)
    code: CodeSettings = field(default_factory=CodeSettings)
    access: AccessSettings = field(default_factory=AccessSettings)
    chunk: ChunkSettings = field(default_factory=ChunkSettings)
    store: StoreSettings = field(default_factory=StoreSettings)
    models: ModelsSettings = field(default_factory=ModelsSettings)
    search: SearchSettings = field(default_factory=SearchSettings)
    answers: AnswersSettings = field(default_factory=AnswersSettings)
    server: ServerSettings = field(default_factory=ServerSettings)

    @property
    def today(self) -> str:
        """The day that `today` means, as an ISO date."""
        return self.project.today or date.today().isoformat()

    @property
    def name(self) -> str:
        """The project's name."""
        return self.project.name or self.folder.name

    @property
    def index_path(self) -> Path:
        """The index file."""
        return self.folder / self.store.path

    @property
    def qdrant_path(self) -> Path | None:
        """The folder in which Qdrant keeps the index on this machine, None where a server or another engine does."""
        is_folder = self.store.engine == QDRANT and "://" not in self.store.url
        return self.folder / self.store.url if is_folder else None

    @property
    def cache_path(self) -> Path:
        """The folder of parsed files and vectors."""
        return self.folder / self.store.cache

    @property
    def state_path(self) -> Path:
        """The file of what is kept for ever."""
        return self.folder / self.store.state

    @property
    def inventory_path(self) -> Path:
        """The inventory file, which may be missing."""
        return self.folder / self.corpus.inventory

    @property
    def questions_path(self) -> Path:
        """The questions file, which may be missing."""
        return self.folder / self.project.questions

    @property
    def reports_path(self) -> Path:
        """The folder of evaluation reports, which may be missing."""
        return self.folder / self.project.reports

    @property
    def glossary_path(self) -> Path:
        """The glossary file, which may be missing."""
        return self.folder / self.search.glossary

    @property
    def most_restricted(self) -> str:
        """The label of a document that states none."""
        return self.access.labels[-1]

    def labels_of(self, audience: str) -> frozenset[str]:
        """The labels that an audience sees: its own, and those of the audiences that it includes.

        Raises:
            UsageError: no such audience.
        """
        if audience not in self.access.audiences:
            raise UsageError(f"unknown audience {audience!r}", hint=nearest(audience, self.access.audiences))
        seen, waiting = {audience}, [audience]
        while waiting:
            others = [name for name in self.access.includes.get(waiting.pop(), ()) if name not in seen]
            seen.update(others)
            waiting += others
        return frozenset(label for name in seen for label in self.access.audiences[name])

    def sees_all(self, labels: frozenset[str]) -> bool:
        """Whether whoever sees these labels sees every label there is, so that no figure can tell of anything hidden."""
        return labels >= frozenset(self.access.labels)
