"""scrump.flow_shop against every order, and what it says of arguments that are wrong."""

import random
from collections.abc import Callable
from itertools import permutations

import numpy as np
import pytest

pytest.importorskip("scrump._native", reason="the compiled part is not built")

import scrump

THREE = [[5, 4], [3, 6], [8, 2]]


def makespan(times: list[list[int]], order: list[int] | tuple[int, ...]) -> int:
    free = [0] * len(times[0])
    for job in order:
        done = 0
        for machine, time in enumerate(times[job]):
            done = free[machine] = max(done, free[machine]) + time
    return free[-1]


@pytest.mark.parametrize("seed", range(8))
def test_the_order_is_a_best_one(seed: int) -> None:
    chance = random.Random(seed)
    jobs, machines = chance.randrange(1, 7), chance.randrange(1, 5)
    times = [[chance.randrange(20) for _ in range(machines)] for _ in range(jobs)]
    least = min(makespan(times, order) for order in permutations(range(jobs)))
    for given in (times, np.array(times), np.array(times, float)):
        found = scrump.flow_shop(given)
        assert found.complete
        assert found.objective == found.bound == least
        assert found.solution is not None
        assert sorted(found.solution) == list(range(jobs))
        assert makespan(times, found.solution) == least
    exact = scrump.flow_shop(times, local_search=False, known=range(jobs))
    assert exact.objective == least
    enough = scrump.flow_shop(times, at_most=least)
    assert enough.objective == least
    assert enough.solution is not None
    none = scrump.flow_shop(times, at_most=least - 1)
    assert none.complete
    assert none.solution is None
    assert none.objective is None
    assert not none


def test_jobs_have_names() -> None:
    named = dict(zip("abc", THREE, strict=True))
    found = scrump.flow_shop(named, known="cab")
    assert found.solution == ["b", "a", "c"]
    assert found.problem == "flowshop"
    assert found.instance == {"jobs": 3, "machines": 2}
    pd = pytest.importorskip("pandas")
    table = pd.DataFrame(THREE, index=[*"abc"], columns=["lathe", "mill"])
    assert scrump.flow_shop(table).solution == ["b", "a", "c"]
    assert scrump.flow_shop(pd.DataFrame(THREE)).solution == [1, 0, 2]


def test_a_known_order_is_no_worse_than_the_answer() -> None:
    chance = random.Random(1)
    times = [[chance.randrange(1, 100) for _ in range(10)] for _ in range(30)]
    best = scrump.flow_shop(times, time_limit=0.5)
    assert best.solution is not None
    assert best.objective is not None
    begun = scrump.flow_shop(times, known=best.solution, local_search=False, node_limit=1)
    assert begun.objective is not None
    assert begun.objective <= best.objective
    assert begun.bound is not None
    assert begun.bound <= begun.objective


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: scrump.flow_shop([[1, 2], [3]]), "job 1 has 1 times, but job 0 2"),
        (lambda: scrump.flow_shop([[1, 2.5]]), "the time of job 0 on machine 1 is 2.5; expected a whole number"),
        (lambda: scrump.flow_shop([[1, -2]]), "the time of job 0 on machine 1 is -2"),
        (lambda: scrump.flow_shop([[1, float("nan")]]), "the time of job 0 on machine 1 is nan"),
        (lambda: scrump.flow_shop([[1, "2"]]), "the time of job 0 on machine 1 is '2'"),
        (lambda: scrump.flow_shop([1, 2]), "the times of job 0=1; expected one for each"),
        (lambda: scrump.flow_shop([]), "times: there is no job with a number"),
        (lambda: scrump.flow_shop([[]]), "times: there is no job with a number"),
        (lambda: scrump.flow_shop(5), "times=5; expected one for each"),
        (lambda: scrump.flow_shop({"a": [1], "b": [1, 2]}), "job 'b' has 2 times, but job 'a' 1"),
        (lambda: scrump.flow_shop([[10**9], [1]]), "the processing times add up to more than 1000000000"),
        (lambda: scrump.flow_shop([[1]] * 1001), "1001 jobs; expected at most 1000"),
        (lambda: scrump.flow_shop(THREE, at_most=1.5), "at_most=1.5"),
        (lambda: scrump.flow_shop(THREE, known=[0, 1]), "known: job 2 is missing; expected all 3 of them"),
        (lambda: scrump.flow_shop(THREE, known=[0, 1, 1]), "known: job 1 is there twice"),
        (lambda: scrump.flow_shop(THREE, known=[0, 1, 3]), "known: there is no job 3"),
        (lambda: scrump.flow_shop(THREE, known=[[0], 1, 2]), r"known: \[0\] is not a job; it has no hash"),
        (lambda: scrump.flow_shop(THREE, known=7), "known=7; expected each job once"),
    ],
)
def test_wrong_arguments_are_named(call: Callable[[], object], message: str) -> None:
    with pytest.raises(scrump.Error, match=message):
        call()
