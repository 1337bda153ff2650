"""Verdicts: short answers that code can prove, one rule a file."""
