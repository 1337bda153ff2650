"""The documentation, and the script that writes its reference pages."""
