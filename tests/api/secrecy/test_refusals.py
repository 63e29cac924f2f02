"""No refusal depends on what the refused cannot know: not its words, nor the steps that lead to it.

The positions are those of the engine's cases in which a move is refused, so that every code comes up.
"""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import engine
from engine import CODES, Code, Deal
from engine.cards import played
from engine.cases import play_entry
from tests.api.secrecy.answers import Asking
from tests.api.secrecy.callers import Caller, with_token
from tests.api.secrecy.exchange import exchanged
from tests.api.secrecy.questions import Question
from tests.engine.case_files import all_cases
from tests.engine.sizes import SIZED, SOAK
from tests.service.games.table import People, people, set_deal

pytestmark = [pytest.mark.django_db, *SIZED]
NOT_OVER_HTTP = {Code.DEAL_OVER: "behind the end of a deal comes the next deal, or the end of the game"}
EACH = 1000 if SOAK else 2


class Refused:
    """A move that is refused in a deal."""

    def __init__(self, name: str, rules: Any, deal: Deal, entry: dict[str, Any]) -> None:
        self.name, self.rules, self.deal = name, rules, deal
        self.seat, self.move, self.code = entry["seat"], entry["move"], entry["error"]

    @property
    def hidden(self) -> set[str]:
        """The cards of the pack that the seat does not see, those included that the case leaves out."""
        table = self.deal.table
        seen = sum(table.known) | self.deal.hands[self.seat] | sum(1 << card for card in table.pile)
        melds = {CODES[played(text)[0]] for meld in table.melds for text in meld.cards}
        return set(engine.codes(table.rules.pack & ~seen)) - melds

    @property
    def is_the_rules_own(self) -> bool:
        """Whether the rules refuse the move, and nothing before them does: the call window, or its end."""
        kind, table = self.move.split()[0], self.deal.table
        if kind in ("draw", "take", "call", "pass"):
            return table.phase != "over" and bool(table.window) == (kind in ("call", "pass"))
        return table.phase != "over"


def refusals() -> Iterator[Refused]:
    """All of the cases."""
    for name, case in all_cases().items():
        deal = engine.position_from(case["position"])
        for number, entry in enumerate(case["moves"]):
            if "error" not in entry:
                deal = play_entry(deal, entry)
                continue
            refused = Refused(f"{name}-{number}", case["position"].get("rules", "pagat"), deal, entry)
            if is_readable(refused.move) and refused.is_the_rules_own:
                yield refused


def is_readable(move: object) -> bool:
    """Whether it is the text of a move."""
    try:
        return isinstance(move, str) and bool(engine.parse_move(move))
    except engine.BadNotation:
        return False


def some() -> list[Refused]:
    """A few of each code."""
    by_code: dict[str, list[Refused]] = {}
    for refused in refusals():
        by_code.setdefault(refused.code, []).append(refused)
    return [refused for found in by_code.values() for refused in found[:: max(1, len(found) // EACH)][:EACH]]


SOME = some()


def questions(refused: Refused, game: People) -> Iterator[Question]:
    """The move in every way in which it can be sent."""
    state, base = game.state, f"/api/v1/games/{game.game_id}"
    move = engine.move_json(engine.parse_move(refused.move))
    occasion: dict[str, Any] = {"version": state.game.version}
    if move["type"] in ("call", "pass"):
        occasion = {"window": str(state.game.window_id or state.game.id)}
    for path in ("moves", "moves/check"):
        yield Question(path, "POST", f"{base}/{path}", {"move": move, **occasion})
    for more in ([], [{"type": "discard", "card": "2C"}]):
        yield Question("turn", "POST", f"{base}/turn", {"moves": [move, *more], **occasion})


@pytest.mark.parametrize("refused", SOME, ids=lambda refused: f"{refused.code}-{refused.name}")
def test_a_refusal_is_the_same_whatever_the_others_hold(refused: Refused, asking: Asking) -> None:
    game = people(len(refused.deal.hands), rules=refused.rules)
    set_deal(game.game_id, refused.deal, asking.still.now)
    caller: Caller = with_token("seat", game.players[refused.seat], refused.seat)
    asking.is_traced = True
    asked = list(questions(refused, game))
    answers = [asking.ask(caller, question) for question in (*asked, *asked)][len(asked) :]
    with exchanged(game.state, refused.hidden, Random(refused.name)) as moved:
        assert moved
        others = [asking.ask(caller, question) for question in asked]
    assert f'"code":"{refused.code}"' in answers[0].body, answers[0].body
    for answer, other in zip(answers, others, strict=True):
        assert answer.is_refusal
        assert answer == other


def test_every_code_comes_up() -> None:
    assert {refused.code for refused in SOME} == set(Code) - set(NOT_OVER_HTTP)
