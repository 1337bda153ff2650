"""Reads the settings: option > environment > `policy-assistant.toml` > default.

An environment variable is `POLICY_ASSISTANT_<TABLE>_<KEY>`; lists are comma-separated there. Options of a command are
applied by the command itself.
"""

import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import fields, replace
from datetime import date
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from policy_assistant.errors import SettingsError, UsageError, nearest
from policy_assistant.filters import iso_date
from policy_assistant.settings import (
    ENGINES,
    IDENTITIES,
    LINK_BASE,
    LINK_STYLES,
    LOG_FORMS,
    QDRANT,
    AccessSettings,
    AnswersSettings,
    ChunkSettings,
    CodeSettings,
    CorpusSettings,
    ModelsSettings,
    ProjectSettings,
    Rule,
    SearchSettings,
    ServerSettings,
    Settings,
    StoreSettings,
)

FILE_NAME = "policy-assistant.toml"
ENVIRONMENT_PREFIX = "POLICY_ASSISTANT_"
MAX_FILE_BYTES = 1_000_000

_TYPE_NAMES: Mapping[type, str] = {bool: "true or false", int: "a whole number", str: "a text"}

FILE_ONLY = ("audiences", "includes", "oidc_audiences", "rules")
"""Keys that have no short text form, so that no environment variable sets them."""

SHORT_NAMES = {
    f"{ENVIRONMENT_PREFIX}{key.upper()}": (table, key)
    for table, key in (("models", "chat_model"), ("models", "chat_base_url"), ("code", "link_base"))
}
"""Variables that set a key without naming its table; the long name wins."""

TABLES: dict[str, type[Any]] = {
    "project": ProjectSettings,
    "corpus": CorpusSettings,
    "code": CodeSettings,
    "access": AccessSettings,
    "chunk": ChunkSettings,
    "store": StoreSettings,
    "models": ModelsSettings,
    "search": SearchSettings,
    "answers": AnswersSettings,
    "server": ServerSettings,
}


def load_settings(folder: Path | str = ".", environment: Mapping[str, str] | None = None) -> Settings:
    """The settings of the project in `folder`.

    Raises:
        UsageError: no such folder.
        SettingsError: the file is not TOML, or a table, key or value is not allowed; the message names it.
    """
    folder = Path(folder)
    if not folder.is_dir():
        raise UsageError(
            f"no project folder {str(folder)!r}", hint="name an existing folder with --project, or start one with `policy-assistant init`"
        )
    environment = os.environ if environment is None else environment
    written = _read_file(folder / FILE_NAME)
    for name in written:
        if name not in TABLES:
            raise SettingsError(f"{FILE_NAME}: unknown table [{name}]", hint=nearest(name, TABLES))
    tables = {name: _table(name, written.get(name, {}), environment) for name in TABLES}
    settings = Settings(folder=folder.resolve(), **tables)
    _check(settings)
    return settings


def unknown_environment(environment: Mapping[str, str], others: Iterable[str] = ()) -> list[str]:
    """The variables with our prefix that name neither a setting nor one of `others`, for `doctor`."""
    known = {_variable(table, f.name) for table in TABLES for f in fields(TABLES[table]) if f.name not in FILE_ONLY}
    known.update(SHORT_NAMES, others)
    return sorted(name for name in environment if name.startswith(ENVIRONMENT_PREFIX) and name not in known)


def _variable(table: str, key: str) -> str:
    return f"{ENVIRONMENT_PREFIX}{table}_{key}".upper()


def _variables(table: str, key: str) -> list[str]:
    """The variables that set a key, the one that wins first."""
    return [_variable(table, key), *(name for name, place in SHORT_NAMES.items() if place == (table, key))]


def _read_file(path: Path) -> dict[str, Any]:
    if not path.exists():
        return {}
    if path.stat().st_size > MAX_FILE_BYTES:
        raise SettingsError(f"{path.name} is larger than {MAX_FILE_BYTES:,} bytes")
    import tomllib  # most projects have no settings file, and every command starts here

    try:
        return tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SettingsError(f"{path.name} is not valid TOML: {error}") from error
    except OSError as error:
        raise SettingsError(f"{path.name} cannot be read: {(error.strerror or str(error)).lower()}") from error


def _table(table: str, written: Any, environment: Mapping[str, str]) -> Any:
    defaults = TABLES[table]()
    known = {f.name: getattr(defaults, f.name) for f in fields(defaults)}
    values = {}
    for key, value in _as_table(f"{FILE_NAME}: [{table}]", written).items():
        if key not in known:
            raise SettingsError(f"{FILE_NAME}: unknown key `{key}` in [{table}]", hint=nearest(key, known))
        values[key] = _value(f"{FILE_NAME}: [{table}] {key}", known[key], value)
    for key, default in known.items():
        variable = next((name for name in _variables(table, key) if name in environment), "")
        if variable and key not in FILE_ONLY:
            values[key] = _value(variable, default, _from_text(variable, default, environment[variable]))
    return replace(defaults, **values)


