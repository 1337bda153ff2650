"""What the SDK logs goes the way of our own lines."""

import logging

from policy_assistant.server.logs import LOGGER


def take_over() -> None:
    """Send warnings and errors of the SDK where ours go, once that is known (`server.logs.set_up`)."""
    if LOGGER.handlers:
        logger = logging.getLogger("mcp")
        logger.handlers, logger.propagate = LOGGER.handlers, False
        logger.setLevel(logging.WARNING)
