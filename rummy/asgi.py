"""The whole service as an ASGI application: REST and the admin in WSGI threads.

A synchronous Django view costs about a third in a WSGI thread of what it costs under Django's own
ASGI handler.
"""

from typing import cast

from a2wsgi import WSGIMiddleware
from a2wsgi.wsgi_typing import WSGIApp

from rummy.wsgi import application as rest

THREADS = 32  # a long-poll holds one for up to 25 s

application = WSGIMiddleware(cast(WSGIApp, rest), workers=THREADS)
