"""Random walks through models written in Python."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from datetime import timedelta

import pytest

pytest.importorskip("scrump._native", reason="the compiled part is not built")

import scrump  # noqa: E402


def jugs(state: tuple[int, int]) -> list[tuple[int, int]]:
    """Jugs of five and of three litres: fill one, empty one, pour one into the other."""
    large, small = state
    down, up = min(large, 3 - small), min(small, 5 - large)
    return [(5, small), (large, 3), (0, small), (large, 0), (large - down, small + down), (large + up, small - up)]


@pytest.mark.parametrize("workers", [1, 2])
def test_a_planted_violation_is_found_by_a_path_of_the_model(workers: int) -> None:
    found = scrump.random_walk(jugs, (0, 0), invariants={"four": lambda state: 4 not in state}, workers=workers)
    assert (found.status, found.finding, found.invariant) == ("complete", "violation", "four")
    assert found.path[0] == (0, 0) and found.state == found.path[-1] and 4 in found.path[-1]
    assert all(following in jugs(one) for one, following in zip(found.path, found.path[1:], strict=False))
    assert 0 < len(found.path) - 1 <= found.steps and found.walks >= 1


def test_the_same_seed_makes_the_same_walk() -> None:
    def walk(seed: int) -> scrump.RandomWalk[tuple[int, int]]:
        return scrump.random_walk(jugs, (0, 0), goal=lambda state: state[0] == 4, seed=seed)

    assert walk(3) == walk(3)
    assert len({tuple(walk(seed).path) for seed in range(5)}) > 1
    assert pickle.loads(pickle.dumps(walk(3))) == walk(3)


def test_walks_begin_again() -> None:
    found = scrump.random_walk(lambda n: [n + 1, 1], 1, goal=lambda n: n == 6, depth=5)
    assert (found.path, found.steps) == ([1, 2, 3, 4, 5, 6], 5 * found.walks)
    stuck = scrump.random_walk(lambda n: [], 1, 2, goal=lambda n: n == 3)
    assert (stuck.status, stuck.finding, stuck.path, stuck.state) == ("complete", None, [], None)
    assert scrump.random_walk(lambda n: [n + 1] if n < 9 else [], 1, no_deadlocks=True).path == [*range(1, 10)]


def test_walks_end_with_their_time_or_by_a_function() -> None:
    ended = scrump.random_walk(lambda n: [(n + 1) % 7], 0, goal=lambda n: n > 7, time_limit=timedelta(milliseconds=5))
    assert (ended.status, ended.finding) == ("time-limit", None)

    def tell(now: scrump.RandomWalkProgress) -> None:
        if now.steps and now.walks >= 0 and now.seconds > 0 and now.steps_per_second >= 0:
            raise KeyError("enough")

    with pytest.raises(KeyError, match="enough"):
        scrump.random_walk(lambda n: [n], 0, goal=lambda n: n > 0, progress=tell, progress_interval=0.001)
    with pytest.raises(ZeroDivisionError):
        scrump.random_walk(lambda n: [n // 0], 0, no_deadlocks=True)


def test_states_of_any_kind_are_encoded() -> None:
    def bits(state: set[int]) -> Iterator[set[int]]:
        yield from (state ^ {each} for each in range(3))

    found = scrump.random_walk(
        bits, set(), goal=lambda state: len(state) == 3, encode=lambda s: tuple(sorted(s)), decode=set
    )
    assert found.path[0] == set() and found.state == {0, 1, 2}


def test_results_have_json() -> None:
    found = scrump.random_walk(jugs, (0, 0), goal=lambda state: state[0] == 4, depth=1000, seed=2)
    json = found.to_dict()
    assert (json["schema"], json["problem"], json["status"]) == ("scrump-walk", "explore", "complete")
    assert (json["finding"], json["steps"], json["steps_walked"]) == ("goal", len(found.path) - 1, found.steps)
    assert (json["depth"], json["seed"], len(json["by_worker"])) == (1000, 2, 1)
    assert "goal, after" in str(found)


def test_what_means_nothing_is_refused() -> None:
    with pytest.raises(scrump.UsageError, match="looks for nothing: expected a goal, an invariant or no_deadlocks"):
        scrump.random_walk(jugs, (0, 0))
    with pytest.raises(scrump.UsageError, match="depth=0"):
        scrump.random_walk(jugs, (0, 0), no_deadlocks=True, depth=0)
    with pytest.raises(scrump.UsageError, match="encode= and decode= belong together"):
        scrump.random_walk(jugs, (0, 0), no_deadlocks=True, encode=list)
    with pytest.raises(TypeError, match="there is no option 'storage'"):
        scrump.random_walk(jugs, (0, 0), no_deadlocks=True, storage="exact")  # type: ignore[call-arg]
