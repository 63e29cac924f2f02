"""Which notifications of games are still of use: none of a turn that was played or an invitation that was answered."""

from games.models import Invite, InviteStatus
from games.selectors.waiting import games_that_wait
from players.models import Notification
from players.usefulness import register

_WAITING = {"turn_started": {"to_move": 1}, "offer_made": {"to_answer": 1}}


def is_of_use(notification: Notification) -> bool:
    """Whether there is still to be done what the notification asks for, if it asks for anything."""
    if notification.type in _WAITING:
        waiting = games_that_wait(notification.player_id).filter(game=notification.game)
        return waiting.filter(**_WAITING[notification.type]).exists()
    if notification.type == "invite_received":
        return Invite.objects.filter(code=notification.facts["code"], status=InviteStatus.OPEN).exists()
    return True


register(is_of_use)
