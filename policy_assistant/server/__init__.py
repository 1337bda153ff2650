"""The service: the product over HTTP, and the page for people. It speaks to the facade only.

`app` puts it together; `callers` says who asks, `workers` runs the work in threads, `desk` is what a request works with,
`routes` has one file a kind of request, `page` what people see.
"""
