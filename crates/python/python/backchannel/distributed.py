"""Leagues and simulations on many machines, with Ray.

    pip install ".[ray]"
    ray start --head                    # and `ray start --address=…` on the other machines

>>> import backchannel.distributed
>>> league = backchannel.distributed.league(["soldier", "envoy"], games=100_000, address="auto")

The games of a plan are numbered, and each depends on its number alone: a cluster gives the same rows as one machine, in
the same order. What a lost worker or machine was doing is done again elsewhere. The package has to be installed on
every machine.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from . import _native
from ._arguments import counted
from .arena import League, league_plan

#: How often a piece of work is begun again after its worker was lost.
RETRIES = 10


def _play(plan: str, first: int, last: int) -> list[str]:
    return _native.league_rows(plan, first, last)


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
    size = counted("batch", batch)
    if not 1 <= size <= 100_000:
        raise ValueError(f"batch: {size} is out of range; use 1 to 100000")
    parts = [(first, min(first + size, total)) for first in range(0, total, size)]
    lines: list[str] = []
    for rows in _spread(plan, parts, address, counted("retries", retries)):
        lines.extend(rows)
    return League(lines)


def _spread(plan: str, parts: list[tuple[int, int]], address: str | None, retries: int) -> list[list[str]]:
    try:
        import ray
    except ImportError:
        raise ImportError('Ray is not installed; use pip install "ray>=2.40"') from None
    if not ray.is_initialized():
        ray.init(address=address, log_to_driver=False)
    work = ray.remote(max_retries=retries, num_cpus=1)(_play)
    return ray.get([work.remote(plan, first, last) for first, last in parts])
