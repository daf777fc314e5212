"""Values with names are taken by their names: data frames, series, dicts; what has no order is not taken by it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

pytest.importorskip("scrump._native", reason="the compiled part is not built")
pd = pytest.importorskip("pandas")

import scrump  # noqa: E402
from scrump import UsageError  # noqa: E402
from scrump.graphs import numbered  # noqa: E402

PATH = [("x", "y"), ("y", "z")]
TRIANGLE = {"source": ["ann", "bob", "cid"], "target": ["bob", "cid", "ann"]}


def edges_of(graph: Any) -> set[frozenset[Any]]:
    found = numbered(graph)
    return {frozenset(found.named(edge)) for edge in found.edges.tolist()}


def test_weights_of_a_series_belong_to_the_vertices_of_its_index() -> None:
    weights = pd.Series({"z": 1, "y": 10, "x": 100})
    found = scrump.max_weight_clique(PATH, weights)
    assert (found.objective, sorted(found.solution)) == (110, ["x", "y"])
    numbers = pd.Series([1, 10, 100], index=[2, 1, 0])
    assert scrump.max_weight_clique([(0, 1), (1, 2)], numbers).objective == 110
    assert scrump.max_weight_clique(np.array([[0, 1], [1, 2], [0, 1]]), numbers).objective == 110


def test_labels_and_colours_of_a_series_do_so_too() -> None:
    labels = pd.Series({"z": "red", "y": "blue", "x": "green"})
    other = pd.Series({2: "green", 1: "blue", 0: "red"})
    found = scrump.subgraph_isomorphism(PATH, [(0, 1), (1, 2)], labels=labels, target_labels=other)
    assert found.solution == {"x": 2, "y": 1, "z": 0}
    bonds = pd.Series({("y", "z"): "double", ("x", "y"): "single"})
    kinds = pd.Series({(1, 2): "single", (0, 1): "double"})
    found = scrump.subgraph_isomorphism(PATH, [(0, 1), (1, 2)], edge_labels=bonds, target_edge_labels=kinds)
    assert found.solution == {"x": 2, "y": 1, "z": 0}
    known = pd.Series({"z": "r", "x": "g", "y": "b"})
    assert scrump.colouring(PATH, known=known).objective == 2
    with pytest.raises(UsageError, match="'y' and 'z' are adjacent, and both have colour 'b'"):
        scrump.colouring(PATH, known=pd.Series({"z": "b", "x": "r", "y": "b"}))


def test_items_are_called_by_their_names() -> None:
    profits = pd.Series({"pot": 60, "lamp": 100, "rug": 120})
    weights = pd.Series({"rug": 30, "pot": 10, "lamp": 20})
    assert sorted(scrump.knapsack(profits, weights, 50).solution) == ["lamp", "rug"]
    assert sorted(scrump.knapsack(dict(profits), dict(weights), 50).solution) == ["lamp", "rug"]
    assert scrump.knapsack({0: 60, 1: 100, 2: 120}, [10, 20, 30], 50).solution == [1, 2]
    items = pd.DataFrame({"profit": [60, 100, 120, 5], "weight": [10, 20, 30, 99]})
    assert scrump.knapsack(items.profit, items.weight, 50).solution == [1, 2]
    several = items[items.weight < 99].sort_values("profit", ascending=False)
    found = scrump.knapsack(several.profit, several.weight, 50, best=2)
    assert [sorted(each) for each in found.solutions] == [[1, 2], [0, 2]]
    assert items.loc[found.solution].profit.sum() == found.objective == 220


@pytest.mark.parametrize("make", [pd.DataFrame, "polars", "pyarrow"], ids=["pandas", "polars", "pyarrow"])
def test_tables_of_two_columns_are_edges(make: Any) -> None:
    if isinstance(make, str):
        package = pytest.importorskip(make)
        make = package.DataFrame if make == "polars" else package.table
    assert sorted(scrump.max_clique(make(TRIANGLE)).solution) == ["ann", "bob", "cid"]
    two = make({"source": ["ann", "bob"], "target": ["bob", "cid"]})
    assert edges_of(two) == {frozenset(("ann", "bob")), frozenset(("bob", "cid"))}
    three = make({**TRIANGLE, "weight": [1, 2, 3]})
    with pytest.raises(UsageError, match="a table with the columns source, target, weight; expected two columns"):
        scrump.max_clique(three)


def test_tables_whose_rows_are_called_as_their_columns_are_matrices() -> None:
    nx = pytest.importorskip("networkx")
    graph = nx.Graph([("b", "a"), ("b", "c"), ("c", "d")])
    frame = nx.to_pandas_adjacency(graph)
    assert edges_of(frame) == edges_of(frame.loc[["d", "c", "a", "b"]]) == edges_of(graph)
    pair = nx.to_pandas_adjacency(nx.Graph([("a", "b")]))
    assert edges_of(pair) == {frozenset("ab")}
    plain = nx.to_pandas_adjacency(nx.path_graph(3))
    assert edges_of(plain) == edges_of(plain.loc[[2, 0, 1]]) == {frozenset((0, 1)), frozenset((1, 2))}
    frame.loc["a", "d"] = 1
    with pytest.raises(UsageError, match="none back"):
        scrump.max_clique(frame)


def test_cities_are_called_by_rows_and_columns() -> None:
    far = pd.DataFrame([[0, 1, 5, 2], [1, 0, 2, 6], [5, 2, 0, 3], [2, 6, 3, 0]], index=[*"abcd"], columns=[*"abcd"])
    found = scrump.tsp(far, known=[*"acbd"])
    assert found.objective == 8
    assert found.solution in ([*"abcd"], [*"adcb"])
    assert scrump.tsp(far.loc[[*"dbca"]]).objective == 8
    assert scrump.tsp(pd.DataFrame(far.to_numpy())).solution[0] == 0
    with pytest.raises(UsageError, match="different names"):
        scrump.tsp(far.set_axis([*"efgh"]))


def test_arrays_of_fields_of_texts_and_of_objects_are_pairs() -> None:
    fields = np.array([("a", "b"), ("b", "c")], dtype=[("from", "U1"), ("to", "U1")])
    wanted = {frozenset("ab"), frozenset("bc")}
    assert edges_of(fields) == wanted
    assert edges_of(np.array([["a", "b"], ["b", "c"]])) == wanted
    assert edges_of(np.array([["a", "b"], ["b", "c"]], object)) == wanted
    assert edges_of(pd.MultiIndex.from_tuples([("a", "b"), ("b", "c")])) == wanted
    assert edges_of(pd.Series([("a", "b"), ("b", "c")])) == wanted
    assert edges_of((each[0], each[1]) for each in ("ab", "bc")) == wanted

    class Tensor:
        """What libraries for tensors have; its parts are equal to nothing."""

        def __iter__(self) -> Any:
            return iter([(object(), object())] * 3)

        def __array__(self, *_: Any, **__: Any) -> Any:
            return np.array([[0, 1], [1, 2], [2, 0]])

    assert edges_of(Tensor()) == {frozenset((0, 1)), frozenset((1, 2)), frozenset((0, 2))}


PAIRS_OF_A_SET = {("a", "b"), ("b", "c")}


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: scrump.max_clique(["ab", "bc"]), "edge 0 is 'ab'; expected a pair"),
        (lambda: scrump.max_clique([{"from": 1, "to": 2}]), "edge 0 is {'from': 1, 'to': 2}; expected a pair"),
        (lambda: scrump.max_clique([b"ab"]), "edge 0 is b'ab'; expected a pair"),
        (lambda: scrump.max_clique(pd.DataFrame({"a": [1, 2], "b": [2, None]})), "row 1 of the table is (2, nan)"),
        (lambda: scrump.max_clique(pd.DataFrame({"a": ["x", None], "b": ["y", "z"]})), "row 1 of the table is"),
        (lambda: scrump.max_clique(pd.Series({"a": ["b", "c"]})), "a Series with an index; expected a dict"),
        (lambda: scrump.max_clique(np.ma.masked_less([[0, 1, 9], [1, 0, 1], [9, 1, 0]], 1)), "something is masked"),
        (lambda: scrump.max_clique(np.zeros(3, [("a", int), ("b", int), ("c", int)])), "the fields a, b, c"),
        (lambda: scrump.max_weight_clique(PATH, pd.Series([1, 2, 3])), "weights: there is no vertex 0: the index"),
        (lambda: scrump.max_weight_clique(PATH, pd.Series([1, 2], index=["x", "y"])), "weights: vertex 'z' has none"),
        (lambda: scrump.max_weight_clique(PATH, pd.Series([1, 2, 3, 4], index=[*"xyzx"])), "'x' is in the index of"),
        (
            lambda: scrump.max_weight_clique(PATH, pd.DataFrame({0: [1] * 3, 1: 2, 2: 3})),
            "columns 0, 1, 2; expected one",
        ),
        (lambda: scrump.max_weight_clique(PATH, np.ones((3, 2))), "vertex 'x' weighs array([1., 1.])"),
        (lambda: scrump.max_weight_clique(PATH, {1, 2, 3}), "weights={1, 2, 3}: a set has no order"),
        (lambda: scrump.max_weight_clique(PAIRS_OF_A_SET, [1, 2, 3]), "given by a set, which has no order"),
        (lambda: scrump.max_weight_clique([{"a", "b"}, {"b", "c"}], [1, 2, 3]), "given by a set, which has no order"),
        (lambda: scrump.max_weight_clique({"a": {"b", "c"}}, [1, 2, 3]), "given by a set, which has no order"),
        (lambda: scrump.colouring(PATH, known={0, 1, 2}), "known={0, 1, 2}: a set has no order"),
        (lambda: scrump.knapsack({1, 2}, [3, 4], 5), "profits={1, 2}: a set has no order"),
        (lambda: scrump.knapsack({"a": 1}, {"b": 1}, 5), "item 'a' has no weight"),
        (lambda: scrump.knapsack({"a": 1}, {"a": 1, "b": 1}, 5), "item 'b' has no profit"),
        (lambda: scrump.knapsack({"a": 1}, [1], 5), "profits have names, but weights are a list"),
        (lambda: scrump.knapsack([1], {"a": 1}, 5), "weights have names, but profits are a list"),
        (
            lambda: scrump.knapsack(pd.DataFrame({0: [1], 1: [2]}), [1, 2], 5),
            "profits is a table with the columns 0, 1",
        ),
        (lambda: scrump.knapsack([1.5], [1], 5), "multiply all of them by 10, 100 or 1000"),
        (lambda: scrump.max_weight_clique(PATH, [1, 2.5, 3]), "multiply all of them by 10, 100 or 1000"),
        (
            lambda: scrump.tsp([[0, 1.5], [1.5, 0]]),
            "multiply all of them by 10, 100 or 1000 and round them first, as by",
        ),
        (lambda: scrump.tsp({"a": {"b": 1}}), "distances are a dict; expected a square matrix"),
        (lambda: scrump.tsp(np.ma.masked_equal([[0, 9], [9, 0]], 9)), "a distance is masked"),
        (
            lambda: scrump.subgraph_isomorphism(
                PATH, PATH, edge_labels={("x", "y"): 1, ("y", "x"): 2, ("y", "z"): 1}, target_edge_labels=[1, 1]
            ),
            "the edge ('x', 'y') has two labels",
        ),
        (
            lambda: scrump.subgraph_isomorphism(
                [("x", "y"), ("y", "x")], PATH, edge_labels=[1, 2], target_edge_labels=[1, 1]
            ),
            "the edge ('y', 'x') is there twice, with two labels",
        ),
    ],
)
def test_what_is_refused(call: Callable[[], object], says: str) -> None:
    with pytest.raises(UsageError, match=re.escape(says)):
        call()


def test_edges_of_networkx_are_edges() -> None:
    nx = pytest.importorskip("networkx")
    graph = nx.complete_graph(4)
    assert scrump.max_clique(graph.edges).objective == 4
    assert scrump.max_weight_clique(graph.edges, [1, 2, 3, 4]).objective == 10
    assert scrump.max_clique(nx.to_dict_of_dicts(graph)).objective == 4
    grid = nx.grid_2d_graph(2, 2)
    assert scrump.independent_set(nx.to_dict_of_dicts(grid)).objective == 2
    for wrong, says in (
        (graph.nodes, "a NodeView; expected the graph, or its edges"),
        (grid.nodes, "a NodeView"),
        (dict(graph.edges), "a dict of edges and their data; expected a list of its keys"),
        ({("a", "b"): {"weight": 3}}, "a dict of edges and their data"),
        (nx.MultiGraph(graph).edges, "expected a pair of vertices"),
        (graph.edges(data=True), "without a weight or data"),
    ):
        with pytest.raises(UsageError, match=says):
            scrump.max_clique(wrong)


def test_a_set_serves_where_order_does_not_matter() -> None:
    assert scrump.max_clique({("a", "b"), ("b", "c"), ("c", "a")}).objective == 3
    assert scrump.max_weight_clique(PAIRS_OF_A_SET, {"a": 1, "b": 2, "c": 4}).objective == 6
    assert scrump.max_weight_clique({"a": {"b"}, "b": {"a", "c"}, "c": set()}, [1, 2, 4]).objective == 6
    assert scrump.max_weight_clique({"a": {"b"}}, [1, 2]).objective == 3  # a set of one has an order
