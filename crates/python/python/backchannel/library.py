"""Maps, bots, cards, the text of the rules, and the judge of Twilight."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from . import _native
from ._arguments import map_text


@dataclass(frozen=True)
class MapInfo:
    """A map: its territories and links by name, and the numbers of seats that it is made for."""

    id: str
    name: str
    seats: range
    territories: tuple[str, ...]
    links: tuple[tuple[int, int], ...]
    zones: dict[str, tuple[int, ...]]
    svg: str
    file: dict[str, Any]


def maps() -> list[str]:
    """The ids of the maps of the library, from the smallest to the largest."""
    return _native.maps()


def map_info(map: Any) -> MapInfo:
    """A map of the library, or one of your own (a path or a dict)."""
    text = map_text(map)
    file = json.loads(_native.map_file(text))
    places = {one["id"]: number for number, one in enumerate(file["territories"])}
    return MapInfo(
        id=file["id"],
        name=file["name"],
        seats=range(file["seats"]["least"], file["seats"]["most"] + 1),
        territories=tuple(one["name"] for one in file["territories"]),
        links=tuple((places[link["from"]], places[link["to"]]) for link in file["links"]),
        zones={
            zone["name"]: tuple(places[place] for place in zone["territories"])
            for zone in file["zones"]
        },
        svg=_native.map_svg(text),
        file=file,
    )


def bots() -> dict[str, str]:
    """The bots by name, each with its style in a line. `envoy:hard` is an envoy of another level."""
    return {name: about for name, about, _ in _native.bots()}


def cards() -> list[dict[str, Any]]:
    """The standard cards; their places in the list are the numbers of the choice `card`."""
    return json.loads(_native.cards())


def rules(book: str = "backchannel") -> str:
    """A rulebook: `backchannel` or `twilight`."""
    return _native.rules(book)


def clause(number: str) -> str:
    """One clause of the rules, such as `BC-504` or `TI-72`."""
    wanted = str(number).upper()
    book = "twilight" if wanted.startswith("TI") else "backchannel"
    found = re.search(rf"\*\*{re.escape(wanted)}\*\*.*?(?=\n\*\*[A-Z]+-\d|\n#|\Z)", rules(book), re.S)
    if not found:
        raise ValueError(f"number: there is no clause {number!r}; clauses look like BC-504 and TI-72")
    return found.group().strip()


def judge(situation: Mapping[str, Any] | Sequence[Mapping[str, Any]] | str) -> Any:
    """Judges a deal of Twilight Imperium: is it legal now, and does it bind?

    `situation` is a dict (or its JSON) as `backchannel judge --schema` describes it, or a list of them.
    """
    text = situation if isinstance(situation, str) else json.dumps(situation)
    judged = [json.loads(one) for one in _native.judge(text)]
    return judged if text.lstrip().startswith("[") else judged[0]
