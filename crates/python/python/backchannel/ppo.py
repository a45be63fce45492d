"""A whole training example: masked PPO with JAX, on the processor.

    pip install ".[train]"
    python -m backchannel.ppo --minutes 10 --save policy.npz

It learns two-seat games against `random` with the factored encoding, plays 500 games with fresh seeds, and is rated
against the reference pool. Nothing in here is special to Backchannel but the environment: it is meant to be copied.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .arena import challenge
from .vector import VecEnv, vec

Parameters = dict[str, Any]


@dataclass(frozen=True)
class Config:
    """The settings of a training run."""

    map: str = "wherrymouth"
    opponent: str = "random"
    #: Games at once: half of them as the first seat, half as the second.
    games: int = 128
    #: Choices in each game between two updates.
    horizon: int = 128
    hidden: int = 128
    epochs: int = 3
    minibatches: int = 8
    learning_rate: float = 1e-3
    #: A choice is worth this much less for each choice that it lies in the future.
    discount: float = 0.997
    trace: float = 0.95
    clip: float = 0.2
    entropy: float = 0.01
    #: Victory is what counts; territories show the way to it.
    rewards: dict[str, float] = field(default_factory=lambda: {"win": 1.0, "territory": 1.0})
    seed: int = 1


class Sides:
    """Games in which the learner sits first, and games in which it sits second, as one batch."""

    def __init__(self, config: Config, games: int, rewards: dict[str, float], seed: int) -> None:
        bots = ({"seat_1": config.opponent}, {"seat_0": config.opponent})
        self.parts: list[tuple[int, VecEnv]] = [
            (seat, vec(games // 2, config.map, 2, bots[seat], rewards=rewards, seed=seed + seat * 1_000_003))
            for seat in (0, 1)
        ]
        self.scales = self.parts[0][1].layout.scales()

    def reset(self) -> None:
        for _, games in self.parts:
            games.reset()

    @property
    def observations(self) -> NDArray[np.uint8]:
        return np.concatenate([games.out.observations for _, games in self.parts])

    @property
    def masks(self) -> NDArray[np.bool_]:
        return np.concatenate([games.out.masks for _, games in self.parts]).astype(np.bool_)

    def step(self, actions: NDArray[np.int64]) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
        half = len(actions) // 2
        rewards, ends = [], []
        for number, (seat, games) in enumerate(self.parts):
            out = games.step(actions[number * half : (number + 1) * half])
            rewards.append(out.rewards[:, seat].copy())
            ends.append(out.terminated | out.truncated)
        return np.concatenate(rewards), np.concatenate(ends)


def initial(config: Config, size: int, choices: int = 64) -> Parameters:
    random = np.random.default_rng(config.seed)

    def layer(inputs: int, outputs: int, gain: float) -> dict[str, NDArray[np.float32]]:
        weights = random.standard_normal((inputs, outputs)) * gain / np.sqrt(inputs)
        return {"w": weights.astype(np.float32), "b": np.zeros(outputs, np.float32)}

    return {
        "first": layer(size, config.hidden, 1.4),
        "second": layer(config.hidden, config.hidden, 1.4),
        "choice": layer(config.hidden, choices, 0.01),
        "value": layer(config.hidden, 1, 1.0),
    }


def train(config: Config = Config(), minutes: float = 10.0, updates: int | None = None, report: Any = print) -> Parameters:
    """Learns for some time, or for a number of updates; returns the parameters of the policy as NumPy arrays."""
    import jax
    import jax.numpy as jnp
    import optax

    games = Sides(config, config.games, config.rewards, seed=config.seed)
    games.reset()
    scales = jnp.asarray(games.scales)
    parameters = jax.tree.map(jnp.asarray, initial(config, len(games.scales)))
    optimiser = optax.chain(optax.clip_by_global_norm(0.5), optax.adam(config.learning_rate))
    state = optimiser.init(parameters)

    def forward(parameters, observations, masks):
        x = observations.astype(jnp.float32) * scales
        x = jnp.tanh(x @ parameters["first"]["w"] + parameters["first"]["b"])
        x = jnp.tanh(x @ parameters["second"]["w"] + parameters["second"]["b"])
        logits = x @ parameters["choice"]["w"] + parameters["choice"]["b"]
        values = (x @ parameters["value"]["w"] + parameters["value"]["b"])[:, 0]
        return jax.nn.log_softmax(jnp.where(masks, logits, -1e9)), values

    @jax.jit
    def act(parameters, key, observations, masks):
        logs, values = forward(parameters, observations, masks)
        choices = jax.random.categorical(key, logs)
        return choices, jnp.take_along_axis(logs, choices[:, None], 1)[:, 0], values

    def loss(parameters, batch):
        observations, masks, choices, old, advantages, returns = batch
        logs, values = forward(parameters, observations, masks)
        ratio = jnp.exp(jnp.take_along_axis(logs, choices[:, None], 1)[:, 0] - old)
        clipped = jnp.clip(ratio, 1 - config.clip, 1 + config.clip)
        policy = -jnp.minimum(ratio * advantages, clipped * advantages).mean()
        entropy = -(jnp.exp(logs) * jnp.where(masks, logs, 0.0)).sum(1).mean()
        return policy + 0.5 * ((values - returns) ** 2).mean() - config.entropy * entropy

    @jax.jit
    def improve(parameters, state, batch):
        gradient = jax.grad(loss)(parameters, batch)
        change, state = optimiser.update(gradient, state)
        return optax.apply_updates(parameters, change), state

    key = jax.random.key(config.seed)
    random = np.random.default_rng(config.seed)
    horizon, n = config.horizon, config.games
    seen = np.zeros((horizon, n, len(games.scales)), np.uint8)
    allowed = np.zeros((horizon, n, 64), np.bool_)
    chosen = np.zeros((horizon, n), np.int64)
    logs = np.zeros((horizon, n), np.float32)
    values = np.zeros((horizon + 1, n), np.float32)
    rewards = np.zeros((horizon, n), np.float32)
    ended = np.zeros((horizon, n), np.bool_)
    begun, update = time.monotonic(), 0
    while (update < updates) if updates is not None else (time.monotonic() - begun < 60 * minutes):
        for step in range(horizon):
            seen[step], allowed[step] = games.observations, games.masks
            key, used = jax.random.split(key)
            choices, log, value = act(parameters, used, seen[step], allowed[step])
            chosen[step], logs[step], values[step] = choices, log, value
            rewards[step], ended[step] = games.step(chosen[step])
        values[horizon] = act(parameters, key, games.observations, games.masks)[2]
        advantages, returns = advantage(config, rewards, values, ended)
        batch = [it.reshape(horizon * n, *it.shape[2:]) for it in (seen, allowed, chosen, logs, advantages, returns)]
        for _ in range(config.epochs):
            for part in np.array_split(random.permutation(horizon * n), config.minibatches):
                parameters, state = improve(parameters, state, [it[part] for it in batch])
        update += 1
        if update % 10 == 0:
            wins = rewards[ended]
            share = float((wins > 0.5).mean()) if len(wins) else float("nan")
            report(f"update {update}, {time.monotonic() - begun:.0f} s: won {share:.0%} of the last {len(wins)} games")
    return jax.tree.map(np.asarray, parameters)


def advantage(config: Config, rewards: NDArray, values: NDArray, ended: NDArray) -> tuple[NDArray, NDArray]:
    """Generalised advantages, scaled to a deviation of one, and returns."""
    found = np.zeros_like(rewards)
    trace = np.zeros(rewards.shape[1], np.float32)
    for step in reversed(range(len(rewards))):
        goes_on = ~ended[step]
        surprise = rewards[step] + config.discount * values[step + 1] * goes_on - values[step]
        trace = surprise + config.discount * config.trace * trace * goes_on
        found[step] = trace
    returns = found + values[:-1]
    return (found - found.mean()) / (found.std() + 1e-8), returns


class Policy:
    """A trained policy as plain NumPy: a function of observations and masks."""

    def __init__(self, parameters: Parameters, scales: NDArray[np.float32]) -> None:
        self.parameters, self.scales = parameters, scales

    def __call__(self, observation: NDArray[np.uint8], mask: NDArray[Any]) -> Any:
        """The best choice, for one observation or for many."""
        x = observation * self.scales
        for name in ("first", "second"):
            x = np.tanh(x @ self.parameters[name]["w"] + self.parameters[name]["b"])
        logits = x @ self.parameters["choice"]["w"] + self.parameters["choice"]["b"]
        return np.where(mask.astype(np.bool_), logits, -np.inf).argmax(-1)


def win_rate(policy: Policy, config: Config = Config(), games: int = 500, seed: int = 10_000_000) -> float:
    """The share of games that a policy wins, half of them from each seat. Every game counts once, however long it takes."""
    table = Sides(config, games, {"win": 1.0}, seed)
    table.reset()
    total = len(table.masks)
    done, won = np.zeros(total, np.bool_), np.zeros(total, np.float64)
    while not done.all():
        rewards, ended = table.step(policy(table.observations, table.masks))
        won[ended & ~done] = rewards[ended & ~done]
        done |= ended
    return float(won.mean())


def save(path: str, parameters: Parameters) -> None:
    np.savez(path, **{f"{layer}_{name}": it for layer, one in parameters.items() for name, it in one.items()})


def load(path: str, config: Config = Config()) -> Policy:
    parameters: Parameters = {}
    with np.load(path) as stored:
        for name in stored.files:
            layer, part = name.rsplit("_", 1)
            parameters.setdefault(layer, {})[part] = stored[name]
    return Policy(parameters, Sides(config, 2, config.rewards, 0).scales)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--minutes", type=float, default=10.0)
    options.add_argument("--games", type=int, default=500, help="games to test it with")
    options.add_argument("--save", default=None, help="a file for the policy")
    given = options.parse_args()
    config = Config()
    parameters = train(config, given.minutes)
    if given.save:
        save(given.save, parameters)
    policy = Policy(parameters, Sides(config, 2, config.rewards, 0).scales)
    print(f"won {win_rate(policy, config, given.games):.1%} of {given.games} games against {config.opponent}")
    rated = challenge(policy, config.map, 2, games=400, name="ppo")
    print(f"rated {rated.rating:.0f} ({rated.low:.0f} to {rated.high:.0f}), {rated.rank} of {rated.bots} in the pool")


if __name__ == "__main__":
    main()