def _from_text(variable: str, default: Any, text: str) -> Any:
    if isinstance(default, bool):
        if text.strip().lower() not in ("true", "false"):
            raise SettingsError(f"{variable}={text!r} is neither true nor false")
        return text.strip().lower() == "true"
    if isinstance(default, int):
        if not text.strip().isdecimal():
            raise SettingsError(f"{variable}={text!r} is not a whole number")
        return int(text)
    if isinstance(default, tuple):
        return [part.strip() for part in text.split(",") if part.strip()]
    return text


def _value(where: str, default: Any, value: Any) -> Any:
    """One value, checked against its default's type and made immutable."""
    if isinstance(value, date):
        value = value.isoformat()
    if isinstance(default, tuple):
        return _as_tuple(where, value)
    if isinstance(default, dict):
        return {name: _value(f"{where}.{name}", (), labels) for name, labels in _as_table(where, value).items()}
    if type(value) is not type(default):
        raise SettingsError(f"{where} is {_TYPE_NAMES[type(default)]}, not {value!r}")
    return value


def _as_tuple(where: str, value: Any) -> tuple[Any, ...]:
    if isinstance(value, list) and where.endswith(" rules"):
        return tuple(_rule(where, item) for item in value)
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise SettingsError(f"{where} is a list of texts, not {value!r}")
    return tuple(value)


