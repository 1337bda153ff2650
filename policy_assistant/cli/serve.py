"""`policy-assistant serve`."""

from importlib.util import find_spec
from typing import TYPE_CHECKING

import click

from policy_assistant.cli import options
from policy_assistant.cli.output import note, say

if TYPE_CHECKING:
    from policy_assistant.settings import Settings


@click.command(short_help="Answer over HTTP: a page for people, an API for programs.")
@click.option("--host", default="", metavar="ADDRESS", help="The address to listen on. [default: 127.0.0.1, or [server] host]")
@click.option("--port", type=click.IntRange(0, 65_535), metavar="N", help="The port; 0 for any free one. [default: 8470, or [server] port]")
@options.project
def command(host: str, port: int | None, folder: str) -> None:
    """Answer over HTTP until you press Ctrl-C: a page for people, an API for programs, MCP where its extra is installed.

    Whoever shows no key sees what the audience `public` sees; `policy-assistant keys create` makes keys.

    \b
    policy-assistant serve
    policy-assistant serve --host 0.0.0.0 --port 80
    """
    from policy_assistant.server.run import address_of, at, check_extra, listen, serve

    check_extra()
    settings = at(options.open_project(folder).settings, host, port)
    from policy_assistant.server.app import create_app
    from policy_assistant.store.engine import has_index

    app = create_app(settings)
    if find_spec("mcp_types"):
        from policy_assistant.mcp.http import mount

        mount(app)
    listener = listen(settings.server.host, settings.server.port)
    say(address_of(listener, settings.server.host))
    note(f"{settings.name}: callers without a key see {_seen_without_key(settings)}; Ctrl-C ends it")
    if not has_index(settings):
        note("hint: there is no index yet: until `policy-assistant ingest` has made one, nothing can be answered")
    serve(app, listener, settings)


def _seen_without_key(settings: "Settings") -> str:
    anonymous = settings.access.anonymous
    return f"what `{anonymous}` sees" if anonymous in settings.access.audiences else "nothing"
