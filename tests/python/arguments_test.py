"""Wrong arguments: each is answered by a sentence that says what was expected."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

nx = pytest.importorskip("networkx")
np = pytest.importorskip("numpy")
pytest.importorskip("scrump._native", reason="the compiled part is not built")

import scrump  # noqa: E402
from scrump.problems.tours import euclidean  # noqa: E402

PATH = nx.path_graph(3)
HALF = nx.path_graph(3)
nx.set_node_attributes(HALF, {0: 4, 1: 5}, "mass")


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (lambda: scrump.knapsack([10.9, 20.9], [1, 2], 3), "the profit of item 0 is 10.9; expected a whole number"),
        (lambda: scrump.knapsack(np.array([1.0, 2.5]), [1, 2], 3), "the profit of item 1 is .*2.5"),
        (lambda: scrump.knapsack([1, 2], [1, Fraction(3, 2)], 3), "item 1 weighs Fraction"),
        (lambda: scrump.knapsack([1], [1], 2.9), "capacity=2.9; expected a whole number"),
        (lambda: scrump.knapsack(["a"], [1], 2), "the profit of item 0 is 'a'"),
        (lambda: scrump.knapsack("ab", [1, 2], 2), "profits='ab'; expected one for each"),
        (lambda: scrump.knapsack([float("nan")], [1], 2), "is nan"),
        (lambda: scrump.knapsack([float("inf")], [1], 2), "is inf"),
        (lambda: scrump.knapsack([2**70], [1], 2), r"1180591620717411303424; .* from 0 to 2\^63 - 1"),
        (lambda: scrump.knapsack([1], [1], -1), "capacity=-1"),
        (lambda: scrump.max_weight_clique(PATH, "cost"), "weights='cost': no node has this attribute"),
        (lambda: scrump.max_weight_clique(HALF, "cost"), "they have 'mass'"),
        (lambda: scrump.max_weight_clique(HALF, "mass"), "node 2 has no such attribute"),
        (lambda: scrump.max_weight_clique(PATH, {0: 1}), "weights: vertex 1 has none"),
        (lambda: scrump.max_weight_clique(PATH, {0: 1, 1: 1, 2: 1, 7: 1}), "there is no vertex 7"),
        (lambda: scrump.max_weight_clique(PATH, [1, 1, "a"]), "vertex 2 weighs 'a'"),
        (lambda: scrump.subgraph_isomorphism(PATH, PATH, labels="nope"), "labels='nope': no node has"),
        (lambda: scrump.subgraph_isomorphism(HALF, PATH, labels="mass"), "labels='mass': node 2 has no such"),
        (lambda: scrump.subgraph_isomorphism(PATH, PATH, labels=[1] * 3, target_labels={0: 1}), "target_labels: ver"),
        (lambda: scrump.subgraph_isomorphism(PATH, PATH, labels=[[], 1, 1], target_labels=[1] * 3), "it has no hash"),
        (lambda: scrump.tsp([[0, float("nan")], [float("nan"), 0]]), "a distance of nan"),
        (lambda: scrump.tsp([["a", "b"], ["b", "a"]]), "expected whole numbers"),
        (lambda: scrump.tsp(np.ones((3, 3)) * 1j), "complex numbers"),
        (lambda: euclidean([[0, 0], [1]]), "rows of numbers of the same length"),
        (lambda: scrump.tsp(np.zeros((5, 2))), r"shape \(5, 2\).*euclidean\(points\)"),
        (lambda: scrump.tsp(nx.complete_graph(3)), "has no 'weight'"),
        (lambda: scrump.semigroups(-1), "genus=-1"),
        (lambda: scrump.semigroups("8"), "genus='8'"),
        (lambda: scrump.queens(8.5), "size=8.5"),
        (lambda: scrump.queens_count(2**40), "size=1099511627776"),
        (lambda: scrump.uts(3), "tree=3; expected the name"),
        (lambda: scrump.colouring(PATH, -1), "k=-1"),
        (lambda: scrump.max_clique(PATH, gap="90%"), "gap='90%'; expected a fraction"),
        (lambda: scrump.max_clique(PATH, time_limit="1s"), "time_limit='1s'; expected seconds"),
        (lambda: scrump.max_clique(PATH, skeleton=3), "skeleton=3; expected a name"),
        (lambda: scrump.max_clique(PATH, progress=7), "progress=7"),
        (lambda: scrump.max_clique(PATH, time_limit=10**400), "time_limit=10.*; expected seconds"),
        (lambda: scrump.max_clique(PATH, workers=None), "workers=None"),
        (lambda: scrump.max_clique(PATH, seed=None), "seed=None"),
        (lambda: scrump.reach("file", localities=None), "localities=None"),
        (lambda: scrump.reach("file", path_to=[0.5]), "path_to: 0.5"),
        (lambda: scrump.max_clique(PATH, known=5), "5; expected vertices"),
        (lambda: scrump.max_weight_clique(PATH, 5), "weights=5; expected one for each"),
        (lambda: scrump.colouring(PATH, known=5), "known=5; expected one for each"),
        (lambda: scrump.subgraph_isomorphism(PATH, PATH, labels=5, target_labels=6), "labels=5"),
        (lambda: scrump.subgraph_isomorphism(PATH, PATH, edge_labels=5, target_edge_labels=6), "edge_labels=5"),
        (lambda: scrump.knapsack([1], [1], Fraction(10**400, 3)), "capacity=Fraction"),
        (lambda: scrump.tsp([[0, 1], [1]]), "rows differ in length"),
        (lambda: scrump.tsp([[0]], known=5), "known=5; expected each city once"),
        (lambda: scrump.max_clique(PATH, proof="name", gap=0.1), "gap and proof exclude each other"),
        (lambda: scrump.clique(PATH, 2, proof="name", gap=0.1), "gap and proof exclude each other"),
        (lambda: scrump.subgraph_isomorphism(PATH, PATH, proof="name", gap=0.1), "gap and proof exclude each other"),
        (lambda: scrump.iterate_subgraph_isomorphisms(PATH, PATH, progress=True), "no progress of an iterator"),
        (lambda: scrump.max_clique([(0, 1, 2.5), (1, 2, 3.0)]), "edge 0 is .*, without a weight or data behind them"),
    ],
)
def test_what_is_wrong(wrong: Callable[[], object], says: str) -> None:
    with pytest.raises(scrump.UsageError, match=says):
        wrong()


def test_whole_numbers_of_all_kinds() -> None:
    for ten in (10, 10.0, np.int32(10), np.float64(10), Decimal(10), Fraction(10)):
        assert scrump.knapsack([ten, 1], [ten, 1], ten).objective == 10
    assert scrump.max_clique(PATH, node_limit=np.int64(1000), time_limit=np.float32(9), gap=Fraction(0)).complete


@pytest.mark.parametrize(("name", "meant"), [("timelimit", "time_limit"), ("worker", "workers"), ("nodelimit", "node_lim")])
def test_an_option_that_is_misspelt(name: str, meant: str) -> None:
    with pytest.raises(TypeError, match=f"no option '{name}': did you mean '{meant}"):
        scrump.max_clique(PATH, **{name: 1})
    with pytest.raises(TypeError, match="no option 'xyz': there are workers"):
        scrump.run_diagrams(lambda diagrams: 1, xyz=1)


class Numbers:
    def __init__(self, **values: Any) -> None:
        self.values = values

    def children(self, node: int) -> list[int]:
        return [node + 1] if node < 3 else []

    def objective(self, node: int) -> Any:
        return self.values.get("objective", node)

    def bound(self, node: int) -> Any:
        return self.values.get("bound", 3)


@pytest.mark.parametrize("wrong", ["x", [1], 10**400, None])
def test_what_is_no_number_of_a_node(wrong: Any) -> None:
    with pytest.raises(scrump.UsageError, match="the bound of the node 0 is .*; expected a number"):
        scrump.maximise(Numbers(bound=wrong), 0)
    if wrong is not None:
        with pytest.raises(scrump.UsageError, match="the objective of the node 0 is .*; expected a number"):
            scrump.maximise(Numbers(objective=wrong), 0)
        with pytest.raises(scrump.UsageError, match="the objective of"):
            scrump.check(Numbers(objective=wrong), 0)
    for kind in (np.float32, Fraction, Decimal):
        assert scrump.maximise(Numbers(bound=kind(3), objective=kind(2)), 0).objective == 2
    for target in ("a", float("nan"), None, 10**400):
        with pytest.raises(scrump.UsageError, match="target="):
            scrump.decide(Numbers(), 0, target)


def test_distances_that_rounding_would_make_meaningless() -> None:
    unit_square = np.random.default_rng(1).random((5, 2))
    with pytest.raises(scrump.UsageError, match=r"is 0 as a whole number.*scale=1000"):
        euclidean(unit_square)
    scaled = euclidean(unit_square, scale=1000)
    exact = np.linalg.norm(unit_square[:, None] - unit_square[None], axis=2)
    assert np.abs(scaled - 1000 * exact).max() <= 0.5
    with pytest.warns(UserWarning, match="rounding to whole numbers changes these distances by"):
        euclidean([[0.2, 0], [1.5, 1.9], [3.4, 0.3]])
    assert euclidean([[0, 0], [1, 1], [0, 0]]).tolist() == [[0, 1, 0], [1, 0, 1], [0, 1, 0]]  # as in TSPLIB
    for wrong, says in (({"scale": 0}, "scale=0"), ({"scale": "1"}, "scale='1'"), ({"scale": 1e20}, "smaller scale")):
        with pytest.raises(scrump.UsageError, match=says):
            euclidean([[0, 0], [1, 1]], **wrong)
    with pytest.raises(scrump.UsageError, match="point 1 is"):
        euclidean([[0, 0], [1, float("nan")]])


def test_numbers_of_numpy() -> None:
    assert scrump.run_diagrams(lambda diagrams: 1, workers=np.int64(1), buckets=np.int64(1024)).value == 1
    assert scrump.check(Numbers(), 0, nodes=np.int64(10)).ok
    assert scrump.knapsack(np.array([2, 3]), np.array([1, 2]), np.int64(2)).objective == 3
    assert scrump.max_weight_clique(PATH, np.array([1, 2, 5])).objective == 7


def test_colours_that_a_generator_makes() -> None:
    assert scrump.colouring(PATH, known=(vertex % 2 for vertex in PATH)).objective == 2


def test_tours_of_graphs() -> None:
    twice = nx.MultiGraph([(0, 1, {"weight": 2}), (0, 1, {"weight": 9}), (1, 2, {"weight": 3}), (2, 0, {"weight": 4})])
    assert scrump.tsp(twice).objective == 9
    below = nx.Graph([(0, 1, {"weight": -2}), (1, 2, {"weight": 3}), (2, 0, {"weight": 4}), (1, 1, {"weight": 7})])
    assert scrump.tsp(below).objective == 5
    below[0][1]["weight"] = 10**400
    with pytest.raises(scrump.UsageError, match="the distance from 0 to 1 is 1.*; expected a whole number"):
        scrump.tsp(below)


def test_the_number_of_cliques_has_no_bound_before_the_end() -> None:
    some = scrump.cliques(nx.gnp_random_graph(200, 0.9, seed=1), most=0, node_limit=1000)
    assert (some.status, some.bound, some.gap) == ("node-limit", None, None)
    assert "bound" not in some.to_dict()
    assert scrump.cliques(PATH).bound == 2
