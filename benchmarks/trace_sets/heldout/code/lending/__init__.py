"""Lending desk of the Rivemont library."""
