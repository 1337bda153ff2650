"""The tools over standard input and output, for the program that started us."""

import asyncio
import os
import signal
import sys
from typing import Any, NoReturn

from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server

from policy_assistant.mcp.doors import LocalDoor, local_caller
from policy_assistant.mcp.log import take_over
from policy_assistant.mcp.protocol import protocol_server
from policy_assistant.server.logs import set_up
from policy_assistant.server.service import Service
from policy_assistant.settings import Settings

INTERRUPTED = 130


def serve_stdio(settings: Settings, audience: str = "") -> None:
    """Serve until the input ends, or Ctrl-C. Nothing but the protocol goes to standard output.

    Raises:
        UsageError: there is no such audience, or anonymous callers have none.
    """
    caller = local_caller(settings, audience)
    set_up(settings.server.log)
    take_over()
    signal.signal(signal.SIGINT, _leave)
    service = Service(settings)
    try:
        asyncio.run(_serve(protocol_server(LocalDoor(service, caller))))
    finally:
        service.close()


async def _serve(server: Server[Any]) -> None:
    async with stdio_server() as (incoming, outgoing):
        await server.run(incoming, outgoing, server.create_initialization_options())


def _leave(number: int, frame: object) -> NoReturn:
    """End at once: a thread waits for a line of input, and nothing else ends that wait."""
    del number, frame
    sys.stderr.flush()
    os._exit(INTERRUPTED)
