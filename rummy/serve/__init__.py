"""The one-command server: what it needs, the web server, and the workers that it starts and watches over."""
