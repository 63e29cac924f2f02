"""Sheets as they are told: whole, in a list, line by line of their history, and as a table."""

from collections.abc import Iterator
from typing import Any

from django.db.models import QuerySet

import engine
from games.selectors.games import player_fields
from players.models import Player
from players.times import instant
from scoring.sheets.access import Access
from scoring.sheets.models import Member, Sheet, SheetChange, SheetDeal, SheetLink
from scoring.sheets.rows import entries_of, options_of, standing_now
from scoring.sheets.standing import Standing

JSON = dict[str, Any]
LIST_ORDER = ("-sheet_id",)
HISTORY_ORDER = ("-number",)


def sheets_of(player: Player) -> QuerySet[Member]:
    """The sheets that the player made or has a seat in, as rows from which `listed_fields` tells them."""
    return Member.objects.filter(player=player).select_related("sheet__owner")


def listed_fields(row: Member) -> JSON:
    """A sheet of a player's list."""
    role = "owner" if row.sheet.owner_id == row.player_id else "write"
    return {**_head(row.sheet, row.sheet.standing), "role": role, "own_seat": row.seat}


def sheet_fields(access: Access) -> JSON:
    """A sheet with its entries; the links are for its owner."""
    sheet = access.sheet
    rows = entries_of(sheet)
    standing = standing_now(sheet, rows)
    members = {row.seat: row.player for row in Member.objects.filter(sheet=sheet).select_related("player")}
    own = [seat for seat, player in members.items() if seat is not None and player == access.player]
    links = SheetLink.objects.filter(sheet=sheet).order_by("id") if access.role == "owner" else ()
    return {
        **_head(sheet, standing.cache),
        "role": access.role,
        "own_seat": own[0] if own else None,
        "rules": engine.options_json(options_of(sheet)),
        "first_dealer": sheet.first_dealer,
        "seats": [
            {"seat": seat, "name": name, "player": player_fields(members[seat]) if members.get(seat) else None}
            for seat, name in enumerate(sheet.names)
        ],
        "deals": [deal_fields(row, standing) for row in rows],
        "links": [link_fields(link) for link in links],
    }


def _head(sheet: Sheet, standing: JSON) -> JSON:
    return {
        "id": str(sheet.id),
        "version": sheet.version,
        "name": sheet.name,
        "preset": sheet.preset or None,
        "names": sheet.names,
        "owner": player_fields(sheet.owner),
        "status": "finished" if standing["winners"] else "running",
        **standing,
        "created_at": instant(sheet.created_at),
        "changed_at": instant(sheet.changed_at),
    }


def deal_fields(row: SheetDeal, standing: Standing) -> JSON:
    """One entry, with what the rules make of it."""
    number = row.entered["deal_number"]
    state = standing.states[row.client_id]
    seats = zip(row.entered["seats"], row.result or (), strict=True)
    return {
        "client_id": str(row.client_id),
        "version": row.version,
        "state": state,
        "deal_number": number,
        "dealer": standing.dealers.get(number),
        "went_out": row.entered["went_out"],
        "wild_rank": row.entered["wild_rank"],
        "seats": [{**entered, **result} for entered, result in seats],
        "totals": standing.totals_after.get(number),
        "created_at": instant(row.created_at),
        "changed_at": instant(row.changed_at),
    }


def link_fields(link: SheetLink) -> JSON:
    """A link, but not its secret, which is not stored."""
    return {"id": str(link.id), "access": link.access, "created_at": instant(link.created_at)}


def history_of(access: Access) -> QuerySet[SheetChange]:
    """All that was changed."""
    return SheetChange.objects.filter(sheet=access.sheet).select_related("by")


def change_fields(row: SheetChange) -> JSON:
    """A line of the history."""
    return {
        "number": row.number,
        "kind": row.kind,
        "at": instant(row.at),
        "by": player_fields(row.by) if row.by else None,
        "link": str(row.link) if row.link else None,
        "client_id": str(row.client_id) if row.client_id else None,
        "before": row.before,
        "after": row.after,
        "undoes": row.undoes,
        "undone": row.is_undone,
    }


def table_of(fields: JSON) -> Iterator[list[Any]]:
    """The sheet as lines: a head, then a line for each entry, with each seat's score and total."""
    names = fields["names"]
    yield ["deal", "state", "dealer", "went_out", *names, *(f"{name}, total" for name in names)]
    for deal in fields["deals"]:
        scores = [seat["score"] for seat in deal["seats"]]
        totals = deal["totals"] if deal["state"] == "counted" else [None] * len(names)
        who = [None if deal[key] is None else names[deal[key]] for key in ("dealer", "went_out")]
        yield [deal["deal_number"], deal["state"], *who, *scores, *totals]
