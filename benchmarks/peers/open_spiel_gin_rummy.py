"""OpenSpiel's gin rummy (C++), driven from Python.

`python open_spiel_gin_rummy.py SEED SECONDS` prints its figures as JSON.
Needs pyspiel, in an environment of its own. Cards that are dealt or drawn are chance, not actions.
"""

import json
import random
import sys
from time import process_time

import pyspiel


def main(seed: int, seconds: float) -> None:
    """Print games and actions a CPU second of random self-play."""
    game = pyspiel.load_game("gin_rummy")
    choice = random.Random(seed).choice
    games = actions = 0
    start = process_time()
    while process_time() - start < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            actions += not state.is_chance_node()
            state.apply_action(choice(state.legal_actions()))
        games += 1
    spent = process_time() - start
    print(json.dumps({"games": games / spent, "actions": actions / spent}))


if __name__ == "__main__":
    main(int(sys.argv[1]), float(sys.argv[2]))
