"""Middleware for browsers that are signed in by a cookie. A request to the API with a token passes it by."""

from typing import Any

from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.messages.middleware import MessageMiddleware
from django.contrib.sessions.middleware import SessionMiddleware
from django.http import HttpRequest
from django.middleware.clickjacking import XFrameOptionsMiddleware
from django.middleware.csrf import CsrfViewMiddleware
from django.utils.deprecation import MiddlewareMixin


class _ForBrowsers(MiddlewareMixin):
    """Goes before a middleware of Django's."""

    def __call__(self, request: HttpRequest) -> Any:
        """Answer the request, with what the middleware adds unless there is a token."""
        if request.META.get("HTTP_AUTHORIZATION") and request.path_info.startswith("/api/"):
            return self.get_response(request)
        return super().__call__(request)


class Sessions(_ForBrowsers, SessionMiddleware):
    """`request.session`."""


class Forgery(_ForBrowsers, CsrfViewMiddleware):
    """Forms come from our own pages."""


class SignedIn(_ForBrowsers, AuthenticationMiddleware):
    """`request.user`."""


class Messages(_ForBrowsers, MessageMiddleware):
    """What the admin tells on the next page."""


class Frames(_ForBrowsers, XFrameOptionsMiddleware):
    """Nobody shows our pages within theirs."""
