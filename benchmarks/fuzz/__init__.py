"""Parsers against bytes that nobody foresaw."""
