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
from .tables import Table


class Demonstration(NamedTuple):
    """One choice of a recorded game: what the seat saw, what it could choose, and what it chose."""

    agent: str
    observation: NDArray[np.uint8]
    action_mask: NDArray[np.int8]
    action: int


@dataclass(frozen=True)
class Replay:
    """A game from a replay file. It was checked: every command against the rules, every state against its hash."""

    native: _native.Recorded

    @property
    def setup(self) -> dict[str, Any]:
        return json.loads(self.native.setup)

    @property
    def outcome(self) -> dict[str, Any] | None:
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
        return self.native.log(seat)

    def demonstrations(self, arguments: str) -> Iterator[Demonstration]:
        for seat, observation, mask, action in self.native.demonstrations(arguments):
            yield Demonstration(f"seat_{seat}", observation, mask, action)


def replay(path: str | os.PathLike[str]) -> Replay:
    """Reads a replay file of a game that is over, and verifies it."""
    return Replay(_native.Recorded(os.fspath(path)))
