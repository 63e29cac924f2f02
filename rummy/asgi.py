"""The whole service as an ASGI application: REST and the admin in WSGI threads, behind `rummy.front`.

A synchronous Django view costs about a third in a WSGI thread of what it costs under Django's own
ASGI handler.
"""

from rummy.wsgi import application as rest

# Django is set up now; what follows needs its models.
# isort: split
from rummy.front.application import Front

THREADS = 32

application = Front(rest, threads=THREADS)
