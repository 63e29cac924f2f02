"""A game that is played through every phase there is, one moment of each to look at; the cards are chosen for it."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random
from typing import Any

import engine
from engine import OVER, Deal, Options, Seat
from games import after_commit, store
from games.models import Game, LeaverPolicy
from games.services.look import look_at
from games.services.offers import answer_offer, create_offer
from games.services.resign import resign
from games.services.start import start_game
from games.services.telling import tell_players
from games.sight import observation
from games.store import GameState
from tests.api.secrecy.answers import taken_back
from tests.api.secrecy.belongings import give
from tests.api.secrecy.callers import Crowd
from tests.api.secrecy.stillness import Stillness
from tests.engine.random_play import Temper, picked_move
from tests.service.games.table import People, gathered

TURN_SECONDS = 60
LEAVER = 0
"""The seat whose player leaves."""
TEMPER = Temper(draw=3, take=20, meld=4, lay_off=2, discard=6, call=2)
MOST_MOVES, MOST_TRIED = 80, 300
_IN_PLAY = ("draw", "play", "obliged", "taken")
_APART = ("open", "offer", "paused", "undone", "timed_out", "taken_over", "emptied", "next_deal", "finished", "aborted")


def phases(options: Options) -> list[str]:
    """All phases that a game by these rules goes through."""
    more = [] if options.call == "off" else ["window", "answered"]
    more += ["called"] if options.call == "pile" else []
    more += ["kept"] if options.call_priority == "clockwise" else []
    return [*_APART, *_IN_PLAY, *more]


def phase_of(deal: Deal) -> str:
    """Where the deal stands: `obliged` while a taken card has to be tabled, `taken` when it was; `called` by a call."""
    table = deal.table
    if table.window:
        return "kept" if deal.calls else "window" if deal.callers == table.window else "answered"
    if table.phase != "play":
        return table.phase
    if table.by_call:
        return "called"
    return "obliged" if table.obliged else "taken" if table.taken else "play"


@dataclass(frozen=True)
class Script:
    """The seed of a deal, and the moves that lead through all the phases that are in it."""

    seed: bytes
    moves: list[tuple[Seat, str]]


def script(options: Options, players: int, wanted: set[str]) -> Script:
    """The first deal found that goes through all the wanted phases soon."""
    for number in range(MOST_TRIED):
        rng = Random(f"{players} {number}")
        deal = engine.start_deal(options, players, rng.randbytes(32))
        found, moves, seed = {phase_of(deal)}, [], deal.seed
        for _ in range(MOST_MOVES):
            if wanted <= found:
                assert seed is not None
                return Script(seed, moves)
            if deal.table.phase == OVER:
                break
            seat = rng.choice(deal.callers or (deal.table.turn,))
            move = picked_move(rng, observation(deal, seat), TEMPER)
            deal = engine.play(deal, seat, move)
            moves.append((seat, engine.move_text(move)))
            found.add(phase_of(deal))
    raise AssertionError(f"no deal goes through {wanted}")


@dataclass
class Moment:
    """A phase, and the game in it."""

    phase: str
    state: GameState


class Story:
    """One game by some rules, told moment by moment: first each phase in play, and from one of them all the others."""

    def __init__(self, crowd: Crowd, rules: Any, still: Stillness, visibility: str = "public", delay: int = 0) -> None:
        self.still = still
        clock = {"mode": "daily", "turn_seconds": TURN_SECONDS}
        self.game: People = gathered(crowd.players, rules, clock=clock, spectator_delay_moves=delay)
        self._change(lambda state: setattr(state.game, "visibility", visibility))
        give(crowd, self.state.game, still.now)
        self.wanted = set(phases(self.state.options)) - set(_APART)

    @property
    def state(self) -> GameState:
        """The game as it is stored."""
        return store.load(self.game.game_id)

    def moments(self) -> Iterator[Moment]:
        """Each phase once. What is told apart from the others is taken back before the next."""
        yield self._now("open")
        told = script(self.state.options, len(self.game.players), self.wanted)
        self.still.seeds = [told.seed]
        start_game(game_id=self.game.game_id, player_id=self.game.players[0].pk, now=self.still.now)
        seen: set[str] = set()
        for seat, text in [(None, ""), *told.moves]:
            if seat is not None:
                self.game.play(seat, text, self.still.now)
            phase = phase_of(self.state.playing)
            if phase not in seen:
                yield self._now(phase)
                yield from self._apart(phase)
            seen.add(phase)

    def _now(self, phase: str) -> Moment:
        """What has come to pass was told to players and their webhooks."""
        tell_players(game_id=self.game.game_id, now=self.still.now)
        return Moment(phase, self.state)

    def _apart(self, phase: str) -> Iterator[Moment]:
        """What can become of the game from here."""
        if phase == "play":
            ends = (self._emptied, self._dealt, self._finished, self._aborted)
            for come_to_pass in (self._offered, self._paused, self._timed_out, self._taken_over, *ends):
                with taken_back():
                    yield come_to_pass()
        if phase == "obliged":
            with taken_back():
                self._agreed("undo")
                yield self._now("undone")

    @property
    def turn(self) -> int:
        """Whose turn it is."""
        return self.state.playing.table.turn

    def _offered(self) -> Moment:
        self._offer("pause")
        return self._now("offer")

    def _paused(self) -> Moment:
        self._agreed("pause")
        return self._now("paused")

    def _offer(self, kind: str) -> Any:
        state = self.state
        offer, _ = create_offer(
            game_id=state.game.id,
            player_id=self.game.players[self.turn].pk,
            kind=kind,
            version=state.game.version,
            now=self.still.now,
        )
        return offer

    def _agreed(self, kind: str) -> None:
        offer = self._offer(kind)
        for seat, player in enumerate(self.game.players):
            if seat != offer.seat:
                answer_offer(
                    game_id=self.game.game_id,
                    player_id=player.pk,
                    offer_id=offer.id,
                    answer="accepted",
                    now=self.still.now,
                )

    def _timed_out(self) -> Moment:
        with self._in(TURN_SECONDS + 2):
            look_at(game_id=self.game.game_id, player_id=self.game.players[0].pk, now=self.still.now)
        return self._now("timed_out")

    @contextmanager
    def _in(self, seconds: float) -> Iterator[None]:
        self.still.later(seconds)
        yield
        self.still.later(-seconds)

    def _taken_over(self) -> Moment:
        resign(game_id=self.game.game_id, player_id=self.game.players[LEAVER].pk, now=self.still.now)
        return self._now("taken_over")

    def _aborted(self) -> Moment:
        Game.objects.filter(id=self.game.game_id).update(leaver_policy=LeaverPolicy.ABANDON)
        resign(game_id=self.game.game_id, player_id=self.game.players[LEAVER].pk, now=self.still.now)
        return self._now("aborted")

    def _emptied(self) -> Moment:
        """The whole stock has found its way below the pile."""
        deal = self.state.playing
        self._set_table(pile=(*deal.stock, *deal.table.pile), stock_count=0)
        self._change(lambda state: setattr(state, "deal", state.playing._replace(stock=())))
        return self._now("emptied")

    def _dealt(self) -> Moment:
        self._play_last_card()
        return self._now("next_deal")

    def _finished(self) -> Moment:
        """The seat on turn is far ahead, in the last deal if there is a last one."""
        options = self.state.options
        for _ in range((options.deal_limit or 1) - 1):
            self._play_last_card()
            self.game.play(self.turn, "draw", self.still.now)
        turn = self.turn
        scores = tuple(2 * (options.target or 0) * (seat == turn) for seat in range(len(self.game.players)))
        self._set_table(scores=scores)
        self._play_last_card()
        return self._now("finished")

    def _play_last_card(self) -> None:
        """The seat on turn has melded all but one card, in its dreams, and discards that."""
        turn = self.turn
        for card in engine.codes(self.state.playing.hands[turn]):
            with taken_back():
                self._leave_one(turn, card)
                before = self.state.game.deal_number
                if self._is_discarded(turn, card, before):
                    break
        else:
            raise AssertionError("no card ends the deal")
        self._leave_one(turn, card)
        self.game.play(turn, f"discard {card}", self.still.now)

    def _is_discarded(self, turn: int, card: str, before: int) -> bool:
        try:
            state = self.game.play(turn, f"discard {card}", self.still.now).state
        except engine.IllegalMove:
            return False
        return state.game.is_over or state.game.deal_number > before

    def _leave_one(self, seat: int, card: str) -> None:
        """All but this card of the hand go below the stock."""

        def change(state: GameState) -> None:
            deal = state.playing
            kept = 1 << engine.cards.CARDS[card]
            hands, counts = [*deal.hands], [*deal.table.card_counts]
            below = [engine.cards.CARDS[code] for code in engine.codes(hands[seat] & ~kept)]
            hands[seat], counts[seat] = kept, 1
            stock = (*deal.stock, *below)
            known = tuple(mask & hand for mask, hand in zip(deal.table.known, hands, strict=True))
            table = deal.table.changed(card_counts=tuple(counts), known=known, stock_count=len(stock))
            state.deal = deal._replace(table=table, hands=tuple(hands), stock=stock)

        self._change(change)

    def _set_table(self, **changes: Any) -> None:
        def change(state: GameState) -> None:
            state.deal = state.playing._replace(table=state.playing.table.changed(**changes))

        self._change(change)

    def _change(self, change: Any) -> None:
        state = store.lock(self.game.game_id)
        change(state)
        after_commit.write_and_ring(state, self.still.now)
