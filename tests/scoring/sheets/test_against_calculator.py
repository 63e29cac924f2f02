"""500 random sheets, entered in every form and any order, against a calculator that shares nothing with the engine."""

from collections import Counter
from random import Random
from uuid import UUID

import engine
from scoring.sheets.entries import result_of
from scoring.sheets.standing import Entry, Standing, standing_of
from tests.scoring.sheets.calculator import pad_of, scores
from tests.scoring.sheets.random_sheets import RandomDeal, random_rules

SHEETS = 500


def test_random_sheets() -> None:
    seen: Counter[str] = Counter()
    for seed in range(SHEETS):
        chance = Random(seed)
        options = random_rules(chance)
        rules = engine.options_json(options)
        possible = [
            number for number in range(options.min_players, options.max_players + 1) if options.enough_cards(number)
        ]
        players = chance.choice(possible)
        first_dealer = chance.randrange(players)
        is_even = chance.random() < 0.1
        numbers = [
            number for number in range(1, chance.randint(1, 14)) for _ in range(chance.choice((1,) * 18 + (0, 2)))
        ]
        deals = [RandomDeal(number, options, players, chance, is_even=is_even) for number in numbers]
        chance.shuffle(deals)
        entries, meant = [], []
        for at, deal in enumerate(deals):
            found = [one["score"] for one in result_of(options, players, deal.content)]
            expected = scores(deal.seats, deal.out, rules, deal.wild_rank)
            assert found == expected, (seed, deal.content, rules)
            entries.append(Entry(UUID(int=at), deal.number, deal.out, tuple(found)))
            meant.append((deal.number, deal.out, expected))
        standing = standing_of(options, players, first_dealer, entries)
        pad = pad_of(meant, rules, players, first_dealer)
        for name in ("totals", "winners", "leaders", "ended_with", "conflicts", "missing", "next_dealer"):
            assert getattr(standing, name) == getattr(pad, name), (seed, name)
        seen.update(_happened(standing, options))
    assert set(seen) == {
        *("won", "shared", "side", "going on", "conflict", "missing", "after_end", "by limit", "tied on"),
        *("must_go_out", "went_out", "highest"),
    }


def _happened(standing: Standing, options: engine.Options) -> list[str]:
    """What of the rules the sheet has shown, so that none is missed."""
    found = ["going on" if not standing.winners else "won"]
    winners, leaders = standing.winners, standing.leaders
    found += ["shared"] if len(winners) > 1 and not options.partners else []
    found += ["side"] if len(winners) == 2 and options.partners else []
    found += ["tied on"] if len(leaders) > 1 and not winners and not options.partners else []
    found += ["conflict"] if standing.conflicts else []
    found += ["missing"] if standing.missing else []
    found += ["after_end"] if "after_end" in standing.states.values() else []
    found += ["by limit"] if winners and standing.ended_with == options.deal_limit else []
    return [*found, options.winner]
