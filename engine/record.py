"""The record of a game: its options, and of each deal seed, dealer and all moves; it replays to the same scores.

As JSON and as text; reading inverts writing. A text record looks like this:

    500 Rum
    rules {"preset": "classic", ...}
    players 2
    deal 1 dealer 0 seed 000102...
    1: draw
    1: discard KD
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.cards import Seat
from engine.dealing import start_deal
from engine.errors import BadNotation, BadRecord, IllegalMove
from engine.moves import Move
from engine.notation import move_from_json, move_json, move_text, parse_move
from engine.options import Options, options_json
from engine.playing import play
from engine.presets import options_from
from engine.scoring import totals
from engine.shuffle import SEED_BYTES
from engine.table import Deal

TITLE = "500 Rum"
_DEAL = re.compile(r"deal (\d{1,6}) dealer (\d) seed ([0-9a-f]{64})", re.ASCII)
_MOVE = re.compile(r"(\d): (.+)", re.ASCII)


@dataclass(frozen=True)
class DealRecord:
    """One deal: its seed (32 bytes), its dealer and the moves in order, each with its seat."""

    seed: bytes
    dealer: Seat
    moves: tuple[tuple[Seat, Move], ...] = ()


@dataclass(frozen=True)
class GameRecord:
    """A game by these options among so many players. ValueError for what cannot be a game."""

    options: Options
    players: int
    deals: tuple[DealRecord, ...] = ()

    def __post_init__(self) -> None:
        self.options.check_players(self.players)
        for number, deal in enumerate(self.deals, 1):
            if len(deal.seed) != SEED_BYTES:
                raise ValueError(f"deal {number}: a seed has {SEED_BYTES} bytes")
            if not {deal.dealer, *(seat for seat, _ in deal.moves)} <= set(range(self.players)):
                raise ValueError(f"deal {number}: a seat that is not there")


def replay(record: GameRecord) -> list[Deal]:
    """Each deal after its last move. Raises ValueError, with the deal and the move, where a record cannot be played."""
    finals: list[Deal] = []
    scores: tuple[int, ...] | None = (0,) * record.players
    for number, played_deal in enumerate(record.deals, 1):
        if scores is None:
            raise ValueError(f"deal {number - 1} is not over, yet deal {number} follows")
        deal = start_deal(
            record.options,
            record.players,
            played_deal.seed,
            dealer=played_deal.dealer,
            deal_number=number,
            scores=scores,
        )
        for at, (seat, move) in enumerate(played_deal.moves, 1):
            try:
                deal = play(deal, seat, move)
            except IllegalMove as error:
                raise ValueError(f"deal {number}, move {at}, {seat}: {move_text(move)}: {error.code}") from error
        finals.append(deal)
        scores = totals(deal)
    return finals


def record_json(record: GameRecord) -> dict[str, Any]:
    """The record as JSON-ready data."""
    return {
        "rules": options_json(record.options),
        "players": record.players,
        "deals": [
            {
                "seed": deal.seed.hex(),
                "dealer": deal.dealer,
                "moves": [{"seat": seat, "move": move_json(move)} for seat, move in deal.moves],
            }
            for deal in record.deals
        ],
    }


def record_from_json(value: object) -> GameRecord:
    """The record that `record_json` wrote; ValueError for anything else."""
    try:
        if not isinstance(value, Mapping):
            raise TypeError("a record is an object")
        deals = tuple(
            DealRecord(
                bytes.fromhex(deal["seed"]),
                Seat(_whole(deal["dealer"])),
                tuple((Seat(_whole(entry["seat"])), move_from_json(entry["move"])) for entry in deal["moves"]),
            )
            for deal in value["deals"]
        )
        return GameRecord(options_from(value["rules"]), _whole(value["players"]), deals)
    except (KeyError, TypeError) as error:
        raise ValueError(f"no record: {error}") from error


def _whole(value: object) -> int:
    if type(value) is not int:
        raise TypeError(f"{value!r:.20} is no whole number")
    return value


def record_text(record: GameRecord) -> str:
    """The record as readable text."""
    lines = [TITLE, f"rules {json.dumps(options_json(record.options))}", f"players {record.players}"]
    for number, deal in enumerate(record.deals, 1):
        lines.append(f"deal {number} dealer {deal.dealer} seed {deal.seed.hex()}")
        lines += [f"{seat}: {move_text(move)}" for seat, move in deal.moves]
    return "\n".join(lines) + "\n"


def parse_record(text: str) -> GameRecord:
    """The record that `record_text` wrote; BadRecord, with the line's number, or ValueError for anything else."""
    lines = text.splitlines()
    if len(lines) < 3 or lines[0] != TITLE or lines[1][:6] != "rules " or lines[2][:8] != "players ":
        raise BadRecord("Line {line}: this is no record of 500 Rum.", line=1)
    options, players = options_from(json.loads(lines[1][6:])), int(lines[2][8:])
    deals: list[tuple[bytes, Seat, list[tuple[Seat, Move]]]] = []
    for number, line in enumerate(lines[3:], 4):
        if head := _DEAL.fullmatch(line):
            if int(head[1]) != len(deals) + 1:
                raise BadRecord("Line {line}: deal {deal} is missing.", line=number, deal=len(deals) + 1)
            deals.append((bytes.fromhex(head[3]), Seat(int(head[2])), []))
        elif (entry := _MOVE.fullmatch(line)) and deals:
            deals[-1][2].append((Seat(int(entry[1])), _move(entry[2], number)))
        else:
            raise BadRecord("Line {line}: this is neither a deal nor a move.", line=number)
    return GameRecord(options, players, tuple(DealRecord(seed, dealer, tuple(moves)) for seed, dealer, moves in deals))


def _move(text: str, number: int) -> Move:
    try:
        return parse_move(text)
    except BadNotation as error:
        raise BadRecord("Line {line}: {problem}", line=number, problem=error) from error
