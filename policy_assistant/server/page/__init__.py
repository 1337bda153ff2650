"""What people see: pages made on the server, in English and French, that work without JavaScript and better with it.

`render` fills the templates, `words` holds our own words, each other module the routes of one view.
"""
