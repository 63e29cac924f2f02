"""Webhooks of the account or app that asks."""

from functools import partial
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from rest_framework.response import Response

from api.operations import operation
from api.serializers.pages import PageQuery
from api.serializers.webhooks import (
    DeliveryPage,
    DeliveryQuery,
    DeliverySerializer,
    NewWebhookSerializer,
    WebhookChanges,
    WebhookPage,
    WebhookRequest,
    WebhookSecretRotation,
    WebhookSerializer,
)
from api.views.base import View, private
from players.selectors import deliveries_of, delivery_fields, webhooks_of
from players.services import (
    create_webhook,
    delete_webhook,
    order_test,
    redeliver,
    rotate_webhook_secret,
    update_webhook,
    webhook_of,
    webhook_secret,
)

owned = partial(operation, tag="Webhooks", token="owner", scope="webhooks")
sending = partial(owned, answer=DeliverySerializer, status=202, problems=("not_found",), bucket="webhook_sends")


class WebhooksBaseView(View):
    """What all of them have in common."""

    @property
    def owner(self) -> Any:
        """The player who asks, or the app that does so for none of its players."""
        return self.app if self.player is None else self.player

    def own(self, webhook: UUID) -> dict[str, Any]:
        """Which one is meant: one of the owner's."""
        return {"owner": self.owner, "webhook_id": webhook}

    def answer_with_secret(self, webhook: Any) -> HttpResponse:
        """The webhook and its newest secret, for this once."""
        secret = {"secret": webhook_secret(webhook=webhook, now=self.now)}
        return private(self.answer({**vars(webhook), **secret}))


class WebhooksView(WebhooksBaseView):
    """All of them."""

    @owned(
        "listWebhooks",
        summary="List your webhooks",
        description="Those of the account that asks, or of the app that asks for itself; the newest first.",
        query=PageQuery,
        answer=WebhookPage,
    )
    def get(self, request: Any) -> Response:
        """One page of them."""
        rows = webhooks_of(owner=self.owner)
        return self.page(rows, order=("-id",), item=lambda webhook: WebhookSerializer(webhook).data)

    @owned(
        "createWebhook",
        summary="Make a webhook",
        description="From now on the address is told of these events in games in which you sit, or players of the app"
        " that asks for itself. The secret that signs what is sent is shown this once. Accounts and apps only.",
        request=WebhookRequest,
        answer=NewWebhookSerializer,
        status=201,
        problems=("forbidden", "limit_reached"),
    )
    def post(self, request: Any) -> HttpResponse:
        """Make a webhook."""
        return self.answer_with_secret(create_webhook(owner=self.owner, **self.body(), now=self.now))


class WebhookView(WebhooksBaseView):
    """One of them."""

    @owned(
        "getWebhook",
        summary="Read a webhook",
        answer=WebhookSerializer,
        problems=("not_found",),
    )
    def get(self, request: Any, webhook: UUID) -> Response:
        """The webhook, without its secret."""
        return self.answer(webhook_of(**self.own(webhook)))

    @owned(
        "updateWebhook",
        summary="Change, stop or resume a webhook",
        request=WebhookChanges,
        answer=WebhookSerializer,
        problems=("not_found",),
    )
    def patch(self, request: Any, webhook: UUID) -> Response:
        """Change it."""
        return self.answer(update_webhook(**self.own(webhook), changes=self.body(), now=self.now))

    @owned(
        "deleteWebhook",
        summary="End a webhook",
        description="What was not sent yet is not sent any more.",
        status=204,
        problems=("not_found",),
    )
    def delete(self, request: Any, webhook: UUID) -> Response:
        """End it."""
        delete_webhook(**self.own(webhook))
        return self.nothing()


class WebhookTestView(WebhooksBaseView):
    """A message that tells nothing."""

    @sending(
        "testWebhook",
        summary="Send a test message",
        description="Of type `test`, in a moment, also to a webhook that is stopped. How it went is told by its"
        " deliveries.",
    )
    def post(self, request: Any, webhook: UUID) -> Response:
        """Order it."""
        return self.answer(delivery_fields(order_test(**self.own(webhook), now=self.now)))


class WebhookSecretView(WebhooksBaseView):
    """A new secret."""

    @owned(
        "rotateWebhookSecret",
        summary="Change a webhook's secret",
        description="The new secret is shown this once. For a day both sign, unless the former one is to end at once.",
        request=WebhookSecretRotation,
        answer=NewWebhookSerializer,
        problems=("not_found",),
    )
    def post(self, request: Any, webhook: UUID) -> HttpResponse:
        """Change it."""
        return self.answer_with_secret(rotate_webhook_secret(**self.own(webhook), **self.body(), now=self.now))


class DeliveriesView(WebhooksBaseView):
    """What it was told."""

    @owned(
        "listDeliveries",
        summary="List what a webhook was told",
        description="The newest first; kept for a week.",
        query=DeliveryQuery,
        answer=DeliveryPage,
        problems=("not_found",),
    )
    def get(self, request: Any, webhook: UUID) -> Response:
        """One page of deliveries."""
        found = webhook_of(**self.own(webhook))
        rows = deliveries_of(webhook=found, status=self.query.get("status", ""))
        return self.page(rows, order=("-id",), item=lambda row: DeliverySerializer(delivery_fields(row)).data)


class RedeliveryView(WebhooksBaseView):
    """One of them once more."""

    @sending(
        "redeliverWebhook",
        summary="Send a message again",
        description="In a moment, with the same id and body, whether it was taken or given up; to a webhook that is"
        " stopped when it is resumed.",
    )
    def post(self, request: Any, webhook: UUID, delivery: UUID) -> Response:
        """Send it again."""
        return self.answer(delivery_fields(redeliver(**self.own(webhook), delivery_id=delivery, now=self.now)))
