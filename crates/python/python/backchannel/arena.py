"""Many games between bots: simulations, leagues with ratings, and challenges for newcomers."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import _native
from ._arguments import counted, map_text
from .tables import Table

Policy = Callable[[NDArray[np.uint8], NDArray[np.int8]], int]


def simulate(
    map: Any = "passes-of-sarn",
    seats: int = 4,
    bots: Sequence[str] = ("soldier", "envoy"),
    games: int = 100,
    seed: int = 0,
    threads: int | None = None,
    settings: Mapping[str, Any] | None = None,
    save: str | os.PathLike[str] | None = None,
) -> dict[str, Any]:
    """Plays games between bots and reports on them, as `backchannel sim --json` does. `save` is a folder for replays."""
    report = _native.simulated(
        map_text(map),
        counted("seats", seats),
        json.dumps(dict(settings or {})),
        list(bots),
        counted("games", games),
        counted("seed", seed),
        counted("threads", threads or os.cpu_count() or 1),
        save,
    )
    return json.loads(report)


def league_plan(
    bots: Sequence[str],
    games: int = 100,
    maps: Sequence[str] = ("passes-of-sarn",),
    seats: Sequence[int] = (4,),
    seed: int = 0,
    schedule: str = "free-for-all",
    settings: Mapping[str, Any] | None = None,
) -> str:
    """A league as the native side reads it."""
    plan: dict[str, Any] = {
        "bots": list(bots),
        "games": counted("games", games),
        "maps": list(maps),
        "seats": [counted("seats", count) for count in seats],
        "schedule": schedule,
        "seed": counted("seed", seed),
    }
    if settings:
        plan["settings"] = dict(settings)
    return json.dumps(plan)


class League:
    """The results of a league: one row for each seat of each game, and the report on them."""

    def __init__(self, lines: list[str]) -> None:
        self.lines = lines
        self._report: dict[str, Any] | None = None

    @property
    def rows(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.lines]

    @property
    def report(self) -> dict[str, Any]:
        """Ratings with intervals, deals kept and broken, who betrays whom."""
        if self._report is None:
            self._report = json.loads(_native.league_report(self.lines))
        return self._report

    def results(self) -> Table:
        """One row for each seat of each game."""
        plain = ("game", "set", "map", "seats", "seat", "bot", "won", "score", "place", "rounds")
        plain += ("survived", "ending", "actions", "words", "worth", "troops_lost")
        rows = []
        for row in self.rows:
            deals = row.get("deals", {}).values()
            promises = row.get("promises", {}).values()
            rows.append(
                {name: row[name] for name in plain}
                | {
                    "deals_kept": sum(deal.get("kept", 0) for deal in deals),
                    "deals_broken": sum(deal.get("broken", 0) for deal in deals),
                    "promises_kept": sum(promise.get("kept", 0) for promise in promises),
                    "promises_broken": sum(promise.get("broken", 0) for promise in promises),
                    "breaks": len(row.get("breaks", [])),
                }
            )
        return Table.of(rows)

    def breaks(self) -> Table:
        """One row for each broken word, with the breaker's share of power from then on."""
        rows = []
        for row in self.rows:
            for one in row.get("breaks", []):
                rows.append({"game": row["game"], "seat": row["seat"], "bot": row["bot"], "won": row["won"]} | one)
        return Table.of(rows)

    def ratings(self) -> Table:
        """The bots by strength, the best first."""
        return Table.of(
            [
                {
                    "bot": bot["name"],
                    "rating": bot["bradley_terry"]["rating"],
                    "low": bot["bradley_terry"]["low"],
                    "high": bot["bradley_terry"]["high"],
                }
                for bot in self.report["bots"]
            ]
        )


def league(
    bots: Sequence[str],
    games: int = 100,
    maps: Sequence[str] = ("passes-of-sarn",),
    seats: Sequence[int] = (4,),
    seed: int = 0,
    schedule: str = "free-for-all",
    settings: Mapping[str, Any] | None = None,
) -> League:
    """Plays a league: every bot has every seat on the same deals. The same arguments give the same rows everywhere."""
    plan = league_plan(bots, games, maps, seats, seed, schedule, settings)
    return League(_native.league_rows(plan, 0, _native.league_games(plan)))


@dataclass(frozen=True)
class Challenge:
    """How a newcomer did against the pool, on a scale on which the mean of the pool's bots is 1500."""

    name: str
    rating: float
    low: float
    high: float
    rank: int
    bots: int
    report: dict[str, Any]


def challenge(
    newcomer: str | Policy,
    map: Any = "wherrymouth",
    seats: int = 2,
    games: int = 200,
    settings: Mapping[str, Any] | None = None,
    name: str = "newcomer",
    threads: int = 1,
) -> Challenge:
    """Rates a bot, or a policy of your own, against the bots of the reference pool on one table.

    A policy is a function of an observation and a mask, without words, that returns a choice.
    """
    policy = None if isinstance(newcomer, str) else newcomer
    if policy is not None and not callable(policy):
        raise TypeError("newcomer: give the name of a bot, or a function of an observation and a mask")
    told = newcomer if isinstance(newcomer, str) else name
    report = json.loads(
        _native.challenge(
            told,
            policy,
            map_text(map),
            counted("seats", seats),
            json.dumps(dict(settings or {})),
            counted("games", games),
            counted("threads", threads),
        )
    )
    interval = report["rating"]
    return Challenge(
        told, interval["rating"], interval["low"], interval["high"], report["rank"], report["bots"], report["report"]
    )
