"""Trace: rules in documents against the code that keeps them."""

from policy_assistant.code.trace.report import report
from policy_assistant.code.trace.rules import Rule, RuleValue, rules_of
from policy_assistant.code.trace.trace import Find, Finding, trace_all, trace_rules
from policy_assistant.code.trace.values import CodeValue, values_of

__all__ = ["CodeValue", "Find", "Finding", "Rule", "RuleValue", "report", "rules_of", "trace_all", "trace_rules", "values_of"]
