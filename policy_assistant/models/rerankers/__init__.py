"""Rerankers: one adapter a file, found by name through the table in `base`."""
