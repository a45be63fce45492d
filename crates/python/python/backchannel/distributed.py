"""Leagues and simulations on many machines, with Ray.

    pip install ".[ray]"
    ray start --head                    # and `ray start --address=…` on the other machines

>>> import backchannel.distributed
>>> league = backchannel.distributed.league(["soldier", "envoy"], games=100_000, address="auto")
>>> report = backchannel.distributed.simulate(bots=["soldier", "envoy"], games=1_000_000, address="auto")

The games of a plan are numbered, and each depends on its number alone: a cluster gives the same results as one machine,
rows in the same order. What a lost worker or machine was doing is done again elsewhere. The package has to be installed
on every machine.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from . import _native
from ._arguments import counted
from .arena import League, league_plan, simulation_plan

#: How often a piece of work is begun again after its worker was lost.
RETRIES = 10


def league(
    bots: Sequence[str],
    games: int = 100,
    maps: Sequence[str] = ("passes-of-sarn",),
    seats: Sequence[int] = (4,),
    seed: int = 0,
    schedule: str = "free-for-all",
    settings: Mapping[str, Any] | None = None,
    address: str | None = None,
    batch: int = 64,
    retries: int = RETRIES,
) -> League:
    """Plays a league on a Ray cluster; the rows are those of :func:`backchannel.league` with the same arguments.

    Args:
        address: of the cluster; ``"auto"`` for the one that this machine is part of. Without it, Ray uses the cluster
            that the program is connected to, or starts one on this machine.
        batch: games that a worker plays at a time.
        retries: how often the games of a worker that was lost are begun again.
    """
    plan = league_plan(bots, games, maps, seats, seed, schedule, settings)
    # A mistake in the plan is found here and not on a hundred machines.
    total = _native.league_games(plan)
    lines: list[str] = []
    for rows in _spread(_league_part, plan, _parts(total, batch), address, retries):
        lines.extend(rows)
    return League(lines, _native.league_header(plan))


def simulate(
    map: Any = "passes-of-sarn",
    seats: int = 4,
    bots: Sequence[str] = ("soldier", "envoy"),
    games: int = 100,
    seed: int = 0,
    settings: Mapping[str, Any] | None = None,
    address: str | None = None,
    batch: int = 1000,
    retries: int = RETRIES,
) -> dict[str, Any]:
    """Plays games between bots on a Ray cluster.

    The report is that of :func:`backchannel.simulate` with the same arguments, except for the time that it took. The
    other arguments are those of :func:`league`.
    """
    plan = simulation_plan(map, seats, bots, games, seed, settings)
    # A plan of which no game is played is still checked.
    _native.simulated_part(plan, 0, 0)
    started = time.monotonic()
    parts = _spread(_simulation_part, plan, _parts(games, batch), address, retries)
    return json.loads(_native.simulation_report(plan, parts, time.monotonic() - started))


def _league_part(plan: str, first: int, last: int) -> list[str]:
    return _native.league_rows(plan, first, last)


def _simulation_part(plan: str, first: int, last: int) -> str:
    return _native.simulated_part(plan, first, last)


def _parts(games: int, batch: int) -> list[tuple[int, int]]:
    size = counted("batch", batch)
    if not 1 <= size <= 100_000:
        raise ValueError(f"batch: {size} is out of range; use 1 to 100000")
    return [(first, min(first + size, games)) for first in range(0, games, size)]


def _spread(
    play: Callable[[str, int, int], Any],
    plan: str,
    parts: list[tuple[int, int]],
    address: str | None,
    retries: int,
) -> list[Any]:
    tries = counted("retries", retries)
    try:
        import ray
    except ImportError:
        raise ImportError('Ray is not installed; use pip install "ray>=2.40"') from None
    if not ray.is_initialized():
        try:
            ray.init(address=address, log_to_driver=False)
        except ConnectionError as error:
            hint = "start one with `ray start --head`, or leave the address out to use this machine alone"
            raise ConnectionError(f"address: there is no cluster at {address!r}; {hint} ({error})") from None
    work = ray.remote(max_retries=tries, num_cpus=1)(play)
    return ray.get([work.remote(plan, first, last) for first, last in parts])
