"""`policy-assistant keys`."""

from dataclasses import asdict
from datetime import date

import click

from policy_assistant.cli import options
from policy_assistant.cli.output import note, say, say_json, table


@click.group(short_help="Create, list and revoke the keys of the service.")
def command() -> None:
    """Create, list and revoke the keys with which people and programs ask the service. Each command takes --project DIR.

    \b
    policy-assistant keys create support-desk --audience staff --expires 90d
    policy-assistant keys list
    policy-assistant keys revoke support-desk
    """


@command.command(short_help="Create a key and print it.")
@click.argument("name")
@click.option(
    "--audience",
    "audiences",
    multiple=True,
    required=True,
    metavar="NAME",
    help="What its bearer may ask as; may be given again. The first one counts where a request names none.",
)
@click.option("--expires", default="", metavar="DAY", help="The last day on which it counts: YYYY-MM-DD, or days from today such as 90d.")
@options.project
@options.as_json
def create(name: str, audiences: tuple[str, ...], expires: str, folder: str, as_json: bool) -> None:
    """Create a key called NAME and print it. It is shown this once: only its hash is kept.

    \b
    policy-assistant keys create support-desk --audience staff --expires 90d
    """
    from policy_assistant.keys import KeyRing, expiry

    ring = KeyRing.of(options.open_project(folder).settings)
    record, text = ring.create(name, audiences, expiry(expires, date.today()))
    if as_json:
        say_json(asdict(record) | {"key": text})
    else:
        say(text)
    until = f" until {record.expires}" if record.expires else ""
    note(f"the key {record.id} ({record.name}) may ask as {', '.join(record.audiences)}{until}; it is not shown again")
    note("hint: callers send it as `Authorization: Bearer KEY`; keep it where passwords are kept")


@command.command("list", short_help="List the keys.")
@options.project
@options.as_json
def list_keys(folder: str, as_json: bool) -> None:
    """List the keys with their audiences, also those that are revoked or expired. The keys themselves are not kept."""
    from policy_assistant.keys import KeyRing

    settings, today = options.open_project(folder).settings, date.today()
    keys = KeyRing.of(settings).list()
    if as_json:
        say_json({"keys": [asdict(key) | {"status": key.status(today)} for key in keys]})
        return
    if keys:
        rows = [(k.id, k.name, k.status(today), ", ".join(k.audiences), k.created[:10], k.expires or "-", k.last_used or "-") for k in keys]
        table(("id", "name", "status", "audiences", "created", "expires", "last used"), rows)
    active = sum(key.status(today) == "active" for key in keys)
    say(f"{len(keys)} key{'' if len(keys) == 1 else 's'}: {active} active")
    for key in keys:
        if key.status(today) == "active" and (gone := set(key.audiences) - set(key.audiences_in(settings))):
            note(f"the key {key.id} ({key.name}) names audiences that are not in the settings: {', '.join(sorted(gone))}")


@command.command(short_help="End a key.")
@click.argument("key", metavar="ID|NAME")
@options.project
@options.as_json
def revoke(key: str, folder: str, as_json: bool) -> None:
    """End a key for ever, by its ID or by its name. The next request with it is refused."""
    from policy_assistant.keys import KeyRing

    record = KeyRing.of(options.open_project(folder).settings).revoke(key)
    if as_json:
        say_json(asdict(record))
    else:
        say(f"the key {record.id} ({record.name}) is revoked since {record.revoked}")
