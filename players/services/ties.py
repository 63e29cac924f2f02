"""Friends and blocks: put and taken back by one side alone."""

from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext

from players.errors import DomainError
from players.models import Player, Tie, TieKind
from players.selectors import player as player_by_id

MOST_OF_A_KIND = 1000


@transaction.atomic
def put_tie(*, player: Player, other_id: UUID, kind: TieKind | str, now: datetime) -> Tie:
    """The other is now of this kind, and of no other; where that was so, it stays as it is.

    Raises `not_found`, `erased`, `forbidden` for oneself, `limit_reached`.
    """
    other = player_by_id(player_id=other_id)
    if other.pk == player.pk:
        raise DomainError("forbidden", gettext("You are who you are; befriend or block others."))
    # Locked, so that of two who come at once one counts what the other has put.
    Player.objects.select_for_update().get(pk=player.pk)
    there = Tie.objects.filter(player=player, other=other).first()
    if there is not None and there.kind == kind:
        there.other = other
        return there
    if Tie.objects.filter(player=player, kind=kind).count() >= MOST_OF_A_KIND:
        raise DomainError("limit_reached", gettext("A player has at most {most} of them.").format(most=MOST_OF_A_KIND))
    if there is not None:
        there.delete()
    return Tie.objects.create(player=player, other=other, kind=kind, created_at=now)


def cut_tie(*, player: Player, other_id: UUID, kind: TieKind | str) -> None:
    """The other is not of this kind any more, if ever."""
    Tie.objects.filter(player=player, other_id=other_id, kind=kind).delete()
