"""The one-command server: what it needs, the web server, and the workers that it starts and watches over."""

import os

# A web server may import any of these modules first, and the texts in some of them need the settings.
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "rummy.settings")
