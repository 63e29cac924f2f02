"""What can be done with players. Each service takes the time as `now` and keyword arguments only."""

from players.services.accounts import open_account, upgrade_guest
from players.services.apps import (
    AppCaller,
    app_player,
    authenticate_app,
    client_of,
    create_app,
    find_app_player,
    issue_app_token,
    note_act,
    put_app_player,
    rotate_app_secret,
    update_app,
)
from players.services.devices import DeviceWish, delete_device, put_device
from players.services.erasure import cancel_erasure, request_erasure
from players.services.events import news_told, tell_player
from players.services.exports import create_export, export_of
from players.services.families import Secrets
from players.services.grants import (
    Leave,
    end_grant,
    is_repeated,
    issue_code,
    locked_code,
    locked_grant,
    new_grant_secrets,
    redeem_code,
    renew_grant,
    renewed_grant_secrets,
    spend_code,
)
from players.services.guests import admit_guest, create_guest, guest_secret
from players.services.idempotency import Answer, claim_key, forget_old_keys, keep_answer, kept_answer
from players.services.mail import change_email, confirm_email, request_password_reset, reset_password
from players.services.notifications import mark_read
from players.services.profile import update_profile
from players.services.rights import Right, ended_rights
from players.services.sessions import (
    account_of,
    check_password,
    counted_login,
    logins_of,
    open_session,
    refresh_session,
    session_secrets,
)
from players.services.tickets import issue_ticket, redeem_ticket
from players.services.ties import cut_tie, put_tie
from players.services.tokens import (
    TOKENS,
    allowed_scopes,
    authenticate,
    issue_personal_token,
    issue_token,
    revoke_token,
    revoke_token_of,
)
from players.services.webhooks import (
    create_webhook,
    delete_webhook,
    order_test,
    redeliver,
    rotate_webhook_secret,
    update_webhook,
    webhook_of,
    webhook_secret,
)

__all__ = [
    "TOKENS",
    "Answer",
    "AppCaller",
    "DeviceWish",
    "Leave",
    "Right",
    "Secrets",
    "account_of",
    "admit_guest",
    "allowed_scopes",
    "app_player",
    "authenticate",
    "authenticate_app",
    "cancel_erasure",
    "change_email",
    "check_password",
    "claim_key",
    "client_of",
    "confirm_email",
    "counted_login",
    "create_app",
    "create_export",
    "create_guest",
    "create_webhook",
    "cut_tie",
    "delete_device",
    "delete_webhook",
    "end_grant",
    "ended_rights",
    "export_of",
    "find_app_player",
    "forget_old_keys",
    "guest_secret",
    "is_repeated",
    "issue_app_token",
    "issue_code",
    "issue_personal_token",
    "issue_ticket",
    "issue_token",
    "keep_answer",
    "kept_answer",
    "locked_code",
    "locked_grant",
    "logins_of",
    "mark_read",
    "new_grant_secrets",
    "news_told",
    "note_act",
    "open_account",
    "open_session",
    "order_test",
    "put_app_player",
    "put_device",
    "put_tie",
    "redeem_code",
    "redeem_ticket",
    "redeliver",
    "refresh_session",
    "renew_grant",
    "renewed_grant_secrets",
    "request_erasure",
    "request_password_reset",
    "reset_password",
    "revoke_token",
    "revoke_token_of",
    "rotate_app_secret",
    "rotate_webhook_secret",
    "session_secrets",
    "spend_code",
    "tell_player",
    "update_app",
    "update_profile",
    "update_webhook",
    "upgrade_guest",
    "webhook_of",
    "webhook_secret",
]
