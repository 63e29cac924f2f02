"""REST and the admin as a WSGI application, for gunicorn and for `rummy.asgi`."""

import os
from importlib import import_module

from django.conf import settings
from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "rummy.settings")

application = get_wsgi_application()
import_module(settings.ROOT_URLCONF)  # all views, now: the first request should not wait for them
