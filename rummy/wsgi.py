"""REST and the admin as a WSGI application, for gunicorn and for `rummy.asgi`."""

import gc
import os
from importlib import import_module
from typing import cast

from a2wsgi.wsgi_typing import WSGIApp
from django.conf import settings
from django.core.wsgi import get_wsgi_application

from rummy.readable import readable

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "rummy.settings")

_django = cast(WSGIApp, get_wsgi_application())

from rummy.whole_bodies import whole_bodies  # noqa: E402 (how large a body may be is asked of the API)

application = readable(whole_bodies(_django))
import_module(settings.ROOT_URLCONF)  # all views, now: the first request should not wait for them
# What is there now stays as long as the process: each search for garbage would go through all of it in vain.
gc.collect()
gc.freeze()
