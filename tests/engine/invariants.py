"""What is true of every deal at every moment, and of every step from one to the next."""

from itertools import islice
from random import Random

import engine
from engine import Deal, IllegalMove, Move, Seat, legal_moves, observe, play, settle, to_act
from engine.cards import played
from tests.engine.mutations import mutations
from tests.engine.random_play import Step

QUIET_ROUNDS = 3
MOST_COMPARED = 2_000
"""Lists of more legal moves than this are not compared whole."""


def check_deal(deal: Deal) -> None:
    """The parts of the deal agree with each other."""
    check_cards(deal)
    check_counts(deal)
    check_window(deal)
    check_turn(deal)
    check_observations(deal)
    check_forms(deal)


def check_cards(deal: Deal) -> None:
    """Every card of the pack is in exactly one place."""
    table = deal.table
    places = [*deal.hands, *(1 << card for card in (*deal.stock, *table.pile))]
    places += [1 << played(text)[0] for meld in table.melds for text in meld.cards]
    assert sum(places) == table.rules.pack
    assert sum(mask.bit_count() for mask in places) == table.rules.pack.bit_count()


def check_counts(deal: Deal) -> None:
    """What everybody may count is counted right."""
    table = deal.table
    assert table.stock_count == len(deal.stock)
    assert table.card_counts == tuple(hand.bit_count() for hand in deal.hands)
    assert all(known & ~hand == 0 for known, hand in zip(table.known, deal.hands, strict=True))
    assert 0 <= table.reshuffled <= table.options.reshuffles
    assert table.options.stock_out == "reshuffle" or not table.reshuffled


def check_window(deal: Deal) -> None:
    """A window is open only before a draw, for others than the discarder, and until all have answered."""
    table = deal.table
    answered = {seat for seat, _ in deal.calls}
    assert set(deal.callers) <= set(table.window)
    assert answered <= set(table.window) - set(deal.callers)
    assert bool(table.window) == bool(deal.callers)
    if table.window:
        assert table.phase == engine.DRAW
        assert table.options.call != "off"
        assert table.last_discard_by not in table.window
        assert not deal.calls or table.options.call_priority == "clockwise"


def check_turn(deal: Deal) -> None:
    """What binds a turn exists only in it, and an end has its reason."""
    table = deal.table
    if table.phase != engine.PLAY:
        assert (table.taken, table.obliged, table.by_call, table.tabled) == ((), 0, False, False)
    assert table.obliged & ~deal.hands[table.turn] == 0
    assert (table.phase == engine.OVER) == (table.ended is not None)
    assert (table.out is not None) == (table.ended == "out")
    if table.ended == "out":
        assert table.out is not None
        assert deal.hands[table.out] == 0
    scores = engine.deal_scores(deal)
    assert (scores is None) == (table.phase != engine.OVER)
    assert scores is None or len(scores) == table.players


def check_observations(deal: Deal) -> None:
    """A seat sees the table, its own hand, whether it may call and whether a draw has to wait; a spectator no hand."""
    held = bool(deal.calls) or deal.table.is_contested
    assert tuple(observe(deal, None)) == (deal.table, None, 0, False, held)
    for seat in map(Seat, range(deal.table.players)):
        assert tuple(observe(deal, seat)) == (deal.table, seat, deal.hands[seat], seat in deal.callers, held)


def check_forms(deal: Deal) -> None:
    """A snapshot is the deal; a position is the deal but for what no rule depends on."""
    table = deal.table
    snapshot = engine.snapshot_of(deal)
    assert engine.deal_from_snapshot(snapshot, table.options, seed=deal.seed) == deal
    position = engine.position_of(deal)
    loaded = engine.position_from(position)
    assert engine.position_of(loaded) == position
    same = table.changed(known=loaded.table.known, window=loaded.table.window)
    assert loaded == deal._replace(table=same, seed=None)
    assert bool(loaded.table.window) == bool(table.window)
    assert all(ours & ~theirs == 0 for ours, theirs in zip(loaded.table.known, table.known, strict=True))


