"""Which presets, option values, codes, moves, endings and happenings occur in the cases and the playthroughs."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any, get_args

from engine import MOVE_TYPES, OPTIONS, PRESETS, Code, Deal, IllegalMove, Options, OptionSpec, position_from
from engine.requests import play_entry, read_move
from engine.table import Ended
from tests.engine.case_files import all_cases
from tests.engine.happenings import HAPPENINGS, happenings
from tests.engine.playthroughs.games import PLAYTHROUGHS
from tests.engine.random_play import Step


def wanted(options: Mapping[str, OptionSpec] = OPTIONS, codes: Iterable[str] = tuple(Code)) -> set[str]:
    """All that has to occur, as words: "option wild none", "refused not_a_meld", "ended quiet"."""
    return {
        *(f"preset {preset}" for preset in PRESETS),
        *(f"option {name} {value}" for name, spec in options.items() for value in marked_values(spec)),
        *(f"refused {code}" for code in codes),
        *(f"move {kind}" for kind in MOVE_TYPES),
        *(f"ended {reason}" for reason in get_args(Ended)),
        *(f"players {players}" for players in range(2, 9)),
        *HAPPENINGS,
    }


def marked_values(spec: OptionSpec) -> Iterator[str]:
    """Every value of a choice; of a range the lowest, the default, the highest and null."""
    if spec.kind == "choice":
        yield from spec.values
    elif spec.kind == "bool":
        yield from ("True", "False")
    elif spec.kind == "int":
        yield from {str(value) for value in (spec.low, spec.default, spec.high)}
        yield from ["None"] * spec.nullable
    else:
        yield from ("none", str(spec.low), str(spec.high), "a twin", "a joker")


def values_of(options: Options) -> set[str]:
    """The option values of some rules, as in `wanted`."""
    bonuses = dict(options.bonus_cards)
    plain = {name: getattr(options, name) for name, spec in OPTIONS.items() if spec.kind != "card_points"}
    twins, jokers = any(code[2:] for code in bonuses), any(code[0] == "X" for code in bonuses)
    words = ["none"] * (not bonuses) + [str(points) for points in bonuses.values()]
    words += ["a twin"] * twins + ["a joker"] * jokers
    return {f"option {name} {value}" for name, value in plain.items()} | {
        f"option bonus_cards {word}" for word in words
    }


def of_deal(deal: Deal) -> set[str]:
    """What the rules of a deal contribute."""
    options = deal.table.options
    return values_of(options) | {f"preset {options.preset}", f"players {deal.table.players}"}


def of_step(step: Step) -> set[str]:
    """What a move contributes."""
    ended = step.after.table.ended
    return happenings(step) | {f"move {step.move.type}"} | ({f"ended {ended}"} if ended else set())


def of_case(case: Mapping[str, Any]) -> set[str]:
    """What a case contributes: its rules, its moves and the refusals that it expects."""
    deal = position_from(case["position"])
    found = of_deal(deal)
    for entry in case.get("moves", []):
        if "error" in entry:
            found.add(f"refused {entry['error']}")
            continue
        try:
            after = play_entry(deal, entry)
        except IllegalMove:
            break
        found |= of_step(Step(deal, entry["seat"], read_move(entry["move"]), after))
        deal = after
    return found


@cache
def occurring() -> set[str]:
    """What occurs in all cases and playthroughs."""
    found = set().union(*map(of_case, all_cases().values()))
    for playthrough in PLAYTHROUGHS.values():
        found |= of_deal(playthrough.start()).union(*map(of_step, playthrough.steps()))
    return found


def missing(options: Mapping[str, OptionSpec] = OPTIONS, codes: Iterable[str] = tuple(Code)) -> list[str]:
    """What no case and no playthrough shows."""
    return sorted(wanted(options, codes) - occurring())
