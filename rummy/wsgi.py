"""REST and the admin as a WSGI application, for gunicorn and for `rummy.asgi`."""

import gc
import os
from importlib import import_module
from typing import cast

from a2wsgi.wsgi_typing import WSGIApp
from django.conf import settings
from django.core.wsgi import get_wsgi_application

from rummy.readable import readable
from rummy.whole_bodies import whole_bodies

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "rummy.settings")

application = readable(whole_bodies(cast(WSGIApp, get_wsgi_application())))
import_module(settings.ROOT_URLCONF)  # all views, now: the first request should not wait for them
# What is there now stays as long as the process: each search for garbage would go through all of it in vain.
gc.collect()
gc.freeze()
