"""The caller's devices, to which is pushed what the caller is to know."""

from typing import Any
from uuid import UUID

from django.utils.translation import get_language
from rest_framework.response import Response

from api.operations import operation
from api.serializers.devices import DevicePage, DeviceRequest, DeviceSerializer
from api.serializers.pages import PageQuery
from api.views.base import View
from players.selectors import device_fields, devices_of
from players.services import DeviceWish, delete_device, put_device

SCOPE = "notifications"


class DevicesView(View):
    """All of them."""

    @operation(
        "listDevices",
        tag="Mine",
        summary="List your devices for pushes",
        description="The newest first, without their push tokens.",
        scope=SCOPE,
        query=PageQuery,
        answer=DevicePage,
    )
    def get(self, request: Any) -> Response:
        """One page of them."""
        rows = devices_of(player=self.player, now=self.now)
        return self.page(rows, order=("-id",), item=lambda device: DeviceSerializer(device_fields(device)).data)


class DeviceView(View):
    """One of them."""

    @operation(
        "putDevice",
        tag="Mine",
        summary="Have notices pushed to a device",
        description="The client chooses the id, once for each installation, and puts the device again whenever its push"
        " token may be another. It ends with the token that asks. A push token that was another player's is this"
        " player's now. Of more than 20 devices the one that was put longest ago goes.",
        scope=SCOPE,
        request=DeviceRequest,
        answer=DeviceSerializer,
        problems=("not_found", "unavailable"),  # an id that is none
    )
    def put(self, request: Any, device: UUID) -> Response:
        """Put it."""
        wish = DeviceWish(**{"locale": get_language(), **self.body()})
        facts = {"player": self.player, "client_id": device, "token": self.token, "app": self.app}
        return self.answer(device_fields(put_device(**facts, wish=wish, now=self.now)))

    @operation(
        "deleteDevice",
        tag="Mine",
        summary="Push nothing more to a device",
        description="It may be sent again.",
        scope=SCOPE,
        status=204,
        problems=("not_found",),  # an id that is none
    )
    def delete(self, request: Any, device: UUID) -> Response:
        """End it."""
        delete_device(player=self.player, client_id=device)
        return self.nothing()
