"""The page of a score sheet: to be read in a browser and printed. Outside `/api/v1`, without a script."""

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext
from django.views import View

from api import limits
from api.callers import address_of
from api.middleware import as_it_is
from games.preset_texts import preset_title
from players.errors import DomainError
from scoring.sheets.access import Caller, access_to
from scoring.sheets.selectors import sheet_fields

_HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none';"
    " form-action 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",  # the address holds the secret of the link
    "X-Frame-Options": "DENY",
    "X-Robots-Tag": "noindex",
}


class SheetPageView(View):
    """For a browser that is signed in, or that has a link: `?link=` and its secret."""

    http_method_names = ["get", "head"]

    def get(self, request: HttpRequest, sheet: UUID) -> HttpResponse:
        """The page, or one that says why there is none."""
        try:
            self._charge()
            player: Any = request.user if request.user.is_authenticated else None
            fields = sheet_fields(access_to(sheet, Caller(player, request.GET.get("link"))))
        except DomainError as error:
            if error.code == "rate_limited":
                return self._page("refusal", {"text": gettext("Too many requests. Try again in a minute.")}, 429)
            return self._page("refusal", {"text": gettext("There is no such score sheet, or the link is old.")}, 404)
        return self._page("sheet", self._content(fields), 200)

    def _content(self, fields: dict[str, Any]) -> dict[str, Any]:
        names = fields["names"]
        return {
            "sheet": fields,
            "rules": preset_title(fields["preset"]) if fields["preset"] else "",
            "winners": [names[seat] for seat in fields["winners"]],
            "leaders": [names[seat] for seat in fields["leaders"]],
            "dealer": None if fields["next_dealer"] is None else names[fields["next_dealer"]],
            "changed_at": parse_datetime(fields["changed_at"]),
        }

    def _page(self, name: str, content: dict[str, Any], status: int) -> HttpResponse:
        response = render(self.request, f"sheets/{name}.html", content, status=status)
        for header, value in _HEADERS.items():
            response[header] = value
        return as_it_is(response)

    def _charge(self) -> None:
        """Raises `rate_limited`."""
        if limits.are_on():
            counted = [(limits.BUCKETS["anonymous"], address_of(self.request))]
            limits.refuse_if_over(limits.charge(counted, timezone.now()))
