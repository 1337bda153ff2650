"""The engine Qdrant: the index in collections of a server, or in a folder by Qdrant's local mode."""
