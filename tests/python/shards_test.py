"""Shards of searches: together they are the whole search."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

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


def test_shards_tell_each_other_the_best(tmp_path: Path) -> None:
    graph = nx.gnp_random_graph(60, 0.6, seed=1)
    best = scrump.max_clique(graph).objective
    parts = [
        scrump.max_clique(graph, shard=f"{part}/3", local_search=False, incumbents=tmp_path / "incumbents")
        for part in (1, 2, 3)
    ]
    assert parts[-1].objective == best == scrump.merge(*parts)["objective"]
    assert parts[1].to_dict()["exchange"]["taken"] == 1
    with pytest.raises(scrump.UsageError, match="exchanges incumbents"):
        scrump.semigroups(5, incumbents=tmp_path / "incumbents")


def test_what_is_not_a_shard_is_refused() -> None:
    with pytest.raises(scrump.UsageError, match="shard"):
        scrump.semigroups(5, shard="4/3")


def test_results_are_merged(tmp_path: Path) -> None:
    def parts_of(search: Any, *arguments: Any) -> list[Any]:
        return [search(*arguments, shard=f"{part}/3") for part in (1, 2, 3)]

    graph = nx.gnp_random_graph(30, 0.5, seed=1)
    best = parts_of(scrump.max_clique, graph)
    files = [tmp_path / f"{place}.json" for place in range(3)]
    for file, part in zip(files, best, strict=True):
        file.write_text(part.to_json())
    joint = scrump.merge(files[2], str(files[0]), json.loads(files[1].read_text()))
    assert joint["status"] == "complete" and joint["objective"] == scrump.max_clique(graph).objective
    assert joint["merged"]["shards"] == 3 and joint["merged"]["unfinished"] == []
    counts = scrump.merge(*parts_of(scrump.semigroups, 12))
    assert counts["objective"] == scrump.semigroups(12).objective
    assert counts["nodes"] == scrump.semigroups(12).statistics.nodes
    # Of decisions, a solution is known by its objective, or by itself.
    assert scrump.merge(*parts_of(scrump.clique, graph, 3))["exists"] is True
    assert scrump.merge(*parts_of(scrump.clique, graph, 20))["exists"] is False
    assert scrump.merge(*parts_of(scrump.queens, 6))["exists"] is True
    assert scrump.merge(*parts_of(scrump.queens, 3))["exists"] is False


def test_what_cannot_be_merged_is_named(tmp_path: Path) -> None:
    part = scrump.semigroups(5, shard="1/2")
    with pytest.raises(scrump.Error, match="missing shards: 2/2"):
        scrump.merge(part)
    with pytest.raises(scrump.Error, match="result 2: is of shard 1/2, as is result 1"):
        scrump.merge(part, part.to_dict())
    with pytest.raises(scrump.Error, match="expected the results of all shards"):
        scrump.merge()
    with pytest.raises(scrump.Error, match="result 1: is not the result of a shard"):
        scrump.merge(scrump.semigroups(5))
    with pytest.raises(scrump.Error, match=r"none\.json: cannot be read: No such file"):
        scrump.merge(tmp_path / "none.json")
    with pytest.raises(TypeError, match="7 is not the result of a shard"):
        scrump.merge(7)  # type: ignore[arg-type]
