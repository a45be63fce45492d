"""Many games at once: the same as one by one, in the caller's arrays."""

import numpy as np
import pytest

import backchannel


def test_games_at_once_are_the_same_as_one_by_one():
    n, given = 6, {"map": "wherrymouth", "seats": 3, "bots": {"seat_1": "soldier"}, "rewards": {"territory": 1}}
    given["max_steps"] = 60
    games = backchannel.vec(n, threads=2, seed=11, **given)
    single = [backchannel.aec_env(**given) for _ in range(n)]
    out = games.reset()
    for number, env in enumerate(single):
        env.reset(seed=11 + number)
    ended = 0
    for _ in range(500):
        actions = games.sample()
        out = games.step(actions)
        for number, env in enumerate(single):
            env.step(int(actions[number]))
            native = env.native
            assert out.rewards[number].tolist() == native.rewards
            assert out.terminated[number] == native.is_over
            assert out.truncated[number] == native.is_truncated
            if native.to_act is None:
                ended += 1
                env.reset(seed=games.seeds[number])
            assert out.seats[number] == native.to_act
            # An agent that is out still has its last step in the environment of PettingZoo.
            while env.agents and (env.terminations[env.agent_selection] or env.truncations[env.agent_selection]):
                env.step(None)
            seen = env.observe(f"seat_{native.to_act}")
            assert np.array_equal(out.observations[number], seen["observation"])
            assert np.array_equal(out.masks[number], seen["action_mask"])
    assert ended >= n


def test_results_go_to_the_arrays_of_the_caller():
    games = backchannel.vec(4)
    mine = backchannel.Buffers.empty(4, games.layout.size, 2)
    held = mine.observations
    out = games.reset(seed=3, out=mine)
    assert out is mine and out.observations is held and held.any()
    before = held.copy()
    for _ in range(20):
        games.step(games.sample())
    assert mine.observations is held and not np.array_equal(held, before)


def test_the_number_of_threads_changes_nothing():
    courses = []
    for threads in (1, 2, 3):
        games = backchannel.vec(40, threads=threads, seed=5)
        games.reset()
        for _ in range(200):
            games.step(games.sample())
        courses.append((games.out.observations.copy(), games.commands, games.seeds))
    for course in courses[1:]:
        assert np.array_equal(course[0], courses[0][0]) and course[1:] == courses[0][1:]


@pytest.mark.parametrize(
    ("field", "change", "error", "words"),
    [
        ("observations", lambda it: it.astype(np.float32), TypeError, "uint8"),
        ("observations", lambda it: it[:, :-1].copy(), ValueError, "shape"),
        ("masks", lambda it: np.asfortranarray(it), ValueError, "contiguous"),
        ("rewards", lambda it: it.tolist(), TypeError, "float32"),
        ("seats", lambda it: it[:2], ValueError, "shape"),
        ("terminated", lambda it: it.astype(np.int8), TypeError, "bool"),
    ],
)
def test_an_array_that_does_not_fit_is_refused(field, change, error, words):
    games = backchannel.vec(3)
    games.reset(seed=1)
    actions = games.sample().copy()
    good = getattr(games.out, field)
    before = games.out.observations.copy()
    setattr(games.out, field, change(good))
    with pytest.raises(error, match=f"^{field}: .*{words}"):
        games.step(actions)
    setattr(games.out, field, good)
    assert games.commands == 0 and np.array_equal(games.out.observations, before)
    games.step(actions)


def test_a_read_only_array_is_refused():
    games = backchannel.vec(2)
    games.reset()
    games.out.masks.flags.writeable = False
    with pytest.raises(ValueError, match="^masks: "):
        games.step(games.sample())


@pytest.mark.parametrize("wrong", [-1, 64, 2**40, -(2**62)])
def test_one_impossible_choice_stops_all(wrong):
    games = backchannel.vec(3)
    games.reset(seed=1)
    actions = games.sample().copy()
    actions[1] = wrong
    before = games.out.observations.copy()
    with pytest.raises(backchannel.IllegalAction, match=r"^actions\[1\]: "):
        games.step(actions)
    assert np.array_equal(games.out.observations, before)


def test_actions_have_a_type_and_a_shape():
    games = backchannel.vec(3)
    games.reset()
    for wrong in (np.zeros(3, np.int32), np.zeros(3), [0, 0, 0], None):
        with pytest.raises(TypeError, match="^actions: give a NumPy array of int64"):
            games.step(wrong)
    with pytest.raises(ValueError, match="^actions: the shape"):
        games.step(np.zeros(4, np.int64))


@pytest.mark.parametrize("n", [0, 2**21])
def test_the_number_of_games_has_limits(n):
    with pytest.raises(ValueError, match=f"^n: {n} is out of range"):
        backchannel.vec(n)


@pytest.mark.parametrize("bots", [None, {"seat_1": "envoy"}])
def test_a_fork_of_many_games_goes_its_own_way(bots):
    games = backchannel.vec(5, bots=bots)
    games.reset(seed=3)
    for _ in range(50):
        games.step(games.sample())
    copy, before = games.clone(), games.out.observations.copy()
    assert np.array_equal(copy.out.observations, before) and copy.seeds == games.seeds
    # The random choices of a fork are those that the original would make.
    for _ in range(50):
        one, other = games.sample().copy(), copy.sample()
        assert np.array_equal(one, other)
        games.step(one)
        copy.step(other)
        assert np.array_equal(copy.out.observations, games.out.observations)
    before = games.out.observations.copy()
    copy.step(copy.sample())
    assert np.array_equal(games.out.observations, before)


def test_what_a_caller_writes_into_an_observation_does_not_stay():
    games, untouched = backchannel.vec(4), backchannel.vec(4)
    for them in (games, untouched):
        them.reset(seed=5)
    for _ in range(60):
        games.out.observations[...] = 7
        actions = games.sample().copy()
        assert np.array_equal(games.step(actions).observations, untouched.step(actions).observations)
