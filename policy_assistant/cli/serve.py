"""`policy-assistant serve`."""

from dataclasses import replace

import click

from policy_assistant.cli import options
from policy_assistant.cli.output import note, say


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
    from policy_assistant.server.run import check_extra, listen, serve

    check_extra()
    settings = options.open_project(folder).settings
    server = replace(settings.server, host=host or settings.server.host, port=settings.server.port if port is None else port)
    settings = replace(settings, server=server)
    from policy_assistant.server.app import create_app

    app = create_app(settings)
    listener = listen(server.host, server.port)
    address = f"[{server.host}]" if ":" in server.host else server.host
    say(f"http://{address}:{listener.getsockname()[1]}")
    anonymous = settings.access.anonymous
    who = (
        f"callers without a key see what `{anonymous}` sees"
        if anonymous in settings.access.audiences
        else "callers without a key see nothing"
    )
    note(f"{settings.name}: {who}; Ctrl-C ends it")
    serve(app, listener, settings)
