"""The training example learns."""

import numpy as np
import pytest

import backchannel
from backchannel import ppo


def untrained(config):
    return ppo.Policy(ppo.initial(config, len(ppo.Sides(config, 2, {}, 0).scales)), ppo.Sides(config, 2, {}, 0).scales)


def test_advantages_stop_at_the_end_of_a_game():
    config = ppo.Config(discount=0.5, trace=1.0)
    rewards = np.array([[0.0], [1.0], [0.0]], np.float32)
    ended = np.array([[False], [True], [False]])
    _, returns = ppo.advantage(config, rewards, np.zeros((4, 1), np.float32), ended)
    assert returns[:, 0].tolist() == [0.5, 1.0, 0.0]


def test_every_game_of_a_trial_counts_once():
    config = ppo.Config()
    share = ppo.win_rate(untrained(config), config, games=4)
    assert 0 <= share <= 1 and (share * 4) % 0.5 == pytest.approx(0)


@pytest.mark.sample
def test_it_wins_more_often_after_a_short_training():
    pytest.importorskip("jax", reason="JAX is installed for the slow suite only")
    config = ppo.Config(games=32, horizon=32, hidden=32, epochs=2, minibatches=4)
    told = []
    parameters = ppo.train(config, updates=20, report=told.append)
    assert told and "update 20" in told[-1]
    before = ppo.win_rate(untrained(config), config, games=120)
    after = ppo.win_rate(ppo.Policy(parameters, ppo.Sides(config, 2, {}, 0).scales), config, games=120)
    assert after > before + 0.05, (before, after)


@pytest.mark.slow
def test_it_wins_nine_games_of_ten_against_random(tmp_path):
    pytest.importorskip("jax")
    config = ppo.Config()
    parameters = ppo.train(config, updates=UPDATES)
    path = str(tmp_path / "policy.npz")
    ppo.save(path, parameters)
    policy = ppo.load(path, config)
    assert ppo.win_rate(policy, config, games=500) >= 0.9
    rated = backchannel.challenge(policy, games=60, name="ppo")
    assert rated.low < rated.rating < rated.high


#: As many as are needed, and some more: docs/python.md says how long they take.
UPDATES = 100
