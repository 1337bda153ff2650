"""The code side: where something is handled, links that are checked, rules traced to the code that keeps them."""

from policy_assistant.code.tokens import tokens

__all__ = ["tokens"]