def _as_table(where: str, value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise SettingsError(f"{where} is a table, not {value!r}")
    return value


def _rule(where: str, item: Any) -> Rule:
    known = [f.name for f in fields(Rule)]
    for key, value in _as_table(where, item).items():
        if key not in known or not isinstance(value, str):
            raise SettingsError(f"{where}: {key} = {value!r} is not allowed", hint=f"texts under {', '.join(known)}")
    if not item.get("path"):
        raise SettingsError(f"{where}: a rule without `path`")
    return Rule(**item)


def _check(settings: Settings) -> None:
    if settings.project.today:
        iso_date(settings.project.today, "[project] today")
    if not settings.corpus.inventory:
        raise SettingsError("[corpus] inventory is empty", hint="name a file, which may be missing")
    if not settings.search.glossary:
        raise SettingsError("[search] glossary is empty", hint="name a file, which may be missing")
    for name, values in (("[access] labels", settings.access.labels), ("[project] languages", settings.project.languages)):
        if not values:
            raise SettingsError(f"{name} is empty", hint="name at least one")
    _check_corpus(settings)
    _check_access(settings)
    check_store(settings.store)
    check_qdrant_folder(settings)
    _check_code(settings)
    _check_server(settings)
    _check_ranges(settings)


def _check_corpus(settings: Settings) -> None:
    corpus = settings.corpus
    if corpus.identity not in IDENTITIES:
        raise SettingsError(f"[corpus] identity: unknown value {corpus.identity!r}", hint=nearest(corpus.identity, IDENTITIES))
    for rule in corpus.rules:
        for name, day in (("effective_from", rule.effective_from), ("effective_to", rule.effective_to)):
            if day:
                iso_date(day, f"[corpus] rule for {rule.path!r}: {name}")


def check_store(store: StoreSettings) -> None:
    """Raise `SettingsError` unless the settings name an engine, and where it is."""
    if store.engine not in ENGINES:
        raise SettingsError(f"[store] engine: unknown engine {store.engine!r}", hint=nearest(store.engine, ENGINES))
    if store.engine != QDRANT:
        return
    if not store.url:
        raise SettingsError(
            "[store] engine is `qdrant`, and url is empty", hint="name a server, such as http://127.0.0.1:6333, or a folder"
        )
    if "://" in store.url and not re.fullmatch(r"https?://[^\s<>\"'?#@]{1,500}", store.url):
        raise SettingsError(
            "[store] url is not the address of a server; allowed: http:// or https://, a host and a port, without a name or a password",
            hint="for example https://qdrant.example.com:6333; the key goes into POLICY_ASSISTANT_QDRANT_API_KEY",
        )
    if "://" in store.url and not _has_port(store.url):
        raise SettingsError(f"[store] url {store.url!r} has a port that is none", hint="a port is a number from 1 to 65535")
    if "://" not in store.url and _ADDRESS.fullmatch(store.url):
        raise SettingsError(
            f"[store] url {store.url!r} is an address without http:// or https://", hint="write the scheme, or ./ before a folder's name"
        )


_ADDRESS = re.compile(r"[^/\\:]{2,}:\d+/?")
"""A host and a port; a drive of Windows has one letter."""


def _has_port(url: str) -> bool:
    try:
        return urlsplit(url).port != 0
    except ValueError:
        return False


def check_qdrant_folder(settings: Settings) -> None:
    """Raise `SettingsError` when the folder of Qdrant's local mode is a file, or holds or lies in something of the project's."""
    path = settings.qdrant_path
    if path is None:
        return
    where = path.resolve()
    if where.is_file():
        raise SettingsError(f"[store] url {settings.store.url!r} is a file", hint="name a folder for Qdrant alone, such as ./qdrant")
    folders = [settings.folder / folder for folder in settings.corpus.folders]
    kept = [settings.folder, settings.state_path, *folders, settings.cache_path]
    inside = [folder.resolve() for folder in (*folders, settings.cache_path)]
    if any(other.resolve().is_relative_to(where) for other in kept) or any(where.is_relative_to(folder) for folder in inside):
        raise SettingsError(
            f"[store] url {settings.store.url!r} is a folder of the project's documents or files",
            hint="name a folder for Qdrant alone, such as ./qdrant",
        )


def _check_access(settings: Settings) -> None:
    access = settings.access
    for audience, labels in access.audiences.items():
        if unknown := [label for label in labels if label not in access.labels]:
            raise SettingsError(f"[access] audience {audience!r} sees unknown labels {unknown}", hint=nearest(unknown[0], access.labels))
    for audience, others in access.includes.items():
        if unknown := [name for name in (audience, *others) if name not in access.audiences]:
            raise SettingsError(f"[access] includes: unknown audience {unknown[0]!r}", hint=nearest(unknown[0], access.audiences))
    if access.default not in access.audiences:
        raise SettingsError(f"[access] default names unknown audience {access.default!r}", hint=nearest(access.default, access.audiences))
    for rule in settings.corpus.rules:
        if rule.access and rule.access not in access.labels:
            raise SettingsError(f"[corpus] rule for {rule.path!r}: unknown label {rule.access!r}", hint=nearest(rule.access, access.labels))


def _check_server(settings: Settings) -> None:
    server, audiences = settings.server, settings.access.audiences
    if server.log not in LOG_FORMS:
        raise SettingsError(f"[server] log: unknown form {server.log!r}", hint=nearest(server.log, LOG_FORMS))
    if server.public_url and not re.fullmatch(r"https?://[^\s<>\"'?#]{1,500}", server.public_url):
        raise SettingsError(f"[server] public_url {server.public_url!r} is not an address", hint="for example https://rules.example.com")
    for value, names in server.oidc_audiences.items():
        if unknown := [name for name in names if name not in audiences]:
            raise SettingsError(f"[server] oidc_audiences.{value}: unknown audience {unknown[0]!r}", hint=nearest(unknown[0], audiences))
    if server.oidc_issuer and not server.oidc_jwks:
        raise SettingsError("[server] oidc_issuer is set without oidc_jwks", hint="name the file or the address of the provider's keys")


def _check_code(settings: Settings) -> None:
    code, access = settings.code, settings.access
    if code.access and code.access not in access.labels:
        raise SettingsError(f"[code] access: unknown label {code.access!r}", hint=nearest(code.access, access.labels))
    if code.link_base and not LINK_BASE.fullmatch(code.link_base.replace("{commit}", "commit")):
        raise SettingsError(
            f"[code] link_base {code.link_base!r} is neither an address nor a path",
            hint="for example https://github.com/our/shop/blob/{commit}; without blanks, brackets, quotes and #",
        )
    if code.link_style and code.link_style not in LINK_STYLES:
        raise SettingsError(f"[code] link_style: unknown style {code.link_style!r}", hint=nearest(code.link_style, LINK_STYLES))


def _check_ranges(settings: Settings) -> None:
    for name, value, least, most in (
        ("[corpus] processes", settings.corpus.processes, 0, 64),
        ("[corpus] max_seconds", settings.corpus.max_seconds, 1, 3600),
        ("[corpus] max_memory_mb", settings.corpus.max_memory_mb, 200, 1_000_000),
        ("[store] timeout", settings.store.timeout, 1, 3600),
        ("[store] shards", settings.store.shards, 1, 10_000),
        ("[store] replicas", settings.store.replicas, 1, 100),
        ("[search] k", settings.search.k, 1, 1000),
        ("[corpus] max_files", settings.corpus.max_files, 1, 10_000_000),
        ("[code] max_file_kb", settings.code.max_file_kb, 1, 100_000),
        ("[code] max_files", settings.code.max_files, 1, 10_000_000),
        ("[models] timeout", settings.models.timeout, 1, 3600),
        ("[models] threads", settings.models.threads, 0, 64),
        ("[answers] budget", settings.answers.budget, 100, 100_000),
        ("[answers] least_confidence", settings.answers.least_confidence, 0, 99),
        ("[answers] keep_days", settings.answers.keep_days, 0, 36_500),
        ("[server] port", settings.server.port, 0, 65_535),
        ("[server] threads", settings.server.threads, 1, 64),
        ("[server] max_waiting", settings.server.max_waiting, 0, 10_000),
        ("[server] timeout", settings.server.timeout, 1, 3600),
        ("[server] max_body_kb", settings.server.max_body_kb, 1, 10_000),
        ("[server] max_question", settings.server.max_question, 10, 20_000),
        ("[server] max_k", settings.server.max_k, 1, 1000),
        ("[server] anonymous_answers", settings.server.anonymous_answers, 0, 10_000_000),
        ("[server] remembered", settings.server.remembered, 0, 1_000_000),
    ):
        if not least <= value <= most:
            raise SettingsError(f"{name} is {value}; allowed: {least} to {most}")
