"""The command line: one file a command, loaded when the command is called."""

from policy_assistant.cli.main import main

__all__ = ["main"]
