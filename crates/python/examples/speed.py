"""Measures steps: our vector and single environments, and the classic games of PettingZoo, on one core.

    pip install . "pettingzoo[classic]"
    python crates/python/examples/speed.py

The time is that of the processor, so that a busy machine does not matter much. A step is a whole command of one seat.
"""

import importlib
import statistics
import time

import numpy as np

import backchannel

SECONDS = 2.0


def rate(step, seconds=SECONDS):
    """What `step` counts, per second of processor time."""
    begun, count = time.process_time(), 0
    while (taken := time.process_time() - begun) < seconds:
        count += step()
    return count / taken


def vector(map, seats, n=64, threads=1):
    games = backchannel.vec(n, map=map, seats=seats, threads=threads)
    games.reset()

    def step():
        before = games.commands
        for _ in range(100):
            games.step(games.sample())
        return games.commands - before

    step()
    return rate(step), games.layout.size


def single(env):
    env.reset(seed=1)
    random = np.random.default_rng(1)

    def step():
        if not env.agents:
            env.reset()
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.step(None)
            return 0
        env.step(int(random.choice(np.flatnonzero(observation["action_mask"]))))
        return 1

    return rate(step, SECONDS / 2)


CLASSICS = ("chess_v6", "connect_four_v3", "go_v5", "hanabi_v5", "leduc_holdem_v4", "texas_holdem_v4", "tictactoe_v3")


def classics():
    for name in CLASSICS:
        try:
            module = importlib.import_module(f"pettingzoo.classic.{name}")
            yield name, single(module.raw_env())
        except ImportError as error:  # A game whose own dependencies do not install here is left out.
            print(f"{name}: left out ({error})")


if __name__ == "__main__":
    for map, seats in (("wherrymouth", 2), ("passes-of-sarn", 4), ("broken-empire", 8)):
        commands, size = vector(map, seats)
        print(f"vec on {map}, {seats} seats, {size} bytes an observation: {commands / 1e6:.2f} M commands/s on one core")
    print(f"one environment, menu: {single(backchannel.aec_env(encoding='menu')) / 1e3:.1f} k steps/s")
    others = dict(classics())
    for name, steps in others.items():
        print(f"{name}: {steps / 1e3:.1f} k steps/s")
    if others:
        median = statistics.median(others.values())
        best = vector("wherrymouth", 2)[0]
        print(f"median of PettingZoo's classic games: {median / 1e3:.1f} k steps/s; ours are {best / median:.0f} times as fast")