def check_moves(deal: Deal, rng: Random) -> None:
    """Who is to act has moves, nobody else has; what is listed and what is accepted are the same."""
    acting = to_act(deal)
    assert bool(acting) == (deal.table.phase != engine.OVER)
    assert not legal_moves(observe(deal, None))
    for seat in map(Seat, range(deal.table.players)):
        moves = list(islice(legal_moves(observe(deal, seat)), MOST_COMPARED))
        assert bool(moves) == bool(legal_moves(observe(deal, seat))) == (seat in acting)
        assert len(set(moves)) == len(moves)
        check_listed(deal, seat, moves, rng)
        check_tried(deal, seat, moves, rng)


def check_listed(deal: Deal, seat: Seat, moves: list[Move], rng: Random) -> None:
    """A listed move is legal, in canonical form, accepted, and the same after writing and reading."""
    seen = observe(deal, seat)
    for move in rng.sample(moves, min(len(moves), 12)):
        assert move in legal_moves(seen)
        assert settle(seen, move) == move
        play(deal, seat, move)
        check_texts(move)


def check_texts(move: Move) -> None:
    """Text and JSON round-trip."""
    assert engine.parse_move(engine.move_text(move)) == move
    assert engine.move_from_json(engine.move_json(move)) == move


def check_tried(deal: Deal, seat: Seat, moves: list[Move], rng: Random) -> None:
    """A move that is near a legal one, or any move, is accepted if and only if it is listed in its canonical form."""
    seen = observe(deal, seat)
    keys = {key_of(deal, move) for move in moves}
    for move in mutations(deal, seat, moves, rng):
        check_texts(move)
        settled = settled_or_none(deal, seat, move)
        assert (move in legal_moves(seen)) == (settled is not None)
        if settled is not None:
            assert settle(seen, settled) == settled
            assert play(deal, seat, settled) == play(deal, seat, move)
            assert len(moves) == MOST_COMPARED or key_of(deal, settled) in keys


def settled_or_none(deal: Deal, seat: Seat, move: Move) -> Move | None:
    """The move as it would be carried out, None where it is refused, by `settle` and `play` alike."""
    settled, refusals = None, list[IllegalMove]()
    try:
        settled = settle(observe(deal, seat), move)
    except IllegalMove as refusal:
        refusals.append(refusal)
    try:
        play(deal, seat, move)
    except IllegalMove as refusal:
        refusals.append(refusal)
    assert len(refusals) == (0 if settled else 2), (move, refusals)
    assert len({(refusal.code, refusal.clause, str(refusal)) for refusal in refusals}) < 2, (move, refusals)
    return settled


def key_of(deal: Deal, move: Move) -> str:
    """The move's text, the wilds that it uses without their names: of equal ones the list names the lowest only."""
    if move.type not in ("meld", "lay_off"):
        return engine.move_text(move)
    words = [_nameless(deal, word) for word in engine.move_text(move).split()]
    return " ".join(sorted(words))


def _nameless(deal: Deal, word: str) -> str:
    code, sign, stand = word.partition("=")
    return f"wild={stand}" if sign else code


def measure(deal: Deal) -> tuple[int, int, int, int]:
    """What every finished turn and every call makes smaller, so that every deal ends (8.7)."""
    table = deal.table
    reshuffles = table.options.reshuffles - table.reshuffled if table.options.stock_out == "reshuffle" else 0
    tabled = sum(len(meld.cards) for meld in table.melds)
    left = QUIET_ROUNDS * table.players - table.quiet_turns
    return reshuffles, table.stock_count, -tabled, left


def check_step(step: Step) -> None:
    """What a move does to what may never go back."""
    before, after = step.before.table, step.after.table
    assert all(old.owner == new.owner for old, new in zip(before.melds, after.melds, strict=False))
    assert len(after.melds) - len(before.melds) == (step.move.type == "meld")
    assert after.scores == before.scores
    assert after.deal_number == before.deal_number
    assert before.phase == engine.DRAW or after.phase != engine.PLAY or after.turn == before.turn
