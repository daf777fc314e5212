"""Searches that are written in Python."""

import json
import math
import random
from fractions import Fraction

import pytest

np = pytest.importorskip("numpy")
pytest.importorskip("scrump._native", reason="the compiled part is not built")

import scrump  # noqa: E402


class Knapsack:
    """Which items are worth most and weigh no more than half of all."""

    def __init__(self, seed: int, items: int = 12) -> None:
        chance = random.Random(seed)
        self.profits = [chance.randrange(1, 50) for _ in range(items)]
        self.weights = [chance.randrange(1, 50) for _ in range(items)]
        self.capacity = sum(self.weights) // 2
        self.asked = 0

    def children(self, node):
        at, weight, profit = node
        self.asked += 1
        for item in range(at, len(self.profits)):
            if weight + self.weights[item] <= self.capacity:
                yield item + 1, weight + self.weights[item], profit + self.profits[item]

    def objective(self, node):
        return node[2]


class BoundedKnapsack(Knapsack):
    def bound(self, node):
        return node[2] + sum(self.profits[node[0] :])


class Costs:
    """A path from 0 to 10 by steps of 1 to 3, each of which costs."""

    def children(self, node):
        at, _ = node
        return [(at + step, node[1] + (at * step) % 5 + 1) for step in (1, 2, 3) if at + step <= 10]

    def objective(self, node):
        return node[1] if node[0] == 10 else None

    def bound(self, node):
        return node[1]


def cheapest(at: int = 0) -> int:
    if at == 10:
        return 0
    return min((at * step) % 5 + 1 + cheapest(at + step) for step in (1, 2, 3) if at + step <= 10)


SKELETONS = ("adaptive", "sequential", "depth-bounded:depth=2", "budget:backtracks=10", "ordered", "stack-stealing")


@pytest.mark.parametrize("skeleton", SKELETONS)
@pytest.mark.parametrize("workers", [1, 3])
def test_optimisation(skeleton: str, workers: int) -> None:
    for seed in range(3):
        plain, bounded = Knapsack(seed), BoundedKnapsack(seed)
        best = scrump.knapsack(plain.profits, plain.weights, plain.capacity).objective
        for problem in (plain, bounded):
            found = scrump.maximise(problem, (0, 0, 0), skeleton=skeleton, workers=workers)
            assert (found.status, found.objective, found.bound) == ("complete", best, best)
            assert type(found.objective) is int
        assert bounded.asked < plain.asked
    least = scrump.minimise(Costs(), (0, 0), skeleton=skeleton, workers=workers)
    assert (least.objective, least.solution[0]) == (cheapest(), 10)


@pytest.mark.parametrize("workers", [1, 2])
def test_what_is_left_can_be_looked_at_while_it_is_searched(workers: int) -> None:
    problem = BoundedKnapsack(7, items=17)
    best = scrump.knapsack(problem.profits, problem.weights, problem.capacity).objective
    bounds: list[float] = []
    found = scrump.maximise(
        problem, (0, 0, 0), workers=workers, progress=lambda now: bounds.append(now.bound), progress_interval=0.001
    )
    assert (found.status, found.objective) == ("complete", best)
    assert best <= min(bounds, default=best)
    stopped = scrump.maximise(problem, (0, 0, 0), workers=workers, node_limit=100)
    assert stopped.objective <= best <= stopped.bound <= sum(problem.profits)
    if workers == 1:  # another one may still be at the first node that it took
        assert stopped.bound < sum(problem.profits)


def test_decision() -> None:
    problem = BoundedKnapsack(1)
    best = scrump.maximise(problem, (0, 0, 0)).objective
    there = scrump.decide(problem, (0, 0, 0), best)
    assert there.complete
    assert there.objective == best
    none = scrump.decide(problem, (0, 0, 0), best + 1)
    assert (none.complete, none.solution, none.objective) == (True, None, None)


def all_of(problem, node):
    yield node
    for child in problem.children(node):
        yield from all_of(problem, child)


