"""The game as text, for people and language models, in the manner of TextArena."""

from __future__ import annotations

import difflib
import json
import os
from collections.abc import Mapping
from typing import Any

from . import _native
from ._arguments import Bots, arguments, counted, path_text


class TextEnv:
    """One game as text: :meth:`get_observation` has a numbered menu, and :meth:`step` takes a number or words.

    >>> env = backchannel.text_env(seats=2, bots={"seat_1": "soldier"})
    >>> env.reset(seed=1)
    >>> seat, text = env.get_observation()
    >>> done, info = env.step("1")
    """

    def __init__(self, native: _native.Env, menu: int) -> None:
        self._native = native
        self._menu = menu
        self._read = dict.fromkeys(native.learners, 0)

    @property
    def native(self) -> _native.Env:
        """The game itself."""
        return self._native

    def reset(self, seed: int = 0, num_players: int | None = None) -> None:
        """Begins a game. `num_players` is for callers that name it; it has to be the number of agents."""
        if num_players is not None and num_players != len(self._native.learners):
            raise ValueError(f"num_players: there are {len(self._native.learners)} agents; make another environment")
        self._native.reset(counted("seed", seed))
        self._read = dict.fromkeys(self._native.learners, 0)

    def get_observation(self) -> tuple[int, str]:
        """Who is to act, and what that seat knows: news, the situation, and a numbered menu."""
        seat = self._native.to_act
        if seat is None:
            raise _native.GameOver("the game is over; reset the environment")
        news = self._native.log(seat, self._read[seat])
        self._read[seat] += len(news)
        lines = ["What happened:"] + [f"  {line}" for line in news] if news else []
        lines += ["", self._native.report(seat).rstrip(), "", "What you can do (answer with a number or in words):"]
        menu = self._native.menu()
        lines += [f"  {number}. {words}" for number, words, _ in menu]
        return seat, "\n".join(lines).strip()

    def step(self, action: str | int) -> tuple[bool, dict[str, Any]]:
        """Takes an answer: a number of the menu, its words, or a command as JSON. Returns whether the game is over.

        Raises:
            IllegalAction: if it is neither, with the nearest lines of the menu. Nothing has changed then.
        """
        if self._native.to_act is None:
            raise _native.GameOver("the game is over; reset the environment")
        text = str(action).strip()
        if text.startswith("{"):
            self._native.act(text)
        else:
            self._native.pick(self._number(text))
        return self._native.is_over or self._native.is_truncated, {"rewards": self._native.rewards}

    def _number(self, text: str) -> int:
        plain = text.strip("[]().# ")
        if plain.isascii() and plain.isdigit() and len(plain) < 10:
            return int(plain)
        lines = {words.rstrip(".").casefold(): number for number, words, _ in self._native.menu()}
        wanted = text.rstrip(".").casefold()
        if wanted in lines:
            return lines[wanted]
        starts = [line for line in lines if line.startswith(wanted)] if wanted else []
        if len(starts) == 1:
            return lines[starts[0]]
        near = difflib.get_close_matches(wanted, lines, n=3, cutoff=0.3)
        hint = f"; did you mean {' or '.join(repr(line) for line in near)}?" if near else ""
        raise _native.IllegalAction(f"action: {text[:200]!r} is not on the menu{hint}")

    def close(self) -> dict[int, float]:
        """The final rewards: the share of the victory of each agent."""
        outcome = json.loads(self._native.outcome) if self._native.outcome else None
        winners = outcome["winners"] if outcome else []
        return {seat: 1.0 / len(winners) if seat in winners else 0.0 for seat in self._native.learners}

    def fork(self) -> TextEnv:
        """A copy of the game at this moment, which can go another way."""
        copy = TextEnv(self._native.fork(), self._menu)
        copy._read = dict(self._read)
        return copy

    clone = fork

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the game so far as a replay file."""
        self._native.save(path_text("path", path))


def text_env(
    map: Any = "wherrymouth",
    seats: int = 2,
    bots: Bots = None,
    words: bool = True,
    rewards: Mapping[str, float] | None = None,
    settings: Mapping[str, Any] | None = None,
    max_steps: int | None = None,
    menu_size: int = 64,
    seed: int = 0,
) -> TextEnv:
    """One game as text. The arguments are those of :func:`backchannel.aec_env`."""
    given = arguments(map, seats, bots, words, rewards, settings, max_steps, menu_size, log=True)
    return TextEnv(_native.Env(given, counted("seed", seed)), menu_size)
