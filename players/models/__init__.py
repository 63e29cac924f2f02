"""The rows of players."""

from players.models.app import App, AppAct, AppPlayer, AppToken
from players.models.authorization import AuthorizationCode
from players.models.device import Device, DevicePlatform
from players.models.idempotency import IdempotencyKey
from players.models.mail import MailOrder, MailPurpose, MailSecret
from players.models.notification import Notification
from players.models.player import Player, PlayerKind
from players.models.player_event import PlayerEvent, PlayerEventCount
from players.models.privacy import DataExport, Erasure, ExportStatus
from players.models.push import Push
from players.models.tie import Tie, TieKind
from players.models.token import RefreshToken, StreamTicket, Token, TokenKind
from players.models.webhook import Delivery, DeliveryStatus, Webhook

__all__ = [
    "App",
    "AppAct",
    "AppPlayer",
    "AppToken",
    "AuthorizationCode",
    "DataExport",
    "Delivery",
    "DeliveryStatus",
    "Device",
    "DevicePlatform",
    "Erasure",
    "ExportStatus",
    "IdempotencyKey",
    "MailOrder",
    "MailPurpose",
    "MailSecret",
    "Notification",
    "Player",
    "PlayerEvent",
    "PlayerEventCount",
    "PlayerKind",
    "Push",
    "RefreshToken",
    "StreamTicket",
    "Tie",
    "TieKind",
    "Token",
    "TokenKind",
    "Webhook",
]
