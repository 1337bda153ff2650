"""The service as a process: it listens until it is told to end, and lets what has begun come to its end."""

import os
import signal
import socket
import sys
from dataclasses import replace
from typing import TYPE_CHECKING

from policy_assistant.errors import MissingExtraError, PolicyAssistantError
from policy_assistant.settings import Settings

if TYPE_CHECKING:
    from starlette.applications import Starlette

GRACE_SECONDS = 10
"""How long open requests may take when the service is told to end."""

MAX_CONNECTIONS = 1000
OWN_FILES = 128
"""Files, sockets and pipes that the service needs itself."""

BACKLOG = 1024
"""Callers that may wait to be let in."""


def check_extra() -> None:
    """Raises `MissingExtraError` where the packages of the service are not installed."""
    try:
        import fastapi
        import jinja2
        import prometheus_client
        import uvicorn
    except ImportError as error:
        raise MissingExtraError("the service", "server") from error
    del fastapi, jinja2, prometheus_client, uvicorn


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens there; port 0 takes any that is free. Raises `PolicyAssistantError` when it cannot be had."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(BACKLOG)  # from here on callers wait instead of being refused
    except (OSError, OverflowError) as error:
        listener.close()
        reason = getattr(error, "strerror", None) or str(error)
        raise PolicyAssistantError(
            f"cannot listen on {host}:{port} ({reason.lower()})", hint="another program may use the port; choose one with --port"
        ) from error
    return listener


def at(settings: Settings, host: str, port: int | None) -> Settings:
    """The settings with another address to listen on; what is empty stays as it is."""
    server = settings.server
    return replace(settings, server=replace(server, host=host or server.host, port=server.port if port is None else port))


def address_of(listener: socket.socket, host: str) -> str:
    """What people type to reach a socket that listens on a host."""
    name = f"[{host}]" if ":" in host else host
    return f"http://{name}:{listener.getsockname()[1]}"


def _connections() -> int:
    """How many connections are let in at once: fewer than the files that this process may open, some of which it needs itself."""
    try:
        import resource
    except ImportError:  # Windows counts otherwise
        return MAX_CONNECTIONS
    allowed, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return max(16, min(MAX_CONNECTIONS, allowed - OWN_FILES)) if allowed != resource.RLIM_INFINITY else MAX_CONNECTIONS


def serve(app: "Starlette", listener: socket.socket, settings: Settings) -> None:
    """Serve until a signal ends it (SIGINT or SIGTERM), which is its proper end: the exit code is 0."""
    import uvicorn

    from policy_assistant.server.logs import set_up

    set_up(settings.server.log)
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=GRACE_SECONDS,
        limit_concurrency=_connections(),
        proxy_headers=True,
        forwarded_allow_ips="127.0.0.1",
    )
    for ending in (signal.SIGINT, signal.SIGTERM):
        signal.signal(ending, lambda *_: sys.exit(0))  # the web server gives the signal back to us when all is done
    try:
        uvicorn.Server(config).run(sockets=[listener])
    finally:
        if app.state.service.workers.taken:
            os._exit(0)  # what hangs in a model that does not answer would hold the process up
