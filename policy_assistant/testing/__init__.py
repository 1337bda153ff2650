"""For those who add a backend: contracts that it must keep, and servers to try it against. Not used by the product itself."""
