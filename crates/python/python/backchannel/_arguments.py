"""From keyword arguments to what the native side reads."""

from __future__ import annotations

import json
import math
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


def bounded(field: str, value: Any) -> int:
    """A whole number that the native side can hold; it says itself what is out of range."""
    return max(-(2**63), min(whole(field, value), 2**63 - 1))


def counted(field: str, value: Any) -> int:
    number = whole(field, value)
    if not 0 <= number < 2**64:
        raise ValueError(f"{field}: {number} is out of range; use 0 to 2**64 - 1")
    return number


def map_text(map: Any) -> str:
    """A map as the native side takes it: an id, or the text of a file."""
    if isinstance(map, os.PathLike) or (isinstance(map, str) and map.endswith(".json")):
        try:
            with open(map, encoding="utf-8") as file:
                return file.read()
        except OSError as error:
            raise type(error)(error.errno, f"map: {os.fspath(map)} cannot be read ({error.strerror})") from None
        except UnicodeDecodeError:
            raise ValueError(f"map: {os.fspath(map)} is not a text in UTF-8") from None
    if isinstance(map, Mapping):
        return written("map", map)
    if isinstance(map, str):
        return map
    raise TypeError("map: give the id of a map, a path or a dict")


def written(field: str, value: Any) -> str:
    """`value` as JSON, or a sentence about the field."""
    try:
        return json.dumps(value, allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        raise type(error)(f"{field}: it cannot be written as JSON ({error})") from None


def settings_text(settings: Any) -> str:
    """Settings of a table as the native side reads them."""
    if settings is not None and not isinstance(settings, Mapping):
        raise TypeError('settings: give a dict such as {"round_limit": 20}')
    return written("settings", dict(settings or {}))


def names(field: str, value: Any) -> list[str]:
    """A list of names, or a sentence about the field."""
    if isinstance(value, (str, bytes)) or not isinstance(value, Sequence):
        raise TypeError(f"{field}: give a list of names")
    for name in value:
        if not isinstance(name, str):
            raise TypeError(f"{field}: {name!r} is not a name")
    return list(value)


def path_text(field: str, path: Any) -> str:
    """A path, or a sentence about the field."""
    try:
        return os.fsdecode(path)
    except TypeError:
        raise TypeError(f"{field}: {path!r} is not a path") from None


def _weights(rewards: Any) -> dict[str, float]:
    if rewards is not None and not isinstance(rewards, Mapping):
        raise TypeError('rewards: give a dict such as {"win": 1, "territory": 0.1}')
    weights = {}
    for name, weight in (rewards or {}).items():
        try:
            weights[str(name)] = float(weight)
        except (TypeError, ValueError):
            raise TypeError(f"rewards: the weight of {name!r} is {weight!r}, which is not a number") from None
        if not math.isfinite(weights[str(name)]):
            raise ValueError(f"rewards: the weight of {name!r} is not a finite number")
    return weights


def _bots(bots: Bots, seats: int) -> list[str | None]:
    if bots is None:
        return [None] * seats
    if isinstance(bots, str):
        raise TypeError('bots: give a dict such as {"seat_1": "soldier"}, or a list with one entry a seat')
    if isinstance(bots, Mapping):
        agents = [agent_name(seat) for seat in range(seats)]
        unknown = [name for name in bots if name not in agents]
        if unknown:
            raise ValueError(f"bots: there is no {unknown[0]!r}; the seats are {', '.join(agents)}")
        listed = [bots.get(name) for name in agents]
    elif isinstance(bots, Sequence):
        listed = list(bots)
    else:
        raise TypeError('bots: give a dict such as {"seat_1": "soldier"}, or a list with one entry a seat')
    for bot in listed:
        if bot is not None and not isinstance(bot, str):
            raise TypeError(f"bots: {bot!r} is not the name of a bot; use None for an agent")
    return listed


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
        "settings": json.loads(settings_text(settings)),
        "rewards": _weights(rewards),
    }
    if max_steps is not None:
        given["max_steps"] = counted("max_steps", max_steps)
        if not 1 <= given["max_steps"] < 2**32:
            raise ValueError(f"max_steps: {max_steps} is out of range; use 1 to 2**32 - 1, or None for no limit")
    if menu_size is not None:
        given["menu_size"] = counted("menu_size", menu_size)
    return json.dumps(given, allow_nan=False)


def check_agents(native: _native.Env) -> list[str]:
    return [agent_name(seat) for seat in native.learners]
