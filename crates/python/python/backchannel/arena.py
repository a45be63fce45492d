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
from ._arguments import counted, map_text, names, path_text, settings_text, written
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
        settings_text(settings),
        names("bots", bots),
        counted("games", games),
        counted("seed", seed),
        _threads(threads),
        None if save is None else path_text("save", save),
    )
    return json.loads(report)


def simulation_plan(
    map: Any = "passes-of-sarn",
    seats: int = 4,
    bots: Sequence[str] = ("soldier", "envoy"),
    games: int = 100,
    seed: int = 0,
    settings: Mapping[str, Any] | None = None,
) -> str:
    """A simulation as the native side reads it, part by part."""
    plan = {
        "map": map_text(map),
        "seats": counted("seats", seats),
        "settings": json.loads(settings_text(settings)),
        "bots": names("bots", bots),
        "games": counted("games", games),
        "seed": counted("seed", seed),
    }
    return json.dumps(plan)


def _threads(threads: int | None) -> int:
    return counted("threads", min(os.cpu_count() or 1, 256) if threads is None else threads)


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
    if isinstance(seats, (str, bytes)) or not isinstance(seats, Sequence):
        raise TypeError("seats: give a list of numbers, such as [4]")
    plan: dict[str, Any] = {
        "bots": names("bots", bots),
        "games": counted("games", games),
        "maps": names("maps", maps),
        "seats": [counted("seats", count) for count in seats],
        "schedule": schedule,
        "seed": counted("seed", seed),
    }
    if settings:
        plan["settings"] = json.loads(settings_text(settings))
    return written("schedule", plan)


class League:
    """The results of a league: one row for each seat of each game, and the report on them."""

    def __init__(self, lines: list[str], header: str | None = None) -> None:
        #: One JSON object for each seat of each game.
        self.lines = lines
        self._header = header
        self._report: dict[str, Any] | None = None

    @staticmethod
    def read(path: str | os.PathLike[str]) -> League:
        """Reads the file of a league, as :meth:`save` and ``backchannel arena run --out`` write it."""
        try:
            with open(path_text("path", path), encoding="utf-8") as file:
                header, *lines = file.read().splitlines() or [""]
        except OSError as error:
            raise type(error)(error.errno, f"path: {path} cannot be read ({error.strerror})") from None
        except UnicodeDecodeError:
            raise ValueError(f"path: {path} is not a text in UTF-8") from None
        try:
            json.loads(header)["plan"]
        except (ValueError, TypeError, KeyError):
            raise ValueError(f"path: {path} is not the file of a league; its first line has no plan") from None
        league = League(lines, header)
        # Rows that are none are found here and not later.
        league.report  # noqa: B018
        return league

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes a file that :meth:`read` and ``backchannel arena report`` read."""
        if self._header is None:
            raise ValueError("header: this league was made of rows alone, without its plan")
        with open(path_text("path", path), "w", encoding="utf-8") as file:
            file.writelines(f"{line}\n" for line in (self._header, *self.lines))

    @property
    def rows(self) -> list[dict[str, Any]]:
        """One row for each seat of each game, with everything that was counted."""
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
        columns = ("game", "seat", "bot", "won", "kind", "what", "round", "victim", "victim_bot", "worth", "victim_worth")
        return Table.of(rows, columns)

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
    threads: int | None = None,
) -> League:
    """Plays a league: every bot has every seat on the same deals.

    The same arguments give the same rows everywhere, on any number of threads.
    """
    plan = league_plan(bots, games, maps, seats, seed, schedule, settings)
    lines = _native.league_rows(plan, 0, _native.league_games(plan), _threads(threads))
    return League(lines, _native.league_header(plan))


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
            settings_text(settings),
            counted("games", games),
            counted("threads", threads),
        )
    )
    interval = report["rating"]
    return Challenge(
        told, interval["rating"], interval["low"], interval["high"], report["rank"], report["bots"], report["report"]
    )
