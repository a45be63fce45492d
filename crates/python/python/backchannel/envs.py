"""PettingZoo environments."""

from __future__ import annotations

import json
import os
import weakref
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Literal

import gymnasium
import numpy as np
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv

from . import _native
from ._arguments import Bots, agent_name, arguments, counted, path_text, whole
from .layout import Layout
from .replays import Demonstration, replay

Encoding = Literal["factored", "menu"]

_RENDER_MODES = ["human", "ansi"]


def _seat(agent: str) -> int:
    return int(agent.removeprefix("seat_"))


class PossibleActions(gymnasium.spaces.Discrete):
    """The numbers of an agent's choices; without a mask, :meth:`sample` chooses among those that are possible now."""

    def __init__(self, n: int, mask: Callable[[], NDArray[np.int8]]) -> None:
        super().__init__(n)
        self._mask = mask

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        if mask is None and probability is None:
            mask = self._mask()
        return super().sample(mask, probability)


class _Common:
    """What both kinds of environment have in common."""

    metadata: dict[str, Any] = {
        "name": "backchannel_v0",
        "render_modes": _RENDER_MODES,
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def _begin(self, given: str, encoding: str, render_mode: str | None, seats: list[int]) -> None:
        if encoding not in ("factored", "menu"):
            raise ValueError(f"encoding: {encoding!r} is unknown; use 'factored' or 'menu'")
        if render_mode not in (None, *_RENDER_MODES):
            raise ValueError(f"render_mode: {render_mode!r} is unknown; use {_RENDER_MODES} or None")
        self._given = given
        self.encoding = encoding
        self.render_mode = render_mode
        self.possible_agents = [agent_name(seat) for seat in seats]
        self.agents: list[str] = []
        self._random = np.random.default_rng()
        self.layout = Layout.parse(self._native.layout)
        numbers = self._native.menu_size if encoding == "menu" else _native.CHOICES
        space = gymnasium.spaces.Dict(
            {
                "observation": gymnasium.spaces.Box(0, 255, (self.layout.size,), np.uint8),
                "action_mask": gymnasium.spaces.Box(0, 1, (numbers,), np.int8),
            }
        )
        self.observation_spaces = {agent: space for agent in self.possible_agents}
        me = weakref.ref(self)

        def possible(agent: str) -> Callable[[], NDArray[np.int8]]:
            return lambda: me()._mask_of(_seat(agent))  # type: ignore[union-attr]

        self.action_spaces = {
            agent: PossibleActions(numbers, possible(agent)) for agent in self.possible_agents
        }

    _native: Any

    def _mask_of(self, seat: int) -> NDArray[np.int8]:
        raise NotImplementedError

    def observation_space(self, agent: str) -> gymnasium.spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Discrete:
        return self.action_spaces[agent]

    def _next_seed(self, seed: int | None) -> int:
        if seed is not None:
            self._random = np.random.default_rng(counted("seed", seed))
            return counted("seed", seed)
        return int(self._random.integers(2**63))

    @property
    def outcome(self) -> dict[str, Any] | None:
        """Winners, scores and how it ended; None while the game goes on."""
        return json.loads(self._native.outcome) if self._native.outcome else None

    def log(self, agent: str | None = None) -> list[str]:
        """What happened so far as an agent saw it; without one, as it really was. The environment needs ``log=True``."""
        if agent is not None and agent not in self.possible_agents:
            raise ValueError(f"agent: there is no {agent!r}; the agents are {', '.join(self.possible_agents)}")
        return self._native.log(None if agent is None else _seat(agent))

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the game so far as a replay file. The environment needs ``log=True``.

        Of a game that is not over, a reader gets the set-up and the commands; nothing else can be verified.
        """
        self._native.save(path_text("path", path))

    def replay(self, path: str | os.PathLike[str]) -> Iterator[Demonstration]:
        """The choices of a recorded game on the same map, as the seats saw them: examples to learn from.

        Only for the factored encoding.
        """
        if self.encoding != "factored":
            raise ValueError("encoding: a recorded game is read by the factored encoding")
        return replay(path).demonstrations(self._given)

    def close(self) -> None:
        """Nothing is left open."""


class BackchannelAEC(_Common, AECEnv):
    """One game; the seats act one after the other, and others are asked when a proposal or a signal reaches them.

    An observation is ``{"observation": uint8[size], "action_mask": int8[n]}``; :attr:`layout` says what is where. With
    ``encoding="factored"`` a command is a short series of choices, each a step of its own; with ``encoding="menu"`` it
    is one number.
    """

    def __init__(self, native: _native.Env, given: str, encoding: str, render_mode: str | None) -> None:
        super().__init__()
        self._native = native
        self._begin(given, encoding, render_mode, native.learners)
        self.agent_selection = self.possible_agents[0]
        self.rewards, self._cumulative_rewards = {}, {}
        self.terminations, self.truncations, self.infos = {}, {}, {}

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """What the agent that is to act gets: observation, reward, terminated, truncated, info."""
        if not self.agents:
            raise _native.GameOver("the game is over; reset the environment")
        return super().last(observe)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game. The same seed gives the same game."""
        self._native.reset(self._next_seed(seed))
        self._start()

    def _start(self) -> None:
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        # Bots that move first may have put agents out, or have ended the game.
        self._mark_ends()
        self._select()

    @property
    def native(self) -> _native.Env:
        """The game itself, with menus, views and logs."""
        return self._native

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """What an agent sees. Its mask is empty unless it is to act."""
        if agent not in self.possible_agents:
            raise ValueError(f"agent: there is no {agent!r}; the agents are {', '.join(self.possible_agents)}")
        seat = _seat(agent)
        return {"observation": self._native.observe(seat), "action_mask": self._mask_of(seat)}

    def _mask_of(self, seat: int) -> NDArray[np.int8]:
        if self._native.to_act != seat:
            numbers = self._native.menu_size if self.encoding == "menu" else _native.CHOICES
            return np.zeros(numbers, np.int8)
        return self._native.menu_mask() if self.encoding == "menu" else self._native.mask()

    def step(self, action: int | None) -> None:
        """Makes a choice for the agent that is to act. If it is not possible, nothing happens.

        Raises:
            IllegalAction: if the mask does not allow it.
            TypeError: if it is not a whole number.
        """
        if not self.agents:
            raise _native.GameOver("the game is over; reset the environment")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        number = whole("action", action)
        if not -(2**63) <= number < 2**63:
            raise _native.IllegalAction(f"action: {number} is not possible now; choose a number that the mask allows")
        if self.encoding == "menu":
            self._native.pick(number)
        else:
            self._native.choose(number)
        self._cumulative_rewards[agent] = 0.0
        earned = self._native.rewards
        self.rewards = {one: earned[_seat(one)] for one in self.agents}
        self._mark_ends()
        self._accumulate_rewards()
        self._select()
        if self.render_mode == "human":
            self.render()

    def _mark_ends(self) -> None:
        over, broken_off = self._native.is_over, self._native.is_truncated
        living = set(self._native.living)
        for agent in self.agents:
            self.terminations[agent] = over or _seat(agent) not in living
            self.truncations[agent] = broken_off and not self.terminations[agent]
            self.infos[agent] = {}

    def _select(self) -> None:
        dead = [one for one in self.agents if self.terminations[one] or self.truncations[one]]
        if dead:
            self._skip_agent_selection = None
            self.agent_selection = dead[0]
            return
        seat = self._native.to_act
        self.agent_selection = self.agents[0] if seat is None else agent_name(seat)

    def _was_dead_step(self, action: int | None) -> None:
        if action is not None:
            raise ValueError("when an agent is dead, the only valid action is None")
        agent = self.agent_selection
        for table in (self.rewards, self._cumulative_rewards, self.terminations, self.truncations, self.infos):
            del table[agent]
        self.agents.remove(agent)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        if self.agents:
            self._select()

    def fork(self) -> BackchannelAEC:
        """A copy of the game at this moment, which can go another way. Bots at the table are replayed up to here."""
        copy = BackchannelAEC(self._native.fork(), self._given, self.encoding, self.render_mode)
        copy.agents = list(self.agents)
        copy.rewards = dict(self.rewards)
        copy._cumulative_rewards = dict(self._cumulative_rewards)
        copy.terminations = dict(self.terminations)
        copy.truncations = dict(self.truncations)
        copy.infos = {agent: dict(info) for agent, info in self.infos.items()}
        if self.agents:
            copy.agent_selection = self.agent_selection
        return copy

    clone = fork

    def __deepcopy__(self, memo: Any) -> BackchannelAEC:
        return self.fork()

    def render(self) -> str | None:
        """What the agent that is to act knows, as text: printed for ``human``, returned for ``ansi``."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() does nothing without a render_mode")
            return None
        seat = _seat(self.agent_selection) if self.agents else _seat(self.possible_agents[0])
        text = self._native.report(seat)
        if self.render_mode == "human":
            print(text)
            return None
        return text


class BackchannelParallel(_Common, ParallelEnv):
    """One game; in each step the seat whose turn or window it is acts, then the others answer, speak or do nothing.

    They are taken in seat order. What has become impossible by then counts as nothing.
    """

    def __init__(
        self,
        native: _native.Simultaneous,
        given: str,
        encoding: str,
        render_mode: str | None,
        agents: list[str] | None = None,
    ) -> None:
        self._native = native
        seats = native.learners if agents is None else [_seat(agent) for agent in agents]
        self._begin(given, encoding, render_mode, seats)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, dict[str, NDArray[Any]]], dict[str, dict[str, Any]]]:
        """Begins a game. The same seed gives the same game."""
        self._native.reset(self._next_seed(seed))
        self.agents = [agent_name(seat) for seat in self._native.learners]
        return self._observe(self.agents), {agent: {} for agent in self.agents}

    @property
    def native(self) -> _native.Simultaneous:
        """The game itself, with menus and logs."""
        return self._native

    def fork(self) -> BackchannelParallel:
        """A copy of the game at this moment, which can go another way. Bots at the table are replayed up to here."""
        native = self._native.fork()
        copy = BackchannelParallel(native, self._given, self.encoding, self.render_mode, self.possible_agents)
        copy.agents = list(self.agents)
        return copy

    clone = fork

    def __deepcopy__(self, memo: Any) -> BackchannelParallel:
        return self.fork()

    def _observe(self, agents: list[str]) -> dict[str, dict[str, NDArray[Any]]]:
        return {
            agent: {"observation": self._native.observe(_seat(agent)), "action_mask": self._mask_of(_seat(agent))}
            for agent in agents
        }

    def _mask_of(self, seat: int) -> NDArray[np.int8]:
        return self._native.menu_mask(seat) if self.encoding == "menu" else self._native.mask(seat)

    def step(self, actions: Mapping[str, int]) -> tuple[
        dict[str, dict[str, NDArray[Any]]],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Makes a choice for each agent. If one of them is not possible, nothing happens at all."""
        if not self.agents:
            raise _native.GameOver("the game is over; reset the environment")
        if not isinstance(actions, Mapping):
            raise TypeError(f"actions: give a dict with a number for each of {', '.join(self.agents)}")
        missing = [agent for agent in self.agents if agent not in actions]
        if missing:
            raise ValueError(f"actions: {missing[0]} has none; give one for each of {', '.join(self.agents)}")
        pairs = []
        for agent in self.agents:
            number = whole(f"actions[{agent!r}]", actions[agent])
            if not -(2**63) <= number < 2**63:
                raise _native.IllegalAction(f"actions[{agent!r}]: {number} is not possible now")
            pairs.append((_seat(agent), number))
        if self.encoding == "menu":
            self._native.pick(pairs)
        else:
            self._native.choose(pairs)
        played, earned = self.agents, self._native.rewards
        over, broken_off = self._native.is_over, self._native.is_truncated
        living = set(self._native.learners)
        ended = {agent: over or _seat(agent) not in living for agent in played}
        cut = {agent: broken_off and not ended[agent] for agent in played}
        self.agents = [agent for agent in played if not (ended[agent] or cut[agent])]
        if self.render_mode == "human":
            self.render()
        return (
            self._observe(played),
            {agent: earned[_seat(agent)] for agent in played},
            ended,
            cut,
            {agent: {} for agent in played},
        )

    def render(self) -> str | None:
        """What the agent whose turn it is knows, as text."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() does nothing without a render_mode")
            return None
        seats = [_seat(agent) for agent in self.agents] or [_seat(self.possible_agents[0])]
        turn = self._native.turn
        text = self._native.report(turn if turn in seats else seats[0])
        if self.render_mode == "human":
            print(text)
            return None
        return text


def aec_env(
    map: Any = "wherrymouth",
    seats: int = 2,
    bots: Bots = None,
    encoding: Encoding = "factored",
    words: bool = False,
    rewards: Mapping[str, float] | None = None,
    settings: Mapping[str, Any] | None = None,
    max_steps: int | None = None,
    menu_size: int = 512,
    log: bool = False,
    render_mode: str | None = None,
    seed: int = 0,
) -> BackchannelAEC:
    """A PettingZoo AEC environment.

    Args:
        map: the id of a map (:func:`backchannel.maps`), the path of a map file, or a dict.
        seats: the number of seats, 2 to 8 as the map allows.
        bots: rule-based opponents by seat, such as ``{"seat_1": "envoy"}``; agents take the other seats.
        encoding: ``"factored"`` for choices with stable meanings, ``"menu"`` for numbers of a menu.
        words: whether agents hear and send signals.
        rewards: weights of ``win`` (1), ``score``, ``territory`` and ``word`` (0 each).
        settings: settings of the table that differ from the standard, such as ``{"round_limit": 20}``.
        max_steps: commands of agents after which a game is broken off.
        menu_size: the numbers of a menu.
        log: keep the log, which ``log()`` and ``save()`` need.
        render_mode: ``"ansi"`` for texts, ``"human"`` to print them.
        seed: of the game that the environment holds before its first reset.
    """
    given = arguments(map, seats, bots, words, rewards, settings, max_steps, menu_size, log)
    return BackchannelAEC(_native.Env(given, counted("seed", seed)), given, encoding, render_mode)


def parallel_env(
    map: Any = "wherrymouth",
    seats: int = 2,
    bots: Bots = None,
    encoding: Encoding = "factored",
    words: bool = False,
    rewards: Mapping[str, float] | None = None,
    settings: Mapping[str, Any] | None = None,
    max_steps: int | None = None,
    menu_size: int = 512,
    log: bool = False,
    render_mode: str | None = None,
    seed: int = 0,
) -> BackchannelParallel:
    """A PettingZoo parallel environment. The arguments are those of :func:`aec_env`."""
    given = arguments(map, seats, bots, words, rewards, settings, max_steps, menu_size, log)
    native = _native.Simultaneous(given, counted("seed", seed))
    return BackchannelParallel(native, given, encoding, render_mode)
