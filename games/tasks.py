"""The workers' tasks. They carry ids and versions only, and may run twice, late or never."""

from uuid import UUID

from celery import shared_task
from django.utils import timezone

from games.database_time import database_time
from games.services import bots, bulk, daily, invites, outages, presence, seeks, telling
from games.services import sweep as sweeping
from players.services import forget_old_keys


@shared_task
def play_bot(game_id: str, version: int) -> None:
    """Play for the bot that is to act in this version of the game."""
    outages.beat(now=database_time(), clock=database_time)
    bots.play_bot_turn(game_id=UUID(game_id), version=version, clock=timezone.now)


@shared_task
def make_games(job_id: str) -> None:
    """Make the games of this order."""
    bulk.make_games(job_id=UUID(job_id), now=timezone.now())


@shared_task
def tell_players(game_id: str) -> None:
    """Tell the players of this game what happened in it."""
    telling.tell_players(game_id=UUID(game_id), now=timezone.now())


@shared_task
def sweep() -> None:
    """Do what is due and was not rung for."""
    outages.beat(now=database_time(), clock=database_time)
    now = database_time()
    sweeping.settle_due_games(now=now)
    sweeping.break_off_late_attempts(now=now)
    presence.forget_lost_listeners(now=now)
    sweeping.ring_late_bots(now=now)
    sweeping.ring_late_tellers(now=now)
    seeks.settle_due_seeks(now=now)
    seeks.forget_old_seeks(now=now)
    daily.keep_days(now=now)
    bulk.ring_for_waiting(now=now)
    bulk.forget_old_orders(now=now)
    invites.forget_old_invites(now=now)
    forget_old_keys(now=now)
