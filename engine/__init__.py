"""The rules of 500 Rum as code: plays and scores one deal, adds deals up to a game.

Standard library only; no clock, no entropy, no input or output. A deal is an immutable value:

>>> from engine import legal_moves, observe, options_from, parse_move, play, start_deal
>>> deal = start_deal(options_from("classic"), 2, bytes(range(32)))
>>> deal.table.turn
1
>>> parse_move("draw") in legal_moves(observe(deal, 1))
True
>>> play(deal, 1, parse_move("draw")).table.phase
'play'
"""

from engine import moves
from engine.cards import (
    CODES,
    RANKS,
    SUITS,
    Card,
    Seat,
    card_of,
    cards_in,
    code,
    codes,
    mask_of,
    played,
    played_text,
)
from engine.dealing import deal_from_pack, dealer_after, next_deal, next_dealer, start_deal
from engine.errors import BadNotation, BadPosition, BadRecord, Code, IllegalMove, ImpossibleRules, Refused
from engine.melds import Meld
from engine.moves import (
    MOVE_TYPES,
    Call,
    Decline,
    Discard,
    Draw,
    LayOff,
    Move,
    NewMeld,
    Pass,
    Swap,
    Take,
)
from engine.notation import move_from_json, move_json, move_text, parse_move
from engine.options import OPTIONS, Options, OptionSpec, options_json, rivals_of
from engine.playing import LegalMoves, legal_moves, play, play_settled, settle, to_act
from engine.position import meld_json, position_from, position_of
from engine.presets import PRESETS, options_from
from engine.record import (
    DealRecord,
    GameRecord,
    parse_record,
    record_from_json,
    record_json,
    record_text,
    replay,
)
from engine.rules import Rules
from engine.scoring import (
    SeatScore,
    deal_scores,
    hand_points,
    hands_count,
    leaders,
    meld_points,
    out_bonuses,
    seat_scores,
    side_of,
    table_points,
    totals,
    winners,
    winners_with,
)
from engine.shuffle import SEED_BYTES, commitment, first_dealer, reshuffled, shuffled_pack
from engine.snapshot import deal_from_snapshot, snapshot_of
from engine.table import DRAW, OVER, PLAY, Deal, Layout, Observation, Table, observe

RULES_EDITION = 1
"""Raised when a change of behaviour would alter how an old log replays."""

__all__ = [
    "CODES",
    "DRAW",
    "MOVE_TYPES",
    "OPTIONS",
    "OVER",
    "PLAY",
    "PRESETS",
    "RANKS",
    "RULES_EDITION",
    "SEED_BYTES",
    "SUITS",
    "BadNotation",
    "BadPosition",
    "BadRecord",
    "Call",
    "Card",
    "Code",
    "Deal",
    "DealRecord",
    "Decline",
    "Discard",
    "Draw",
    "GameRecord",
    "IllegalMove",
    "ImpossibleRules",
    "LayOff",
    "Layout",
    "LegalMoves",
    "Meld",
    "Move",
    "NewMeld",
    "Observation",
    "OptionSpec",
    "Options",
    "Pass",
    "Refused",
    "Rules",
    "Seat",
    "SeatScore",
    "Swap",
    "Table",
    "Take",
    "card_of",
    "cards_in",
    "code",
    "codes",
    "commitment",
    "deal_from_pack",
    "deal_from_snapshot",
    "deal_scores",
    "dealer_after",
    "first_dealer",
    "hand_points",
    "hands_count",
    "leaders",
    "legal_moves",
    "mask_of",
    "meld_json",
    "meld_points",
    "move_from_json",
    "move_json",
    "move_text",
    "moves",
    "next_deal",
    "next_dealer",
    "observe",
    "options_from",
    "options_json",
    "out_bonuses",
    "parse_move",
    "parse_record",
    "play",
    "play_settled",
    "played",
    "played_text",
    "position_from",
    "position_of",
    "record_from_json",
    "record_json",
    "record_text",
    "replay",
    "reshuffled",
    "rivals_of",
    "seat_scores",
    "settle",
    "shuffled_pack",
    "side_of",
    "snapshot_of",
    "start_deal",
    "table_points",
    "to_act",
    "totals",
    "winners",
    "winners_with",
]
