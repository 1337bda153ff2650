"""The tools for programs that speak the Model Context Protocol: search, ask, where, document, diff. They only read."""
