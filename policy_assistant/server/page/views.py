"""The views of documents, and those for people who look after answers, each with its router."""

from policy_assistant.server.page import audit, document, documents, evaluation, kept_answers, searching

VIEWS = (searching, documents, document, kept_answers, audit, evaluation)