@pytest.mark.parametrize("workers", [1, 3])
@pytest.mark.parametrize("kind", [Knapsack, BoundedKnapsack])
def test_several(kind: type, workers: int) -> None:
    problem = kind(3, items=10)
    objectives = sorted((node[2] for node in all_of(problem, (0, 0, 0))), reverse=True)
    best = objectives[0]
    wishes = [({}, objectives), ({"most": 7}, objectives[:7]), ({"equal": True}, [best] * objectives.count(best))]
    wishes.append(({"at_least": best - 10}, [each for each in objectives if each >= best - 10]))
    for wanted, expected in wishes:
        found = scrump.best(problem, (0, 0, 0), workers=workers, **wanted)
        assert (found.complete, found.objective) == (True, best)
        assert found.objectives == expected
        assert [node[2] for node in found.solutions] == expected
        assert len(set(found.solutions)) >= len(set(expected))
        assert found.solution == found.solutions[0]
    least = scrump.best(Costs(), (0, 0), most=3, minimise=True, workers=workers)
    paths = sorted(node[1] for node in all_of(Costs(), (0, 0)) if node[0] == 10)
    assert least.objectives == paths[:3]


def test_several_of_none() -> None:
    found = scrump.best(Knapsack(1), (0, 0, 0), at_least=10**6)
    assert (found.complete, found.solution, found.objective) == (True, None, None)
    assert (found.solutions, found.objectives) == ([], [])
    assert len(scrump.best(Knapsack(1), (0, 0, 0), most=np.int64(2)).solutions) == 2
    for most in (0, -1, 2.5):
        with pytest.raises(scrump.UsageError, match="expected a whole number from 1 on"):
            scrump.best(Knapsack(1), (0, 0, 0), most=most)


@pytest.mark.parametrize("localities", [1, 3])
def test_enumeration(localities: int) -> None:
    class Tree:
        def children(self, node):
            return range(node)

    # So many subsets of {0 … 9} have each size.
    found = scrump.enumerate(Tree(), 10, localities=localities, skeleton="budget:backtracks=10")
    assert found.solution == [1, 10, 45, 120, 210, 252, 210, 120, 45, 10, 1]
    assert found.objective == 1024
    assert found.statistics.localities == localities


def test_no_solution() -> None:
    class Nothing(Costs):
        def objective(self, node):
            return None

    found = scrump.maximise(Nothing(), (0, 0))
    assert (found.complete, found.solution, found.objective) == (True, None, None)


@pytest.mark.parametrize("method", ["children", "objective", "bound"])
@pytest.mark.parametrize("workers", [1, 2])
def test_what_python_raises_comes_back(method: str, workers: int) -> None:
    problem = BoundedKnapsack(1)

    def fail(node):
        raise LookupError(f"no {method} of this")

    setattr(problem, method, fail)
    with pytest.raises(LookupError, match=f"no {method} of this"):
        scrump.maximise(problem, (0, 0, 0), workers=workers)
    with pytest.raises(TypeError):
        scrump.enumerate(type("Tree", (), {"children": lambda self, node: 7})(), 0)


class Huge:
    """Numbers that are worth so much more than they are."""

    def __init__(self, more: float, bound: object = None) -> None:
        self.more = more
        if bound is not None:
            self.bound = lambda node: bound

    def children(self, node):
        return [2 * node, 2 * node + 1] if node < 64 else []

    def objective(self, node):
        return self.more + node


@pytest.mark.parametrize("skeleton", ["sequential", "adaptive"])
def test_whole_numbers_are_compared_as_they_are_or_not_at_all(skeleton: str) -> None:
    assert scrump.maximise(Huge(2**53 - 127), 1, skeleton=skeleton).objective == 2**53
    assert scrump.maximise(Huge(2.0**60), 1, skeleton=skeleton).complete  # its own floats
    for search in (
        lambda: scrump.maximise(Huge(2**60), 1, skeleton=skeleton),
        lambda: scrump.best(Huge(2**53), 1, most=3, skeleton=skeleton),
        lambda: scrump.maximise(Huge(0, bound=2**53 + 1), 1, skeleton=skeleton),
    ):
        with pytest.raises(scrump.UsageError, match="a float has room for, exactly if it is a whole one"):
            search()
    with pytest.raises(scrump.UsageError, match="target="):
        scrump.decide(Huge(0), 1, 2**53 + 1)


