"""`policy-assistant mcp`."""

import sys

import click

from policy_assistant.cli import options
from policy_assistant.cli.output import note, say
from policy_assistant.errors import MissingExtraError, UsageError


@click.command(short_help="Give programs the tools search, ask, where, document and diff (MCP).")
@click.option("--http", "over_http", is_flag=True, help="Over HTTP, at /mcp, instead of standard input and output.")
@click.option("--host", default="", metavar="ADDRESS", help="With --http: the address to listen on. [default: 127.0.0.1, or [server] host]")
@click.option(
    "--port",
    type=click.IntRange(0, 65_535),
    metavar="N",
    help="With --http: the port; 0 for any free one. [default: 8470, or [server] port]",
)
@click.option(
    "--audience",
    default="",
    metavar="NAME",
    help="Without --http: who asks. [default: public, or [access] anonymous]",
)
@options.project
def command(over_http: bool, host: str, port: int | None, audience: str, folder: str) -> None:
    """Give programs the tools search, ask, where, document and diff, by the Model Context Protocol.

    Without --http a client starts this itself and speaks to it over standard input and output; it ends when the input ends.
    With --http each request is answered for whoever its key (`Authorization: Bearer KEY`) names.

    \b
    policy-assistant mcp --project /srv/rules --audience staff
    policy-assistant mcp --http --port 8471
    """
    _check_extra()
    if over_http and audience:
        raise UsageError("--audience is for standard input and output", hint="over HTTP the key of a request says who asks")
    if not over_http and (host or port is not None):
        raise UsageError("--host and --port are for HTTP", hint="add --http")
    if over_http:
        _serve_http(folder, host, port)
    else:
        _serve_stdio(folder, audience)


def _serve_stdio(folder: str, audience: str) -> None:
    from policy_assistant.mcp.stdio import serve_stdio

    if sys.stdin.isatty():
        note("a client is expected on standard input; Ctrl-C ends this")
    serve_stdio(options.open_project(folder).settings, audience)


def _serve_http(folder: str, host: str, port: int | None) -> None:
    from policy_assistant.mcp.http import PATH, create_tools_app
    from policy_assistant.server.run import address_of, at, listen, serve

    settings = at(options.open_project(folder).settings, host, port)
    server = settings.server
    app = create_tools_app(settings)
    listener = listen(server.host, server.port)
    say(f"{address_of(listener, server.host)}{PATH}")
    serve(app, listener, settings)


def _check_extra() -> None:
    from policy_assistant.server.run import check_extra

    try:
        import mcp.server.lowlevel
        import mcp_types
    except ImportError as error:
        raise MissingExtraError("the tools", "mcp") from error
    del mcp, mcp_types
    check_extra()
