"""From keyword arguments to what the native side reads."""

from __future__ import annotations

import json
import operator
import os
from collections.abc import Mapping, Sequence
from typing import Any

from . import _native

Bots = Mapping[str, str] | Sequence["str | None"] | str | None


def agent_name(seat: int) -> str:
    return f"seat_{seat}"


def whole(field: str, value: Any) -> int:
    """`value` as an int, or a sentence about the field."""
    try:
        return operator.index(value)
    except TypeError:
        raise TypeError(f"{field}: {value!r} is not a whole number") from None


def counted(field: str, value: Any) -> int:
    number = whole(field, value)
    if not 0 <= number < 2**64:
        raise ValueError(f"{field}: {number} is out of range; use 0 to 2**64 - 1")
    return number


def map_text(map: Any) -> str:
    """A map as the native side takes it: an id, or the text of a file."""
    if isinstance(map, os.PathLike) or (isinstance(map, str) and map.endswith(".json")):
        with open(map, encoding="utf-8") as file:
            return file.read()
    if isinstance(map, Mapping):
        return json.dumps(map)
    if isinstance(map, str):
        return map
    raise TypeError("map: give the id of a map, a path or a dict")


def _bots(bots: Bots, seats: int) -> list[str | None]:
    if bots is None:
        return [None] * seats
    if isinstance(bots, str):
        raise TypeError('bots: give a dict such as {"seat_1": "soldier"}, or a list with one entry a seat')
    if isinstance(bots, Mapping):
        names = [agent_name(seat) for seat in range(seats)]
        unknown = [name for name in bots if name not in names]
        if unknown:
            raise ValueError(f"bots: there is no {unknown[0]!r}; the seats are {', '.join(names)}")
        return [bots.get(name) for name in names]
    return list(bots)


def arguments(
    map: Any,
    seats: Any,
    bots: Bots = None,
    words: bool = False,
    rewards: Mapping[str, float] | None = None,
    settings: Mapping[str, Any] | None = None,
    max_steps: int | None = None,
    menu_size: int | None = None,
    log: bool = False,
) -> str:
    count = counted("seats", seats)
    if not 2 <= count <= 8:
        raise ValueError(f"seats: {count} is out of range; use 2 to 8")
    given: dict[str, Any] = {
        "map": map_text(map),
        "seats": count,
        "bots": _bots(bots, count),
        "words": bool(words),
        "log": bool(log),
        "settings": dict(settings or {}),
        "rewards": {name: float(weight) for name, weight in (rewards or {}).items()},
    }
    if max_steps is not None:
        given["max_steps"] = counted("max_steps", max_steps)
    if menu_size is not None:
        given["menu_size"] = counted("menu_size", menu_size)
    try:
        return json.dumps(given, allow_nan=False)
    except ValueError:
        raise ValueError("rewards: a weight is a finite number") from None


def check_agents(native: _native.Env) -> list[str]:
    return [agent_name(seat) for seat in native.learners]
