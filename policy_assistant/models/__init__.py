"""Models: embedders, rerankers and chat models, each behind a small protocol and found by name.

The protocols are in `base`; each kind has a table of its own: `embedders.base`, `rerankers.base`, `chat.base`.
"""
