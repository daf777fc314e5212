"""Runs of symbolic reachability and of explorations that were never made, with figures that fit together."""

from __future__ import annotations

from typing import Any

from synthetic import Json
from synthetic_tasks import make_tasks

ROUNDS = (
    {"seconds": 0.1, "table_nodes": 3000, "growths": 0, "states": 10.0, "nodes": 40},
    {"seconds": 0.2, "table_nodes": 60_000, "growths": 0, "states": 1e6, "nodes": 400},
    {"seconds": 0.3, "table_nodes": 120_000, "growths": 0, "states": 1e12, "nodes": 4000},
    {"seconds": 0.4, "table_nodes": 125_000, "growths": 0, "states": 1e20, "nodes": 8000},
    {"seconds": 0.5, "table_nodes": 127_000, "growths": 0, "states": 1.5e20, "nodes": 7000},
)


def make_reach(*, strategy: str = "par", rounds: tuple[Json, ...] = ROUNDS, **of_tasks: Any) -> Json:
    """What the command would print of a second; `of_tasks` is for those that carry out its operations."""
    run = make_tasks(**of_tasks)
    for key in ("deque", "sequential", "count", "between_localities"):
        run.pop(key, None)
    return run | {
        "schema": "scrump-reach",
        "version": 1,
        "problem": "reach",
        "instance": {"model": "ring.sylvan.bdd", "entries": 20, "relations": 40, "bits": 80},
        "states": "150000000000000000000",
        "states_approximately": 1.5e20,
        "nodes": 7000,
        "strategy": strategy,
        "load_seconds": 0.002,
        "reach_seconds": 0.9,
        "rounds": len(rounds),
        "by_round": list(rounds),
        "diagrams": {
            "nodes": 127_000,
            "peak_nodes": 131_072,
            "inserted": 140_000,
            "operations": 1_000_000,
            "known": 250_000,
            "collections": 0,
            "growths": 0,
            "collecting_seconds": 0.0,
            "growing_seconds": 0.0,
            "buckets": 262_144,
            "table_bytes": 16 * 262_144,
            "cache_bytes": 32 * 262_144,
            "bytes_a_node": 16 * 262_144 / 127_000,
        },
        "command": ["scrump", "reach", "ring.sylvan.bdd", "--json"],
    }


def with_diagrams(run: Json, **changed: float) -> Json:
    return run | {"diagrams": run["diagrams"] | changed}


def grown_reach(**of_tasks: Any) -> Json:
    """The table grew while the model was read, and twice in the third round of six and once in the fifth."""
    ends, nodes = (0.1, 0.2, 0.7, 0.8, 0.95, 1.0), (10_000, 100_000, 140_000, 150_000, 160_000, 170_000)
    growths = (0, 0, 2, 2, 3, 3)
    rounds = tuple(
        {"seconds": end, "table_nodes": number, "growths": so_far}
        for end, number, so_far in zip(ends, nodes, growths, strict=True)
    )
    run = make_reach(rounds=rounds, **of_tasks)
    buckets = 1_048_576
    return with_diagrams(run, growths=4, growing_seconds=0.25, buckets=buckets, cache_bytes=32 * buckets)


def collected_reach(collections: int = 5, *, seconds: float = 0.2, **of_tasks: Any) -> Json:
    """Ten times as many nodes were made as there were at most."""
    run = make_reach(**of_tasks)
    return with_diagrams(run, collections=collections, collecting_seconds=seconds, inserted=1_310_720)


def make_states(
    *,
    levels: tuple[int, ...] = (1, 10_000, 80_000, 9999, 10),
    working: tuple[float, ...] = (0.99, 0.99),
    localities: int = 1,
    order: str = "breadth-first",
    storage: str = "exact",
    stolen: int = 20_000,
    stolen_between: int = 0,
    **of_tasks: Any,
) -> Json:
    """What the command would print of a second in which each worker was `working` so long."""
    workers = len(working) // localities
    run = make_tasks(workers=workers, localities=localities, managing=0.0, tasks_each=len(levels), **of_tasks)
    for key in ("deque", "sequential", "count", "between_localities", "policy"):
        run.pop(key, None)
    statistics = run["statistics"]
    for worker, seconds in zip(statistics["per_worker"], working, strict=True):
        worker |= {"task_time": seconds, "wait_time": 1 - seconds, "pool_accesses": 0, "pool_misses": 0}
    statistics |= {
        "task_time": sum(working),
        "wait_time": len(working) - sum(working),
        "pool_accesses": 0,
        "pool_misses": 0,
        "steals_tried": 50,
        "steals_won": 40,
        "steal_latencies": [[0, 1, 40]] if workers > 1 else [],
        "remote_steal_latencies": [],
        "steals_between": [],
    }
    states = sum(levels)
    return run | {
        "schema": "scrump-states",
        "version": 1,
        "problem": "states puzzle",
        "instance": {"rows": 3, "columns": 3},
        "all_expanded": True,
        "states": states,
        "transitions": 3 * states,
        "deadlocks": 0,
        **({"levels": list(levels)} if order == "breadth-first" else {}),
        "states_per_second": float(states),
        "bytes_per_state": 27.5,
        "order": order,
        "storage": storage,
        **({} if storage == "exact" else {"expected_missed": 1.5e-9}),
        "paths": True,
        "stolen": stolen,
        "stolen_between_localities": stolen_between,
        "command": ["scrump", "states", "puzzle", "3x3", "--json"],
    }


def small_levels() -> Json:
    """Three levels of four are too small for two workers."""
    return make_states(levels=(1, 100, 511, 10_000), working=(0.6, 0.6))
