"""Secrets: random, recognisable by a prefix, and stored as a SHA-256, as what is random needs no slow hash."""

import hashlib
import hmac
import secrets
from base64 import urlsafe_b64encode
from enum import StrEnum

from django.conf import settings

SECRET_LENGTH = 60


class Prefix(StrEnum):
    """What a secret begins with, so that scanners of published source know it."""

    GUEST = "rum_gst_"
    SESSION = "rum_ses_"
    REFRESH = "rum_ref_"
    PERSONAL = "rum_pat_"
    OAUTH = "rum_oat_"
    OAUTH_REFRESH = "rum_ort_"
    OAUTH_CODE = "rum_oac_"
    APP = "rum_app_"
    APP_SECRET = "rum_sec_"
    TICKET = "rum_tkt_"
    MAIL = "rum_eml_"
    SHEET = "rum_shl_"


def new_secret(prefix: str) -> str:
    """256 random bits behind their prefix."""
    return prefix + _base64(secrets.token_bytes(32))


def repeatable_secret(prefix: str, *facts: object) -> str:
    """The secret that belongs to these facts: the same each time, for them alone.

    It is derived under the server's own key, so an answer with a secret is repeated without being stored.
    """
    message = ":".join(["token", prefix, *map(str, facts)]).encode()
    return prefix + _base64(hmac.digest(settings.SECRET_KEY.encode(), message, "sha256"))


def digest_of(secret: str) -> str:
    """What is stored of a secret, and how it is found."""
    return hashlib.sha256(secret.encode()).hexdigest()


def _base64(value: bytes) -> str:
    return urlsafe_b64encode(value).rstrip(b"=").decode()
