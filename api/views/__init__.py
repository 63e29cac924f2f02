"""One view a path: it reads what is asked, makes one call, and answers."""
