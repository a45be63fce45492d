"""Bad input is an exception with a sentence and the field, and changes nothing."""

import numpy as np
import pytest

import backchannel

BAD_PLANS = [
    ({"map": "wherrymoth"}, ValueError, "^map: .*wherrymouth"),
    ({"map": 5}, TypeError, "^map: "),
    ({"map": "{}"}, ValueError, "^map: "),
    ({"seats": 1}, ValueError, "^seats: 1 is out of range"),
    ({"seats": 8}, ValueError, "seats"),
    ({"seats": "two"}, TypeError, "^seats: "),
    ({"bots": {"seat_9": "envoy"}}, ValueError, "^bots: there is no 'seat_9'"),
    ({"bots": "envoy"}, TypeError, "^bots: "),
    ({"bots": ["envoi", None]}, ValueError, "^bots: .*envoy"),
    ({"bots": [None]}, ValueError, "^bots: 1 entries"),
    ({"bots": ["envoy", "envoy"]}, ValueError, "^bots: .*learner"),
    ({"rewards": {"glory": 1}}, ValueError, "glory"),
    ({"rewards": {"win": float("nan")}}, ValueError, "^rewards: "),
    ({"settings": {"round_limit": 0}}, ValueError, "round_limit"),
    ({"settings": {"fogg": True}}, ValueError, "fogg"),
    ({"settings": [1]}, TypeError, "^settings: give a dict"),
    ({"settings": {"fog": {1, 2}}}, TypeError, "^settings: "),
    ({"settings": {"round_limit": float("nan")}}, ValueError, "^settings: "),
    ({"settings": {"round_limit": "x"}}, ValueError, r"^settings\.round_limit: "),
    ({"rewards": [1]}, TypeError, "^rewards: give a dict"),
    ({"rewards": {"win": "x"}}, TypeError, "^rewards: the weight of 'win'"),
    ({"rewards": {"win": None}}, TypeError, "^rewards: the weight of 'win'"),
    ({"bots": 5}, TypeError, "^bots: give a dict"),
    ({"bots": {"seat_1": 5}}, TypeError, "^bots: 5 is not the name"),
    ({"map": "/nowhere.json"}, OSError, "map: /nowhere.json cannot be read"),
    ({"max_steps": 0}, ValueError, "^max_steps: "),
    ({"max_steps": 2**40}, ValueError, "^max_steps: "),
    ({"seed": -1}, ValueError, "^seed: "),
]


@pytest.mark.parametrize(("given", "error", "words"), BAD_PLANS)
def test_a_plan_that_does_not_fit(given, error, words):
    for make in (backchannel.aec_env, backchannel.parallel_env, lambda **it: backchannel.vec(2, **it)):
        with pytest.raises(error, match=words):
            make(**given)


def test_other_plans_that_do_not_fit():
    with pytest.raises(ValueError, match="^menu_size: 2"):
        backchannel.aec_env(menu_size=2)
    with pytest.raises(ValueError, match="^encoding: 'tree'"):
        backchannel.aec_env(encoding="tree")
    with pytest.raises(ValueError, match="^render_mode: 'rgb_array'"):
        backchannel.aec_env(render_mode="rgb_array")


@pytest.mark.parametrize("encoding", ["factored", "menu"])
@pytest.mark.parametrize("action", [-1, 63, 10**6, 2**70, -(2**70), 1.5, "1", None, [1]])
def test_an_action_that_is_not_possible(encoding, action):
    env = backchannel.aec_env(encoding=encoding)
    env.reset(seed=1)
    seen, digest = env.observe("seat_0"), env.native.digest
    mask = seen["action_mask"]
    if isinstance(action, int) and 0 <= action < len(mask) and mask[action]:
        mask_free = int(np.flatnonzero(mask == 0)[-1])
        action = mask_free
    with pytest.raises((backchannel.IllegalAction, TypeError), match="^action"):
        env.step(action)
    assert env.native.digest == digest
    assert np.array_equal(env.observe("seat_0")["action_mask"], mask)
    env.step(int(np.flatnonzero(mask)[0]))


