"""A citation opened in its source: the page, the section or the lines, the cited words marked only where their place is proved."""
