"""The workers' tasks on players. They carry ids only, and may run twice, late or never."""

from functools import partial
from uuid import UUID

from celery import shared_task
from django.utils import timezone

from players.couriers import couriers
from players.services import deliveries, mail, pushes
from players.services import sweep as sweeping
from players.services.exports import write_export as write_out


@shared_task
def send_mail(order_id: str) -> None:
    """Write the mail of this order."""
    mail.send_ordered(order_id=UUID(order_id), now=timezone.now())


@shared_task
def write_export(export_id: str) -> None:
    """Write this export."""
    write_out(export_id=UUID(export_id), now=timezone.now())


@shared_task
def deliver(delivery_id: str) -> None:
    """Let a courier tell a webhook what is to be told; where all are at work, the sweep rings again."""
    couriers.hand_over(partial(deliveries.deliver, delivery_id=UUID(delivery_id), clock=timezone.now))


@shared_task
def push(device_id: str) -> None:
    """Let a courier push to a device what is to be pushed; where all are at work, the sweep rings again."""
    couriers.hand_over(partial(pushes.push, device_id=UUID(device_id), clock=timezone.now))


@shared_task
def sweep_deliveries() -> None:
    """Ring for what webhooks are to be told, and what is to be pushed to devices."""
    deliveries.ring_for_due(now=timezone.now())
    pushes.ring_for_due_pushes(now=timezone.now())


@shared_task
def sweep() -> None:
    """Do what is due and was not rung for, and forget what is over."""
    sweeping.sweep_players(now=timezone.now())
