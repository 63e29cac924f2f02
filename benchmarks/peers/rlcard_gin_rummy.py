"""rlcard's gin rummy, played at random: `python rlcard_gin_rummy.py SEED SECONDS` prints its figures as JSON.

Needs rlcard, in an environment of its own. The choice is made with the standard library's generator, which is
faster than that of rlcard's own random agent.
"""

import json
import random
import sys
from time import process_time

import rlcard

CALLS_A_POSITION = 4


def main(seed: int, seconds: float) -> None:
    """Print games, actions and legal-action calls a CPU second."""
    env = rlcard.make("gin-rummy", config={"seed": seed})
    choice = random.Random(seed).choice
    print(json.dumps({**self_play(env, choice, seconds), **legal_calls(env, choice, seconds)}))


def self_play(env: rlcard.envs.Env, choice, seconds: float) -> dict[str, float]:
    """Whole games through the environment: observation and legal actions come with every step."""
    games = actions = 0
    start = process_time()
    while process_time() - start < seconds:
        state, _ = env.reset()
        while not env.is_over():
            state, _ = env.step(choice(list(state["legal_actions"])))
            actions += 1
        games += 1
    spent = process_time() - start
    return {"games": games / spent, "actions": actions / spent}


def legal_calls(env: rlcard.envs.Env, choice, seconds: float) -> dict[str, float]:
    """Calls of the judge for the legal actions over the positions of such games; only they are timed."""
    calls, spent = 0, 0.0
    while spent < seconds:
        state, _ = env.reset()
        while not env.is_over():
            legal_actions = env.game.judge.get_legal_actions
            start = process_time()
            for _ in range(CALLS_A_POSITION):
                legal_actions()
            spent += process_time() - start
            calls += CALLS_A_POSITION
            state, _ = env.step(choice(list(state["legal_actions"])))
    return {"legal_calls": calls / spent}


if __name__ == "__main__":
    main(int(sys.argv[1]), float(sys.argv[2]))
