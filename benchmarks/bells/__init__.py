"""A1: from the commit of a move to the first line of the bot's task, beside bare Celery on the same broker."""
