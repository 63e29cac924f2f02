"""The log of a game, as tests read it."""

from uuid import UUID

from games.models import Entry, Game


def check_log(game_id: UUID) -> None:
    """No entry is missing or there twice."""
    versions = list(Entry.objects.filter(game=game_id).order_by("version").values_list("version", flat=True))
    assert versions == list(range(1, Game.objects.get(id=game_id).version + 1))


def new_entries(game_id: UUID, version: int) -> list[tuple[str, int | None, str, str]]:
    """Kind, seat, author and text of the entries after this version."""
    entries = Entry.objects.filter(game=game_id, version__gt=version).order_by("version")
    return list(entries.values_list("kind", "seat", "author", "text"))


def new_kinds(game_id: UUID, version: int) -> list[str]:
    """Only what kinds of entries they are."""
    return [kind for kind, *_ in new_entries(game_id, version)]


def news(game_id: UUID, version: int) -> list[str]:
    """The types of all that followed from the entries after this version."""
    outcomes = (
        Entry.objects.filter(game=game_id, version__gt=version).order_by("version").values_list("outcome", flat=True)
    )
    return [one["type"] for outcome in outcomes for one in outcome.get("then", ())]
