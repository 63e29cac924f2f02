"""Which cards a caller may not know of the deal that goes on, and where to look for them in an answer."""

import json
import re
from collections.abc import Iterator
from typing import Any

import engine
from engine.cards import CODES
from games.models import Deal, Entry, Kind
from games.shown import entries_of, is_deal_open
from games.store import GameState
from players.models import Player

# What a wild card stands for is no card.
_CARD = re.compile(r"(?<![\w=-])(?:[A2-9TJQK][CDHS]2?|X[1-8])(?![\w-])")

_VERSION = re.compile(r'"(?:current_|made_at_|opened_at_|to_)?version": ?(\d+)')


def cards_in(text: str) -> set[str]:
    """Every card that the text names."""
    return {code for code in _CARD.findall(text) if code in CODES}


def hidden_from(state: GameState, seat: int | None) -> set[str]:
    """The cards of a deal that is secret that were never face up in it, nor in the hand of this seat (None: no seat).

    `state` is as it is shown to who sits there, or to those who look on.
    """
    deal = state.deal
    if deal is None or (state.game.is_over and not state.game.is_sealed):
        return set()
    table = deal.table
    mask = table.rules.pack
    for known in table.known:
        mask &= ~known
    if seat is not None:
        mask &= ~deal.hands[seat]
    seen = {CODES[card] for card in table.pile} | cards_in(" ".join(" ".join(meld.cards) for meld in table.melds))
    entries = entries_of(state).filter(version__gte=state.deal_version)
    for entry in entries.only("kind", "seat", "move", "drawn", "hands"):
        seen |= cards_in(json.dumps(entry.move))
        if seat is not None:
            seen |= {entry.drawn} if entry.seat == seat else set()
            seen |= set(entry.hands.get(str(seat), ()) if entry.kind == Kind.DEALT else ())
    return set(engine.codes(mask)) - seen - _dealt_face_up(state)


def _dealt_face_up(state: GameState) -> set[str]:
    start = engine.start_deal(state.options, len(state.seats), state.playing.seed or bytes(32)).table
    return {CODES[card] for card in start.pile}.union(*map(engine.codes, start.known))


def secrets_of(state: GameState) -> set[str]:
    """What nobody may ever read of a game, as it would be written: seeds of deals that go on, the bots' secret."""
    deals = Deal.objects.filter(game=state.game)
    seeds = [bytes(deal.seed) for deal in deals if not is_deal_open(state, deal)]
    return {secret.hex() for secret in (*seeds, bytes(state.game.bot_secret))}


def versions_in(text: str) -> set[int]:
    """Every version of a game that the text names."""
    return {int(version) for version in _VERSION.findall(text)}


def played_by(state: GameState, player: Player) -> set[str]:
    """The cards of this player's own moves, which are told to the player again and again."""
    own = Entry.objects.filter(game=state.game, player=player).values_list("text", "drawn")
    return cards_in(" ".join(f"{text} {drawn}" for text, drawn in own))


def of_running_deal(text: str, state: GameState) -> str:
    """The part of a body that tells of the deal that goes on: the cards of former deals are everybody's."""
    if state.game.deal_number < 2:
        return text
    lines = text.splitlines()
    if lines and lines[0].startswith("500 Rum"):  # a record as text
        start = next(index for index, line in enumerate(lines) if line.startswith(f"deal {state.game.deal_number} "))
        return "\n".join(lines[start:])
    former = Entry.objects.filter(game=state.game, kind=Kind.MOVE, version__lt=state.deal_version)
    former_texts = set(former.values_list("text", flat=True))
    return "\n".join(_running(line, state, former_texts) for line in lines)


def _running(line: str, state: GameState, former_texts: set[str]) -> str:
    line = line.removeprefix("data: ")  # of a stream
    try:
        return json.dumps(list(_parts(json.loads(line), state)))
    except ValueError:  # a page of the admin, with the log of the game perhaps
        for text in former_texts:
            line = line.replace(text, "")
        return line


def _parts(told: Any, state: GameState) -> Iterator[Any]:
    """All that is no object or list in it, without the objects that are about deals that are over."""
    if isinstance(told, list):
        for part in told:
            yield from _parts(part, state)
    elif isinstance(told, dict):
        if not _is_former(told, state):
            for part in told.values():
                yield from _parts(part, state)
    else:
        yield told


def _is_former(told: dict[str, Any], state: GameState) -> bool:
    number = told.get("deal_number", told.get("number"))
    if isinstance(number, int):
        return number < state.game.deal_number
    is_of_log = "type" in told or "text" in told
    return is_of_log and isinstance(told.get("version"), int) and told["version"] < state.deal_version
