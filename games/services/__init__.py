"""What can be done with games. Each service takes `now`, runs in one transaction, and refuses with a code."""
