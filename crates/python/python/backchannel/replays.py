"""Games in replay files."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from . import _native
from ._arguments import bounded, path_text
from .tables import Table


class Demonstration(NamedTuple):
    """One choice of a recorded game: what the seat saw, what it could choose, and what it chose."""

    agent: str
    observation: NDArray[np.uint8]
    action_mask: NDArray[np.int8]
    action: int


@dataclass(frozen=True)
class Replay:
    """A game from a replay file. If it is over, it was checked: every command against the rules, every state against its
    hash. Of a game that is not over, only :attr:`setup` and :meth:`steps` can be read.
    """

    native: _native.Recorded

    @property
    def is_over(self) -> bool:
        """Whether the game is over, and so was verified."""
        return self.native.is_verified

    @property
    def setup(self) -> dict[str, Any]:
        """What was agreed before play: map, cards, settings."""
        return json.loads(self.native.setup)

    @property
    def outcome(self) -> dict[str, Any] | None:
        """Winners, scores and how it ended; None if the game is not over."""
        return json.loads(self.native.outcome) if self.native.outcome else None

    def steps(self) -> Table:
        """Every command, with the state hash after it."""
        rows = [
            {"seat": seat, "type": json.loads(command)["type"], "command": command, "hash": hash}
            for seat, command, hash in self.native.steps
        ]
        return Table.of(rows)

    def log(self, seat: int | None = None) -> list[str]:
        """What happened, as a seat saw it; without a seat, as it really was."""
        return self.native.log(None if seat is None else bounded("seat", seat))

    def demonstrations(self, arguments: str) -> Iterator[Demonstration]:
        """Every choice as its seat saw it; see ``env.replay(path)``."""
        for seat, observation, mask, action in self.native.demonstrations(arguments):
            yield Demonstration(f"seat_{seat}", observation, mask, action)


def replay(path: str | os.PathLike[str]) -> Replay:
    """Reads a replay file, and verifies it if the game is over."""
    return Replay(_native.Recorded(path_text("path", path)))
