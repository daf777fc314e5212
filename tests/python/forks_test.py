"""Processes that were forked, as multiprocessing does on Linux, and results that go from one process to another."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
from typing import Any

import pytest

nx = pytest.importorskip("networkx")
pytest.importorskip("scrump._native", reason="the compiled part is not built")
if not hasattr(os, "fork"):
    pytest.skip("there is no fork", allow_module_level=True)

import scrump  # noqa: E402


def largest(seed: int) -> Any:
    return scrump.max_clique(nx.gnp_random_graph(30, 0.6, seed=seed), workers=2)


# Python warns where several threads are about, which is what is tested.
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_pool_of_forked_processes() -> None:
    here = [largest(seed).solution for seed in range(4)]
    with multiprocessing.get_context("fork").Pool(2) as pool:
        there = pool.map_async(largest, range(4)).get(120)
    assert [each.solution for each in there] == here
    assert largest(0).solution == here[0]


@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_forked_process() -> None:
    expected = largest(1).objective
    child = os.fork()
    if child == 0:
        signal.alarm(60)  # who waits for threads that are not there waits for ever
        os._exit(0 if largest(1).objective == expected == largest(1).objective else 1)
    assert os.waitpid(child, 0)[1] == 0


def test_results_are_pickled() -> None:
    found = scrump.max_clique(nx.gnp_random_graph(60, 0.6, seed=1), workers=2, history=True)
    same = pickle.loads(pickle.dumps(found))
    assert same == found
    assert same.to_dict() == found.to_dict()
    assert same.statistics.incumbents == found.statistics.incumbents
    listed = scrump.subgraph_isomorphisms(nx.path_graph(list("ab")), nx.path_graph(3))
    assert list(pickle.loads(pickle.dumps(listed)).solution) == list(listed.solution)
    assert pickle.loads(pickle.dumps(listed)) == listed
    assert listed.solution != listed.solution[1:]
    counted = scrump.queens_count(6)
    assert pickle.loads(pickle.dumps(counted)) == counted != scrump.queens_count(6)
    done = scrump.run_diagrams(lambda diagrams: diagrams.count(diagrams.variable(0), [0, 1]))
    assert pickle.loads(pickle.dumps(done)) == done
    assert pickle.loads(pickle.dumps(done)).diagrams.inserted == done.diagrams.inserted


def test_what_was_pickled_by_another_version() -> None:
    statistics = scrump.queens_count(5).statistics
    with pytest.raises(scrump.Error, match="pickled by Scrump 0.0.1"):
        type(statistics).__new__(type(statistics)).__setstate__(("0.0.1", statistics.__getstate__()[1]))
    with pytest.raises(scrump.Error):
        type(statistics).__new__(type(statistics)).__setstate__((statistics.__getstate__()[0], b"short"))


def test_how_they_are_shown() -> None:
    seen: list[scrump.Progress] = []
    found = scrump.max_clique(
        nx.gnp_random_graph(200, 0.9, seed=1), node_limit=10**5, progress=seen.append, progress_interval=0.001
    )
    assert f"{found.statistics.nodes} nodes" in repr(found.statistics)
    assert "nodes, objective" in repr(seen[-1])
