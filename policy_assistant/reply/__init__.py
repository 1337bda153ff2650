"""The way from passages to a chat model's reply: prompt, messages, the shape of a reply, reading it.

Nothing of a reply is proved here, and its `answer` is never shown as one: the checks come after.
"""

from policy_assistant.reply.messages import answer_messages
from policy_assistant.reply.model import ANSWER_TOKENS, closed_book, model_reply
from policy_assistant.reply.parsing import AnswerProblem, parse_reply
from policy_assistant.reply.prompt import DEFAULT, DEFAULT_FOR_CODE, PROMPTS, Prompt, load_prompt
from policy_assistant.reply.shape import SCHEMA

__all__ = [
    "ANSWER_TOKENS",
    "DEFAULT",
    "DEFAULT_FOR_CODE",
    "PROMPTS",
    "SCHEMA",
    "AnswerProblem",
    "Prompt",
    "answer_messages",
    "closed_book",
    "load_prompt",
    "model_reply",
    "parse_reply",
]
