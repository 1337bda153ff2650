"""Asking a chat model: for a reply from passages, or without any, to see what it says by itself."""

from collections.abc import Collection

from policy_assistant.answer import Asked, Trace
from policy_assistant.claims import Reply
from policy_assistant.context import Context
from policy_assistant.models.base import ChatModel, Completion, Message
from policy_assistant.reply.messages import answer_messages
from policy_assistant.reply.parsing import AnswerProblem, parse_reply
from policy_assistant.reply.prompt import Prompt
from policy_assistant.reply.shape import SCHEMA

ANSWER_TOKENS = 2000
"""The most tokens of a reply; the hidden ones of a model that reasons count too."""

CLOSED_BOOK = """You answer a question from what you know, without any document.
- At most three sentences of plain text, in the language of the question.
- If you do not know, say so."""


def model_reply(asked: Asked, context: Context, prompt: Prompt, model: ChatModel, quotable: Collection[str] = ()) -> tuple[Reply, Trace]:
    """A model's reply to a question, with what was sent and what came. `quotable` as in `answer_messages`.

    Without a passage the model is not asked: nothing that it says could be proved.

    Raises:
        AnswerProblem: what came is no reply; it holds the trace.
        ModelError: the model cannot be reached.
    """
    if not context.kept:
        return Reply(answerable=False, answer="", claims=()), Trace()
    messages = answer_messages(asked, context, prompt, quotable)
    completion = model.complete(messages, max_tokens=ANSWER_TOKENS, schema=SCHEMA)
    trace = Trace(messages, completion)
    try:
        return parse_reply(completion), trace
    except AnswerProblem as problem:
        problem.trace = trace
        raise


def closed_book(asked: Asked, model: ChatModel) -> Completion:
    """What a model says to a question without passages: plain text, of which nothing is proved.

    Raises:
        ModelError: the model cannot be reached.
    """
    question = f"Question date: {asked.as_of}\nQuestion: {' '.join(asked.text.split())}"
    return model.complete([Message("system", CLOSED_BOOK), Message("user", question)], max_tokens=ANSWER_TOKENS)
