"""The routes: one file a kind of request."""