def test_what_is_no_number_is_refused() -> None:
    for problem in (Huge(math.nan), Huge(0, bound=math.nan)):
        with pytest.raises(scrump.UsageError, match="is nan; expected a number"):
            scrump.maximise(problem, 1)


def test_a_limit_stops_it() -> None:
    class Endless:
        def children(self, node):
            yield node + 1

    found = scrump.enumerate(Endless(), 0, time_limit=0.1)
    assert found.statistics.workers == 1  # more would gain nothing
    assert found.status == "time-limit"
    assert found.objective > 1


def test_a_node_with_more_children_than_anybody_looks_at() -> None:
    class Wide:
        def children(self, node):
            return range(10**12) if node is None else []

        def objective(self, node):
            return 0 if node is None else node % 1000

        def bound(self, node):
            return 5000

    found = scrump.maximise(Wide(), None, node_limit=2000)
    assert (found.status, found.objective, found.bound) == ("node-limit", 999, 5000)


def test_nodes_are_dropped_in_the_end() -> None:
    class Counted:
        alive = 0

        def __init__(self, depth):
            self.depth = depth
            Counted.alive += 1

        def __del__(self):
            Counted.alive -= 1

    class Tree:
        def children(self, node):
            return [Counted(node.depth + 1) for _ in range(3)] if node.depth < 5 else []

    assert scrump.enumerate(Tree(), Counted(0), workers=2).objective == 364
    assert Counted.alive == 0


@pytest.mark.parametrize("worth", [np.int64(3), Fraction(7, 2), np.float32(2.5), math.inf, True])
def test_results_of_all_kinds_of_numbers_are_json(worth) -> None:
    class One:
        def children(self, node):
            return []

        def objective(self, node):
            return worth

    expected = None if worth == math.inf else float(worth)
    for found in (scrump.maximise(One(), 0), scrump.best(One(), 0, most=2)):
        told = json.loads(found.to_json(), parse_constant=pytest.fail)
        assert told["objective"] == told["bound"] == expected
        assert told.get("objectives", [expected]) == [expected]
        assert "maximise" in scrump.report(found).html or "best" in scrump.report(found).html


class Coins:
    """The fewest coins of 7, 5 and 1 with this sum."""

    def __init__(self, amount: int) -> None:
        self.amount = amount

    def children(self, node: tuple[int, ...]) -> list[tuple[int, ...]]:
        left = self.amount - sum(node)
        return [(*node, coin) for coin in (7, 5, 1) if coin <= left and coin <= min(node, default=7)]

    def objective(self, node: tuple[int, ...]) -> int | None:
        return len(node) if sum(node) == self.amount else None

    def bound(self, node: tuple[int, ...]) -> int:
        return len(node) + (sum(node) < self.amount)


@pytest.mark.parametrize("amount", [0, 3, 10, 24])
def test_decisions_for_the_least(amount: int) -> None:
    problem = Coins(amount)
    fewest = scrump.minimise(problem, ())
    there = scrump.decide(problem, (), fewest.objective, minimise=True)
    assert (there.complete, there.objective, len(there.solution)) == (True, fewest.objective, fewest.objective)
    assert [each["objective"] for each in there.to_dict()["incumbents"]] == [fewest.objective]
    none = scrump.decide(problem, (), fewest.objective - 1, minimise=True)
    assert (none.complete, none.solution, bool(none)) == (True, None, False)


def test_american_spelling() -> None:
    assert (scrump.maximize, scrump.minimize, scrump.coloring) == (scrump.maximise, scrump.minimise, scrump.colouring)
    assert scrump.kclique is scrump.clique
