"""A cluster gives the same results as one machine, also if a part of it is lost."""

import pytest

import backchannel
import backchannel.distributed

ray = pytest.importorskip("ray", reason="Ray is installed for the slow suite only")

PLAN = {"bots": ["soldier", "envoy", "turncoat"], "games": 240, "maps": ["wherrymouth"], "seats": [3], "seed": 5}


@pytest.fixture
def cluster():
    """Two nodes, as processes of this machine; the driver is on the first one."""
    from ray.cluster_utils import Cluster

    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    second = cluster.add_node(num_cpus=1)
    cluster.wait_for_nodes()
    ray.init(address=cluster.address, log_to_driver=False)
    yield cluster, second
    ray.shutdown()
    cluster.shutdown()


@pytest.mark.slow
def test_a_league_survives_the_loss_of_a_node(cluster, monkeypatch):
    cluster, second = cluster
    expected = backchannel.league(**PLAN)
    get, lost = ray.get, []

    def lose_a_node(references, **options):
        """The work is under way on both nodes when one of them is killed."""
        if not lost:
            ray.wait(references, num_returns=2)
            cluster.remove_node(second, allow_graceful=False)
            lost.append(second)
        return get(references, **options)

    monkeypatch.setattr(ray, "get", lose_a_node)
    league = backchannel.distributed.league(**PLAN, batch=4)
    assert lost and league.lines == expected.lines
    alive = [node for node in ray.nodes() if node["Alive"]]
    assert len(alive) == 1


@pytest.mark.sample
def test_a_small_cluster_gives_the_results_of_one_machine():
    plan = {"map": "wherrymouth", "seats": 2, "bots": ["soldier", "envoy"], "games": 60, "seed": 9}
    ray.init(num_cpus=1, include_dashboard=False, log_to_driver=False)
    try:
        spread = backchannel.distributed.simulate(**plan, batch=7)
        league = backchannel.distributed.league(**(PLAN | {"games": 12}), batch=4)
    finally:
        ray.shutdown()
    alone = backchannel.simulate(**plan)
    for report in (spread, alone):
        for name in ("seconds", "games_per_s", "actions_per_s"):
            del report[name]
    assert spread == alone and spread["games"] == 60
    assert league.lines == backchannel.league(**(PLAN | {"games": 12})).lines


def test_without_a_cluster_it_says_how_to_start_one(monkeypatch):
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    with pytest.raises(ConnectionError, match="^address: .*ray start --head"):
        backchannel.distributed.simulate(games=1, address="auto")


@pytest.mark.slow
def test_a_mistake_is_found_before_anything_is_sent():
    with pytest.raises(ValueError, match="^bots: "):
        backchannel.distributed.league(["nobody"])
    with pytest.raises(ValueError, match="^batch: 0"):
        backchannel.distributed.league(["soldier"], batch=0)
    with pytest.raises(ValueError, match="nobody"):
        backchannel.distributed.simulate(bots=["nobody"])
    assert not ray.is_initialized()
