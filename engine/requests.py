"""Playing positions by machine (docs/notation.md): a request object in, an answer object out."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import islice
from typing import Any

from engine.cards import CARDS, Card, Seat
from engine.errors import PROBLEM, BadNotation, BadPosition, Code, IllegalMove, Refused
from engine.moves import Move
from engine.notation import move_from_json, move_text, parse_move
from engine.playing import legal_moves, play, settle
from engine.position import position_from, position_of
from engine.scoring import deal_scores, winners
from engine.table import OVER, Deal, observe
from engine.work import TooMuchWork, at_most, spend

_KEYS = ("position", "moves", "check", "legal")
MOST_MOVES = 10_000


class BadRequest(Refused):
    """A request that is not answered, and the key that is at fault.

    `code`: bad_json, bad_request, bad_position, impossible_rules or too_much_work.

    `index` is the place in the list that `key` names, where one of its entries is at fault.
    """

    def __init__(
        self, code: str, problem: str, /, key: str | None = None, index: int | None = None, **facts: object
    ) -> None:
        super().__init__(problem, **facts)
        self.code = code
        self.key = key
        self.index = index


def answer_line(line: str) -> str:
    """One line of JSON for one line of JSON; an error is an answer too."""
    try:
        try:
            request = json.loads(line, parse_constant=_no_constant)
        except (ValueError, RecursionError) as error:
            raise BadRequest("bad_json", PROBLEM, problem=error) from error
        return json.dumps(answer(request))
    except BadRequest as error:
        return json.dumps({"error": {"code": error.code, "message": str(error), "key": error.key}})


def _no_constant(name: str) -> object:
    raise ValueError(f"{name} is no JSON")


def answer(request: object, most_legal: int | None = None, most_steps: int | None = None) -> dict[str, Any]:
    """Plays the moves of the request from its position and answers what it asks; BadRequest if it cannot be read.

    `most_legal` limits the legal moves that are listed for a seat; then `truncated` lists the seats that have more.
    `most_steps` limits the work: entries, and turns that are looked at (`finishing`); what needs more is a BadRequest
    `too_much_work` at the entry that it came to.
    """
    try:
        with at_most(most_steps):
            return _answer(request, most_legal)
    except RecursionError as error:
        raise BadRequest("bad_request", "The request is nested too deep.") from error
    except TooMuchWork as error:
        raise _too_much_work("position") from error


def _too_much_work(key: str, index: int | None = None) -> BadRequest:
    return BadRequest("too_much_work", "This request asks for too much work. Ask for less at once.", key, index)


def _answer(request: object, most_legal: int | None) -> dict[str, Any]:
    if not isinstance(request, Mapping):
        raise BadRequest("bad_request", "A request is an object.")
    for key in request:
        if key not in _KEYS:
            raise BadRequest("bad_request", "A request has no such key.", str(key)[:60])
    if "position" not in request:
        raise BadRequest("bad_request", "The position is missing.", "position")
    deal = _position(request["position"])
    moves, checks, seats = _list(request, "moves"), _list(request, "check"), _list(request, "legal")
    for key, entries in (("moves", moves), ("check", checks)):
        for index, entry in enumerate(entries):
            _check_entry(deal, key, index, entry)
    for index, seat in enumerate(seats):
        if type(seat) is not int or not 0 <= seat < deal.table.players:
            raise BadRequest("bad_request", "`legal` lists seats.", "legal", index)
    deal, verdicts = _played(deal, moves)
    scores = deal_scores(deal)
    checked, legal = _checked(deal, checks), _listed(deal, seats, most_legal)
    answered: dict[str, Any] = {
        "moves": verdicts,
        "position": position_of(deal),
        "check": checked,
        "legal": {str(seat): texts[:most_legal] for seat, texts in legal.items()},
        "deal_scores": None if scores is None else list(scores),
        "winners": list(winners(deal)),
    }
    if most_legal is not None:
        answered["truncated"] = [seat for seat, texts in legal.items() if len(texts) > most_legal]
    return answered


def _played(deal: Deal, moves: list[Any]) -> tuple[Deal, list[str]]:
    """The deal after the moves that are legal, and the verdict on each; what was refused is refused until one is."""
    verdicts = []
    refused: dict[str, str] = {}
    for index, entry in enumerate(moves):
        question = _question(entry)
        with _at("moves", index):
            if question not in refused:
                try:
                    deal, refused = play_entry(deal, entry), {}
                except IllegalMove as error:
                    refused[question] = str(error.code)
        verdicts.append(refused.get(question, "ok"))
    return deal, verdicts


def _checked(deal: Deal, checks: list[Any]) -> list[str]:
    """The verdict on each move, worked out once for equal ones."""
    known: dict[str, str] = {}
    for index, entry in enumerate(checks):
        question = _question(entry)
        with _at("check", index):
            if question not in known:
                known[question] = verdict(deal, entry)
    return [known[_question(entry)] for entry in checks]


def _listed(deal: Deal, seats: list[Seat], most: int | None) -> dict[Seat, list[str]]:
    """The legal moves of each of the seats, and one more than `most` where there are more."""
    listed: dict[Seat, list[str]] = {}
    for index, seat in enumerate(seats):
        if seat not in listed:
            with _at("legal", index):
                moves = legal_moves(observe(deal, seat))
                listed[seat] = [move_text(move) for move in islice(moves, None if most is None else most + 1)]
    return listed


def _question(entry: Mapping[str, Any]) -> str:
    return repr((entry.get("seat"), entry["move"], entry.get("reshuffle")))


@contextmanager
def _at(key: str, index: int) -> Iterator[None]:
    """One entry of a list, which is a step of the work; what is wrong with it is told with its place."""
    try:
        spend()
        yield
    except TooMuchWork as error:
        raise _too_much_work(key, index) from error
    except BadRequest as error:
        error.index = index
        raise


def _position(value: object) -> Deal:
    try:
        return position_from(value)
    except BadPosition as error:
        raise BadRequest(
            "impossible_rules" if error.key == "rules" else "bad_position", PROBLEM, error.key, problem=error
        ) from error


def _list(request: Mapping[str, Any], key: str) -> list[Any]:
    value = request.get(key)
    if value is None:
        return []
    if not isinstance(value, list) or len(value) > MOST_MOVES:
        raise BadRequest("bad_request", "{name} is a list.", key, name=key)
    return value


def _check_entry(deal: Deal, key: str, index: int, entry: object) -> None:
    if not isinstance(entry, Mapping) or set(entry) - {"seat", "move", "reshuffle", "error"} or "move" not in entry:
        raise BadRequest("bad_request", "An entry of {name} has a seat and a move.", key, index, name=key)
    if not isinstance(entry["move"], str | Mapping):
        raise BadRequest("bad_request", "A move is a text or an object.", key, index)
    order = entry.get("reshuffle")
    if order is not None and not (isinstance(order, list) and all(code in CARDS for code in map(str, order))):
        raise BadRequest("bad_request", "`reshuffle` is a list of card codes.", key, index)


def read_move(value: object) -> Move:
    """A move as text or as JSON; IllegalMove with `bad_notation` where it cannot be read."""
    try:
        return parse_move(value) if isinstance(value, str) else move_from_json(value)
    except BadNotation as error:
        raise IllegalMove(Code.BAD_NOTATION, problem=error, pointer=error.pointer) from error


def _seat(deal: Deal, value: object) -> Seat:
    if type(value) is not int or not 0 <= value < deal.table.players:
        raise IllegalMove(
            Code.BAD_NOTATION, problem=BadNotation("There is no seat {seat}.", seat=f"{value!r:.20}"), pointer="/seat"
        )
    return Seat(value)


def play_entry(deal: Deal, entry: Mapping[str, Any]) -> Deal:
    """The deal after {"seat": 0, "move": …, "reshuffle": …}; IllegalMove where it is refused."""
    _raise_if_over(deal)
    move, seat = read_move(entry["move"]), _seat(deal, entry.get("seat"))
    return play(deal, seat, move, reshuffle=_order(deal, entry))


def _order(deal: Deal, entry: Mapping[str, Any]) -> tuple[Card, ...] | None:
    codes = entry.get("reshuffle")
    if codes is None:
        return None
    order = tuple(CARDS[code] for code in codes)
    if sorted(order) != sorted(deal.table.pile[:-1]):
        raise BadRequest("bad_request", "`reshuffle` lists the cards of the pile but its top.", "moves")
    return order


def verdict(deal: Deal, entry: Mapping[str, Any]) -> str:
    """Whether a move would be accepted, without playing it: "ok" or its refusal code."""
    try:
        _raise_if_over(deal)
        move, seat = read_move(entry["move"]), _seat(deal, entry.get("seat"))
        settle(observe(deal, seat), move)
    except IllegalMove as error:
        return str(error.code)
    return "ok"


def _raise_if_over(deal: Deal) -> None:
    """The end of a deal comes before everything, a move that cannot be read included."""
    if deal.table.phase == OVER:
        raise IllegalMove(Code.DEAL_OVER)
