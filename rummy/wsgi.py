"""REST and the admin as a WSGI application, for gunicorn and for `rummy.asgi`."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "rummy.settings")

application = get_wsgi_application()
