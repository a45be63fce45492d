"""The environments pass PettingZoo's own tests, as they are published."""

import json
import warnings

import numpy as np
import pytest
from pettingzoo.test import (
    api_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
)

import backchannel

AECS = {
    "factored": {},
    "menu": {"encoding": "menu"},
    "words": {"seats": 3, "words": True},
    "menu with words": {"seats": 3, "words": True, "encoding": "menu"},
    "against bots": {"map": "passes-of-sarn", "seats": 4, "bots": {"seat_1": "envoy", "seat_3": "soldier"}},
    "broken off": {"max_steps": 30, "rewards": {"win": 1, "territory": 0.5, "word": 0.1}},
}


def quietly(test, *arguments, **named):
    """PettingZoo warns about observations with a mask, which it documents itself."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        test(*arguments, **named)


@pytest.mark.parametrize("given", AECS.values(), ids=AECS.keys())
def test_aec_api(given):
    quietly(api_test, backchannel.aec_env(**given), num_cycles=400)


@pytest.mark.parametrize("given", AECS.values(), ids=AECS.keys())
def test_parallel_api(given):
    quietly(parallel_api_test, backchannel.parallel_env(**given), num_cycles=400)


@pytest.mark.parametrize("encoding", ["factored", "menu"])
def test_seeds(encoding):
    quietly(seed_test, lambda: backchannel.aec_env(encoding=encoding, seats=3), num_cycles=200)
    quietly(parallel_seed_test, lambda: backchannel.parallel_env(encoding=encoding, seats=3), num_cycles=200)


def test_rendering(capsys):
    quietly(render_test, lambda render_mode=None: backchannel.aec_env(render_mode=render_mode, max_steps=20))
    assert "You are Vermilion" in capsys.readouterr().out
    env = backchannel.aec_env(render_mode="ansi")
    env.reset(seed=1)
    assert "You are Vermilion" in env.render()


def play(env, seed):
    """A random game; returns what each agent earned in all."""
    env.reset(seed=seed)
    random = np.random.default_rng(seed)
    earned = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        earned[agent] += reward
        allowed = np.flatnonzero(observation["action_mask"])
        env.step(None if terminated or truncated else int(random.choice(allowed)))
    return earned


@pytest.mark.parametrize("encoding", ["factored", "menu"])
def test_a_whole_game_gives_one_victory(encoding):
    env = backchannel.aec_env("wherrymouth", 4, encoding=encoding, settings={"round_limit": 8})
    for seed in range(4):
        earned = play(env, seed)
        assert sum(earned.values()) == pytest.approx(1), seed
        winners = {f"seat_{seat}" for seat in env.outcome["winners"]}
        assert {agent for agent, reward in earned.items() if reward > 0} == winners


def test_territory_is_rewarded_as_it_changes_hands():
    env = backchannel.aec_env(seats=2, rewards={"win": 0, "territory": 1}, settings={"round_limit": 6})
    earned = play(env, 3)
    territories = [row["territories"] for row in json.loads(env.native.view(0))["scoreboard"]]
    assert sum(territories) <= 16
    assert earned["seat_0"] == pytest.approx((territories[0] - 8) / 16)


def test_a_mask_belongs_to_the_agent_that_is_to_act():
    env = backchannel.aec_env(seats=2)
    env.reset(seed=5)
    other = "seat_1" if env.agent_selection == "seat_0" else "seat_0"
    assert env.observe(env.agent_selection)["action_mask"].any()
    assert not env.observe(other)["action_mask"].any()


def test_the_layout_finds_what_an_observation_says():
    env = backchannel.aec_env("passes-of-sarn", 4)
    env.reset(seed=2)
    seen = env.observe("seat_0")["observation"]
    lands = env.layout["territories"]
    rows = lands.of(seen)
    assert rows.shape == (24, len(lands.features))
    mine = rows[:, lands.features.index("holder_0")].sum()
    assert mine == env.layout["seats"].of(seen)[0, env.layout["seats"].features.index("territories")]
    assert env.layout.scales().shape == seen.shape


def first(env):
    return int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0])


@pytest.mark.parametrize("bots", [None, {"seat_2": "envoy"}])
@pytest.mark.parametrize("log", [False, True])
def test_a_fork_goes_its_own_way(bots, log):
    env = backchannel.aec_env(seats=3, bots=bots, log=log)
    env.reset(seed=8)
    for _ in range(40):
        env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0]))
    copy = env.fork()
    assert copy.native.digest == env.native.digest
    before = env.native.digest
    while copy.native.digest == before:
        copy.step(int(np.flatnonzero(copy.observe(copy.agent_selection)["action_mask"])[-1]))
    assert env.native.digest == before


@pytest.mark.parametrize("bots", [None, {"seat_2": "envoy"}])
def test_a_parallel_fork_goes_its_own_way(bots):
    env = backchannel.parallel_env(seats=3, bots=bots, log=True)
    seen, _ = env.reset(seed=8)

    def act(env, seen, which):
        return env.step({agent: int(np.flatnonzero(seen[agent]["action_mask"])[which]) for agent in env.agents})[0]

    for _ in range(30):
        seen = act(env, seen, 0)
    copy, digest = env.clone(), env.native.digest
    assert copy.native.digest == digest and copy.agents == env.agents
    other = seen
    while copy.native.digest == digest and copy.agents:
        other = act(copy, other, -1)
    assert env.native.digest == digest
    assert env.log() and env.log("seat_0") and env.outcome is None


def test_a_game_that_is_not_over_can_be_read(tmp_path):
    env = backchannel.aec_env(seats=2, log=True)
    env.reset(seed=3)
    for _ in range(30):
        env.step(first(env))
    env.save(tmp_path / "game")
    half = backchannel.replay(tmp_path / "game")
    assert not half.is_over and half.outcome is None
    assert len(half.steps()) > 5 and half.setup["names"]
    for read in (half.log, lambda: list(env.replay(tmp_path / "game"))):
        with pytest.raises(ValueError, match="^path: the game is not over"):
            read()


def test_a_saved_game_is_verified_and_teaches(tmp_path):
    env = backchannel.aec_env(seats=2, log=True, settings={"round_limit": 5})
    play(env, 4)
    path = tmp_path / "game.ndjson"
    env.save(path)
    recorded = backchannel.replay(path)
    assert recorded.native.is_verified
    assert recorded.outcome["winners"] == env.outcome["winners"]
    assert len(recorded.steps()) > 50
    assert any("???" in line for line in recorded.log(0))
    assert not any("???" in line for line in recorded.log())
    for seat in (-1, 2, 256, 2**70):
        with pytest.raises(ValueError, match="^seat: .* is out of range; use 0 to 1"):
            recorded.log(seat)
    choices = list(env.replay(path))
    assert {one.agent for one in choices} == {"seat_0", "seat_1"}
    assert all(one.action_mask[one.action] == 1 for one in choices)
    text = path.read_text()
    path.write_text(text.replace('"troops":3', '"troops":4', 1))
    with pytest.raises(ValueError, match="path: "):
        backchannel.replay(path)


def test_a_limit_of_steps():
    for limit in (4, 25):
        env = backchannel.aec_env(max_steps=limit, encoding="menu")
        env.reset(seed=1)
        steps = 0
        while env.agents:
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
            else:
                env.step(int(np.flatnonzero(observation["action_mask"])[0]))
                steps += 1
        assert steps == limit
