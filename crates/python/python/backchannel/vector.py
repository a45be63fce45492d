"""Many games at once."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import _native
from ._arguments import Bots, arguments, counted
from .layout import Layout


@dataclass
class Buffers:
    """Where the results of a step are written. Use arrays of your own, such as those of shared memory, if you like."""

    #: (n, size) uint8: what the seat that is to act sees.
    observations: NDArray[np.uint8]
    #: (n, 64) int8: 1 for each choice that is possible.
    masks: NDArray[np.int8]
    #: (n, seats) float32: the rewards of every seat for this step.
    rewards: NDArray[np.float32]
    #: (n,) uint8: the seat that is to act.
    seats: NDArray[np.uint8]
    #: (n,) bool: the game ended with this step; the observation is of the next one.
    terminated: NDArray[np.bool_]
    #: (n,) bool: the game was broken off with this step; the observation is of the next one.
    truncated: NDArray[np.bool_]

    @staticmethod
    def empty(n: int, size: int, seats: int) -> Buffers:
        """Arrays for `n` games with that size of an observation."""
        return Buffers(
            np.zeros((n, size), np.uint8),
            np.zeros((n, _native.CHOICES), np.int8),
            np.zeros((n, seats), np.float32),
            np.zeros(n, np.uint8),
            np.zeros(n, np.bool_),
            np.zeros(n, np.bool_),
        )


class VecEnv:
    """`n` games that are stepped at once by Rust threads, by the factored encoding; a game that ends begins again.

    Game `i` has the seed `seed + i`, and every next one a seed that is larger by `n`: `aec_env(…).reset(seed=…)` with
    the same seed is the same game.
    """

    def __init__(self, native: _native.Vector, seed: int) -> None:
        self._native = native
        self._seed = seed
        self.layout = Layout.parse(native.layout)
        self.out = Buffers.empty(native.n, native.width, native.seats)
        self._actions = np.zeros(native.n, np.int64)

    @property
    def n(self) -> int:
        """The number of games."""
        return self._native.n

    @property
    def seats(self) -> int:
        """The seats of each game."""
        return self._native.seats

    @property
    def commands(self) -> int:
        """The whole commands of agents so far: one can take several choices."""
        return self._native.commands

    @property
    def seeds(self) -> list[int]:
        """The seed of each game that is being played."""
        return self._native.seeds

    def reset(self, seed: int | None = None, out: Buffers | None = None) -> Buffers:
        """Begins all games anew. Results go to `out`, here and from now on."""
        buffers = self.out if out is None else out
        number = self._seed if seed is None else counted("seed", seed)
        self._native.reset(number, buffers)
        self._seed, self.out = number, buffers
        return buffers

    def fork(self) -> VecEnv:
        """A copy of all games at this moment, with buffers of its own, which can go another way."""
        copy = VecEnv(self._native.fork(), self._seed)
        for field in fields(Buffers):
            getattr(copy.out, field.name)[...] = getattr(self.out, field.name)
        return copy

    clone = fork

    def __deepcopy__(self, memo: Any) -> VecEnv:
        return self.fork()

    def step(self, actions: NDArray[np.int64]) -> Buffers:
        """Makes one choice in each game. If one of them is not possible, nothing happens at all."""
        self._native.step(actions, self.out)
        return self.out

    def sample(self, out: NDArray[np.int64] | None = None) -> NDArray[np.int64]:
        """A random choice for each game, evenly among the possible ones."""
        actions = self._actions if out is None else out
        self._native.sample(actions)
        return actions


def vec(
    n: int,
    map: Any = "wherrymouth",
    seats: int = 2,
    bots: Bots = None,
    words: bool = False,
    rewards: Mapping[str, float] | None = None,
    settings: Mapping[str, Any] | None = None,
    max_steps: int | None = None,
    threads: int | None = None,
    seed: int = 0,
) -> VecEnv:
    """`n` games at once. The arguments are those of :func:`backchannel.aec_env`."""
    given = arguments(map, seats, bots, words, rewards, settings, max_steps)
    n = counted("n", n)
    # A thread with few games costs more than it brings.
    count = threads if threads is not None else max(1, min(os.cpu_count() or 1, 256, n // 32))
    number = counted("seed", seed)
    return VecEnv(_native.Vector(given, n, counted("threads", count), number), number)
