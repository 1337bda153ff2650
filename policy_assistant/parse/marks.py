"""Signs that the formats share."""

STRUCK = "~~"
"""Stands before and after struck words, as Markdown writes them: without it a repealed number reads as one in force."""
