"""What was found and answered as the JSON objects that the command line, the service and the tools give: one module a kind."""
