"""From a file of source code to its pieces: module, classes, methods, functions, constants, tables, or windows of lines."""

from policy_assistant.parse.code.base import code_parser_version, parse_code
from policy_assistant.parse.code.decode import decode_code
from policy_assistant.parse.code.grammars import syntax_available
from policy_assistant.parse.code.languages import language_of

__all__ = ["code_parser_version", "decode_code", "language_of", "parse_code", "syntax_available"]
