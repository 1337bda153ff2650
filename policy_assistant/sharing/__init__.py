"""An answer given on: texts to copy, and one page that holds all its evidence."""
