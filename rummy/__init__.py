"""The Django project: settings, addresses, servers and workers. Nothing imports it."""
