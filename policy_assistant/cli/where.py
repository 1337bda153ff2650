"""`policy-assistant where`, and `ou`, which prints the same places with French words."""

from typing import TYPE_CHECKING, Any

import click

from policy_assistant.cli import options
from policy_assistant.cli.output import note, say, say_json

if TYPE_CHECKING:
    from policy_assistant.assistant import Assistant
    from policy_assistant.code.where import FoundPlace, Places

_METHOD = click.option(
    "--method", default="", metavar="M", help="keywords, dense or hybrid. [default: the best that index and parts allow]"
)
_TEXT = click.option("--text", is_flag=True, help="Show the lines of each place, too.")


@click.command(short_help="Find the places in code for a question.")
@click.argument("question")
@options.k
@_METHOD
@options.audience
@_TEXT
@options.project
@options.as_json
def command(**given: Any) -> None:
    """Find the places in code where something is handled: path:line, kind and name, the best first. No model writes anything.

    A place whose file changed since it was indexed is found again by its content, or marked as stale.

    \b
    policy-assistant where "how long can a product be returned"
    policy-assistant where RETURN_WINDOW_DAYS --text
    """
    _where("en", **given)


@click.command(short_help="The same as `where`, with French words.")
@click.argument("question")
@options.k
@_METHOD
@options.audience
@_TEXT
@options.project
@options.as_json
def french_command(**given: Any) -> None:
    """Trouver dans le code les endroits qui traitent d'un sujet: chemin:ligne, nature et nom, le meilleur d'abord.

    \b
    policy-assistant ou "où est gérée la numérotation des factures"
    """
    _where("fr", **given)


def _where(language: str, question: str, k: int | None, method: str, audience: str, text: bool, folder: str, as_json: bool) -> None:
    assistant = options.open_project(folder)
    places = assistant.where(question, k=k, method=method, audience=audience)
    _note_state(assistant, places)
    if as_json:
        from policy_assistant.records.places import where_record

        say_json(where_record(places, assistant.store.info()))
        return
    for place in places.places:
        _say_place(place, language, text=text)


def _say_place(place: "FoundPlace", language: str, *, text: bool) -> None:
    from policy_assistant.code_places import kind_name, place_of

    own = place_of(place.chunk)
    stale = _STALE[language] if place.is_stale else ""
    say(f"{place.chunk.source}:{own.first_line}  {kind_name(own.kind, language)} {own.name}{stale}")
    if text:
        lines = enumerate(place.chunk.text.split("\n"), own.first_line)
        say("\n".join(f"{number:>7}  {line}" for number, line in lines))


_STALE = {"en": "  (stale: changed since it was indexed)", "fr": "  (périmé: modifié depuis l'indexation)"}


def _note_state(assistant: "Assistant", places: "Places") -> None:
    """How it was searched and how old the index is; what is stale or gone, and what to do."""
    from policy_assistant.records.places import age_of

    info = assistant.store.info()
    stale = sum(place.is_stale for place in places.places)
    if not places.places:
        note(
            f"no code that {places.audience} may see has a word of the question" if not places.gone else "every file that was found is gone"
        )
    if stale or places.gone:
        parts = [f"{count} {what}" for count, what in ((stale, "stale"), (places.gone, "in files that are gone")) if count]
        note(f"hint: of the places found {' and '.join(parts)}; run `policy-assistant ingest`")
    age = _duration(age_of(info.last_sync))
    note(f"{places.method} over {info.code_chunks} pieces of {info.code_files} files | audience {places.audience} | index {age} old")


def _duration(seconds: int) -> str:
    for size, name in ((86_400, "day"), (3_600, "hour"), (60, "minute")):
        if seconds >= 2 * size:
            return f"{seconds // size} {name}s"
    return f"{seconds} second{'' if seconds == 1 else 's'}"
