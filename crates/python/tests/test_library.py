"""Maps, bots, rules, the judge, the arena and the game as text."""

import pytest

import backchannel


def test_maps_and_bots():
    assert backchannel.maps()[0] == "wherrymouth"
    info = backchannel.map_info("passes-of-sarn")
    assert len(info.territories) == 24 and list(info.seats) == [3, 4, 5]
    assert all(0 <= place < 24 for link in info.links for place in link)
    assert info.svg.startswith("<svg")
    again = backchannel.map_info(info.file)
    assert again.territories == info.territories
    assert "envoy" in backchannel.bots()
    assert len(backchannel.cards()) == 28


def test_rules():
    assert backchannel.clause("BC-103").startswith("**BC-103** To set up")
    assert "BC-104" not in backchannel.clause("BC-103")
    assert backchannel.clause("ti-72").startswith("**TI-72**")


def test_the_judge():
    deal = {
        "players": [{"name": "Ann", "resources": 0}, {"name": "Bob", "trade_goods": 4}],
        "moment": {"step": "production", "active": "Ann"},
        "deal": {"terms": [{"by": "Bob", "give": {"trade_goods": 4}}, {"by": "Ann", "produce": "dreadnought"}]},
    }
    poor = backchannel.judge(deal)
    deal["players"][0]["resources"] = 4
    rich = backchannel.judge([deal])
    assert poor["class"] != rich[0]["class"]


def test_a_simulation_depends_on_its_seed_alone():
    given = {"map": "wherrymouth", "seats": 3, "bots": ["soldier", "random"], "games": 12}
    one, other = (backchannel.simulate(threads=threads, seed=3, **given) for threads in (1, 2))
    assert one["wins"] == other["wins"] and one["games"] == 12
    with pytest.raises(ValueError, match="^bots: "):
        backchannel.simulate(bots=["nobody"])
    with pytest.raises(ValueError, match="^games: 0"):
        backchannel.simulate(games=0)


def test_a_league_as_tables():
    league = backchannel.league(["soldier", "envoy", "turncoat"], games=12, maps=["wherrymouth"], seats=[3])
    results = league.results()
    assert len(results) >= 36 and set(results["bot"]) == {"soldier", "envoy", "turncoat"}
    assert sum(results["won"]) == pytest.approx(len(results) / 3)
    assert list(league.ratings()["bot"])[0] in ("soldier", "envoy", "turncoat")
    assert league.lines == backchannel.league(["soldier", "envoy", "turncoat"], games=12, maps=["wherrymouth"], seats=[3]).lines
    pandas = pytest.importorskip("pandas")
    frame = results.to_pandas()
    assert isinstance(frame, pandas.DataFrame) and len(frame) == len(results)
    pyarrow = pytest.importorskip("pyarrow")
    assert pyarrow.table(results).num_rows == len(results)


def test_a_policy_is_rated_like_a_bot():
    calls = []

    def last(observation, mask):
        calls.append(observation.shape)
        return mask.nonzero()[0][-1]

    rated = backchannel.challenge(last, games=8)
    assert calls and rated.name == "newcomer" and rated.rank >= 1
    assert rated.low <= rated.rating <= rated.high
    with pytest.raises(backchannel.IllegalAction, match="^policy: it chose 99"):
        backchannel.challenge(lambda observation, mask: 99, games=8)

    def broken(observation, mask):
        raise KeyError("lost")

    with pytest.raises(KeyError, match="lost"):
        backchannel.challenge(broken, games=8)
    with pytest.raises(TypeError, match="^newcomer: "):
        backchannel.challenge(5)


def test_a_game_as_text():
    env = backchannel.text_env(seats=2, bots={"seat_1": "soldier"}, settings={"round_limit": 3})
    env.reset(seed=1)
    seat, text = env.get_observation()
    assert seat == 0 and "You are Vermilion" in text and "1. Deploy" in text
    with pytest.raises(backchannel.IllegalAction, match="did you mean"):
        env.step("deploy 1 troup")
    line = next(line for line in text.splitlines() if line.strip().startswith("2. "))
    done, info = env.step(line.split(". ", 1)[1])
    assert not done and info["rewards"] == [0.0, 0.0]
    copy = env.clone()
    assert copy.native.digest == env.native.digest
    done = False
    while not done:
        seat, text = env.get_observation()
        number = [line for line in text.splitlines() if line.startswith("  ")][-1].split(".")[0]
        done, _ = env.step(number.strip())
    assert sum(env.close().values()) <= 1
    with pytest.raises(backchannel.GameOver):
        env.step("1")


def test_a_command_as_json():
    env = backchannel.text_env(seats=2)
    env.reset(seed=1)
    command = next(command for _, _, command in env.native.menu() if command)
    env.step(command)
    with pytest.raises(backchannel.IllegalAction, match="phase|turn"):
        env.step('{"type": "pass"}')
    with pytest.raises(backchannel.IllegalAction, match="^command: "):
        env.step('{"type": "fly"}')


def test_a_league_is_the_same_on_any_number_of_threads_and_from_a_file(tmp_path):
    plan = {"games": 9, "maps": ["wherrymouth"], "seats": [2], "seed": 4}
    league = backchannel.league(["soldier", "envoy"], **plan, threads=1)
    assert backchannel.league(["soldier", "envoy"], **plan, threads=4).lines == league.lines
    league.save(tmp_path / "league")
    read = backchannel.League.read(tmp_path / "league")
    assert read.lines == league.lines and read.report == league.report
    with pytest.raises(ValueError, match="^header: "):
        backchannel.League(league.lines).save(tmp_path / "other")


def test_a_table_of_nothing_has_its_columns():
    league = backchannel.league(["random", "soldier"], games=2, maps=["wherrymouth"], seats=[2])
    columns = list(league.breaks().columns)
    assert columns[:4] == ["game", "seat", "bot", "won"] and "victim_bot" in columns


def test_public_names_say_what_they_are():
    for name in backchannel.__all__:
        thing = getattr(backchannel, name)
        if not isinstance(thing, type) or issubclass(thing, tuple):
            continue
        for member, value in vars(thing).items():
            if not member.startswith("_") and (callable(value) or isinstance(value, (property, staticmethod))):
                assert getattr(thing, member).__doc__, f"{name}.{member}"
    for kind in (backchannel._native.Env, backchannel._native.Simultaneous, backchannel._native.Vector):
        for member in vars(kind):
            assert member.startswith("_") or getattr(kind, member).__doc__, f"{kind.__name__}.{member}"