def test_a_parallel_step_needs_everybody():
    env = backchannel.parallel_env()
    seen, _ = env.reset(seed=1)
    first = {agent: int(np.flatnonzero(it["action_mask"])[0]) for agent, it in seen.items()}
    digest = env.native.digest
    with pytest.raises(ValueError, match="^actions: seat_1 has none"):
        env.step({"seat_0": first["seat_0"]})
    with pytest.raises(backchannel.IllegalAction, match=r"^actions\['seat_1'\]: 60 is not"):
        env.step(first | {"seat_1": 60})
    with pytest.raises(TypeError, match="^actions: give a dict"):
        env.step(None)
    assert env.native.digest == digest
    env.step(first)


def test_a_game_that_is_over_says_so():
    env = backchannel.aec_env(max_steps=1)
    env.reset(seed=1)
    env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0]))
    while env.agents:
        env.step(None) if env.truncations[env.agent_selection] else env.step(
            int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0])
        )
    with pytest.raises(backchannel.GameOver, match="reset"):
        env.step(0)
    env.reset(seed=2)
    assert env.agents


def test_a_seat_or_an_agent_that_is_not_there():
    env = backchannel.aec_env()
    env.reset(seed=1)
    with pytest.raises(ValueError, match="^agent: "):
        env.observe("seat_7")
    with pytest.raises(ValueError, match="^seat: 7"):
        env.native.view(7)
    with pytest.raises(ValueError, match="^log: "):
        env.native.log()


def test_nothing_is_asked_before_the_first_reset():
    env = backchannel.aec_env()
    for call in (env.last, lambda: env.step(0)):
        with pytest.raises(backchannel.GameOver, match="reset"):
            call()


def test_arguments_of_the_arena():
    with pytest.raises(TypeError, match="^bots: give a list"):
        backchannel.league("soldier")
    with pytest.raises(TypeError, match="^bots: 5 is not a name"):
        backchannel.simulate(bots=[5])
    with pytest.raises(TypeError, match="^seats: give a list"):
        backchannel.league(["soldier", "envoy"], seats=4)
    with pytest.raises(ValueError, match="^threads: 0"):
        backchannel.league(["soldier", "envoy"], threads=0)
    with pytest.raises(TypeError, match="^save: "):
        backchannel.simulate(save=5)


def test_files_that_are_no_leagues(tmp_path):
    path = tmp_path / "rows"
    with pytest.raises(OSError, match="path: .* cannot be read"):
        backchannel.League.read(path)
    path.write_text("")
    with pytest.raises(ValueError, match="^path: .*first line has no plan"):
        backchannel.League.read(path)
    backchannel.league(["soldier", "envoy"], games=2, maps=["wherrymouth"], seats=[2]).save(path)
    path.write_text(path.read_text() + "nonsense\n")
    with pytest.raises(ValueError, match=r"^rows\["):
        backchannel.League.read(path)


def test_files_that_are_no_replays(tmp_path):
    with pytest.raises(TypeError, match="^path: 5 is not a path"):
        backchannel.replay(5)
    with pytest.raises(OSError, match="^path: "):
        backchannel.replay(tmp_path / "nothing")
    path = tmp_path / "nonsense"
    path.write_bytes(bytes(range(256)) * 40)
    with pytest.raises(ValueError, match="^path: "):
        backchannel.replay(path)


def test_the_judge_and_the_rules():
    with pytest.raises(ValueError):
        backchannel.judge("{")
    with pytest.raises(ValueError):
        backchannel.judge({"players": 5})
    with pytest.raises(ValueError, match="^number: "):
        backchannel.clause("BC-9999")
    with pytest.raises(ValueError, match="^book: "):
        backchannel.rules("chess")
