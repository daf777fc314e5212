"""Shards of searches: together they are the whole search."""

from __future__ import annotations

import pytest

nx = pytest.importorskip("networkx")
pytest.importorskip("scrump._native", reason="the compiled part is not built")

import scrump  # noqa: E402


def test_counts_add_up() -> None:
    parts = [scrump.semigroups(20, shard=f"{part}/3") for part in (1, 2, 3)]
    whole = scrump.semigroups(20)
    assert sum(part.objective for part in parts) == whole.objective
    assert sum(part.statistics.nodes for part in parts) == whole.statistics.nodes
    assert [part.statistics.shard for part in parts] == ["1/3", "2/3", "3/3"]
    assert whole.statistics.shard is None
    assert len({part.to_dict()["shard"]["plan"] for part in parts}) == 1


def test_a_complete_shard_without_a_solution_proves_nothing() -> None:
    assert not scrump.queens(3)
    part = scrump.queens(3, shard="2/2")
    assert part.complete
    with pytest.raises(TypeError, match="shard 2/2 alone was searched"):
        bool(part)


def test_the_best_is_in_one_of_them() -> None:
    graph = nx.gnp_random_graph(60, 0.6, seed=1)
    best = scrump.max_clique(graph).objective
    assert max(scrump.max_clique(graph, shard=f"{part}/4", local_search=False).objective for part in range(1, 5)) == best


def test_what_is_not_a_shard_is_refused() -> None:
    with pytest.raises(scrump.UsageError, match="shard"):
        scrump.semigroups(5, shard="4/3")
