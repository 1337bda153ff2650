"""Variants: a search method with what differs from its defaults, as `eval --compare` names them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from policy_assistant import search
from policy_assistant.chunk.base import check_chunker
from policy_assistant.errors import UsageError, nearest

KEYS = {
    "chunker": "how documents are cut",
    "embedder": "the model of the vectors",
    "glossary": "on or off",
    "rewrite": "on or off",
    "without": "a signal that is left out",
}
"""Key of an option -> its meaning, in the order in which a variant is written."""

SWITCHES = ("on", "off")
MAX_VARIANTS = 24
MAX_CHARACTERS = 200

_FORM = "write METHOD or METHOD:key=value, for example dense:embedder=e5"


@dataclass(frozen=True)
class Variant:
    """A method and its options, values as they were written. Printed as `METHOD:key=value:...`, keys in the order of `KEYS`."""

    method: str
    options: Mapping[str, str] = field(default_factory=dict, hash=False)

    def __str__(self) -> str:
        return ":".join((self.method, *(f"{key}={self.options[key]}" for key in KEYS if key in self.options)))

    @property
    def without(self) -> str:
        """The signal that is left out, or empty."""
        return self.options.get("without", "")

    @property
    def whole(self) -> "Variant":
        """The same with no signal left out."""
        return Variant(self.method, {key: value for key, value in self.options.items() if key != "without"})


def parse_variant(text: str, methods: Sequence[str] | None = None) -> Variant:
    """The variant that a text such as `hybrid:embedder=e5:glossary=off` names.

    `methods` are those that exist; all of `search` when not given. The model of an embedder may hold colons
    (`dense:embedder=openai:NAME`). Whether an embedder or a signal exists is for the search to say.

    Raises:
        UsageError: an unknown method, key or value, a key used twice, or another form; the hint names the nearest.
    """
    if len(text) > MAX_CHARACTERS:
        raise UsageError(f"a variant has {len(text):,} characters; allowed: {MAX_CHARACTERS}", hint=_FORM)
    method, *parts = text.strip().split(":")
    search.check_method(method, search.METHODS if methods is None else methods)
    options: dict[str, str] = {}
    key = ""
    for part in parts:
        name, is_pair, value = part.partition("=")
        if not is_pair and key == "embedder":
            options[key] += f":{part}"
            continue
        key = _check_key(text, name, options, bool(is_pair))
        options[key] = value
    for key, value in options.items():
        _check_value(text, key, value)
    return Variant(method, options)


def parse_variants(texts: Iterable[str], methods: Sequence[str] | None = None) -> list[Variant]:
    """The variants of all texts, each of which may name several with commas between them.

    Raises:
        UsageError: none, more than `MAX_VARIANTS`, one named twice, or what `parse_variant` raises.
    """
    names = [name.strip() for text in texts for name in text.split(",") if name.strip()]
    if not names:
        raise UsageError("no variant to compare", hint=_FORM)
    if len(names) > MAX_VARIANTS:
        raise UsageError(f"{len(names)} variants to compare; allowed: {MAX_VARIANTS}", hint="compare fewer at a time")
    variants = [parse_variant(name, methods) for name in names]
    for number, variant in enumerate(variants):
        if variant in variants[:number]:
            raise UsageError(f"the variant {str(variant)!r} is named twice", hint="name each once")
    return variants


def _check_key(text: str, name: str, options: Mapping[str, str], is_pair: bool) -> str:
    if not is_pair:
        raise UsageError(f"variant {text!r}: {name!r} is not key=value", hint=_FORM)
    if name not in KEYS:
        raise UsageError(f"variant {text!r}: unknown key {name!r}", hint=nearest(name, KEYS))
    if name in options:
        raise UsageError(f"variant {text!r}: {name} is given twice", hint="give each key once")
    return name


def _check_value(text: str, key: str, value: str) -> None:
    if not value.strip(":") or not value.isprintable() or any(letter.isspace() for letter in value):
        raise UsageError(f"variant {text!r}: {key} is {value!r}; allowed: a name without blanks", hint=_FORM)
    if KEYS[key] == "on or off" and value not in SWITCHES:
        raise UsageError(f"variant {text!r}: {key} is {value!r}; allowed: on or off", hint=nearest(value, SWITCHES))
    if key == "chunker":
        check_chunker(value)
