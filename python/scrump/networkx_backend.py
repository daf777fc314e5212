"""Scrump as a backend of networkx, for the functions that both have:

>>> import networkx as nx
>>> nx.max_weight_clique(nx.karate_club_graph(), weight=None, backend="scrump")
([0, 1, 2, 3, 7], 5)

or for all calls, with `nx.config.backend_priority = ["scrump"]`. Answers are exact where networkx's own are
approximations. Keywords of Scrump's searches may be given, too: `workers`, `time_limit` and the like; for all calls,
`nx.config.backends.scrump.workers` and `nx.config.backends.scrump.time_limit`. A stopped search returns the best answer
so far. See https://networkx.org/documentation/stable/reference/backends.html.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from itertools import pairwise
from numbers import Integral
from typing import Any

import numpy as np

from .arguments import SCALE, has_fraction
from .options import SearchOptions
from ._problems import independent_set, max_clique, tsp, vertex_cover
from .problems.cliques import max_weight_clique

#: Number of nodes from which a shortest tour may take hours, where networkx's own approximation takes moments.
_MOST_CITIES = 60

#: Limits of the compiled part (docs/python.md#functions).
_MOST_NODES = 65_536
_MOST_WEIGHT = 10**18
_MOST_OF_A_TOUR = 1_999  # cities; if the walk may end elsewhere than it began, there is one more
_LONGEST = 10**9  # largest distance of two cities

_CONFIGURED = ("workers", "time_limit")


def _called(function: Callable[..., Any]) -> Callable[..., Any]:
    """Calls a function with the options of the call, or else those configured in networkx. Raises NotImplementedError,
    with the reason, for a call that Scrump does not support. networkx keeps converted graphs, and warns when it reuses
    them; here the converted graph is the graph itself."""

    @wraps(function)
    def call(G: Any, *args: Any, **kwargs: Any) -> Any:
        getattr(G, "__networkx_cache__", {}).get("backends", {}).pop("scrump", None)
        reason = refusal(function.__name__[1:], (G, *args), kwargs)
        if reason is not None:
            raise NotImplementedError(f"Scrump does not take this call: {reason}")
        return function(G, *args, **{**_configured(), **kwargs})

    return call


def _configured() -> dict[str, Any]:
    import networkx as nx

    config = getattr(nx.config.backends, "scrump", None)
    given = {name: getattr(config, name, None) for name in _CONFIGURED}
    return {name: value for name, value in given.items() if value is not None}


@_called
def _max_weight_clique(G: Any, weight: str | None = "weight", **options: Any) -> tuple[list[Any], int]:
    """A heaviest clique and its weight, as in networkx; without a weight, a largest one and its size."""
    found = max_clique(G, **options) if weight is None else max_weight_clique(G, weight, **options)
    return found.solution or [], found.objective or 0


@_called
def _max_clique(G: Any, **options: Any) -> set[Any]:
    """A largest clique; networkx's own is an approximation."""
    return set(max_clique(G, **options).solution or [])


@_called
def _maximum_independent_set(G: Any, **options: Any) -> set[Any]:
    """A largest independent set; networkx's own is an approximation."""
    return set(independent_set(G, **options).solution or [])


@_called
def _large_clique_size(G: Any, **options: Any) -> int:
    """Size of a largest clique; networkx's own is an approximation."""
    return max_clique(G, **options).objective or 0


@_called
def _min_weighted_vertex_cover(G: Any, weight: str | None = None, **options: Any) -> set[Any]:
    """A lightest vertex cover; networkx's own is an approximation."""
    if weight is None:
        return set(vertex_cover(G, **options).solution or [])
    import networkx as nx

    # The other vertices are the heaviest independent set: the heaviest clique of the complement.
    weights = dict(G.nodes(data=weight, default=1))
    others = max_weight_clique(nx.complement(nx.Graph(G)), weights, **options).solution or []
    return set(G) - set(others)


@_called
def _traveling_salesman_problem(
    G: Any,
    weight: str = "weight",
    nodes: Iterable[Any] | None = None,
    cycle: bool = True,
    method: None = None,
    **options: Any,
) -> list[Any]:
    """A shortest tour; networkx's own is an approximation."""
    import networkx as nx

    cities = list(dict.fromkeys(G if nodes is None else nodes))
    ways = {city: nx.single_source_dijkstra(G, city, weight=weight) for city in cities}
    distances = np.array([[ways[one][0][other] for other in cities] for one in cities], np.int64)
    if cycle:
        tour = tsp(distances, **options).solution or []
        order = [cities[city] for city in (*tour, tour[0])]
    else:  # a tour from its end to its beginning through a place that is equally near to all
        tour = tsp(np.pad(distances, ((1, 0), (1, 0))), **options).solution or []
        order = [cities[city - 1] for city in tour[1:]]
    walk = [order[0]]
    for one, other in pairwise(order):
        walk += ways[one][1][other][1:]
    return walk


_FUNCTIONS = {
    "large_clique_size": _large_clique_size,
    "max_clique": _max_clique,
    "max_weight_clique": _max_weight_clique,
    "maximum_independent_set": _maximum_independent_set,
    "min_weighted_vertex_cover": _min_weighted_vertex_cover,
    "traveling_salesman_problem": _traveling_salesman_problem,
}


class Backend:
    """The interface of a networkx backend: graphs stay as they are."""

    max_weight_clique = staticmethod(_max_weight_clique)
    max_clique = staticmethod(_max_clique)
    maximum_independent_set = staticmethod(_maximum_independent_set)
    large_clique_size = staticmethod(_large_clique_size)
    min_weighted_vertex_cover = staticmethod(_min_weighted_vertex_cover)
    traveling_salesman_problem = staticmethod(_traveling_salesman_problem)

    @staticmethod
    def convert_from_nx(graph: Any, *_: Any, **__: Any) -> Any:
        return graph

    @staticmethod
    def convert_to_nx(result: Any, *_: Any, **__: Any) -> Any:
        return result

    @staticmethod
    def can_run(name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool:
        """Always true: users who ask for this backend by name would never see a reason given here. The call itself
        raises an error with the reason."""
        return True

    @staticmethod
    def should_run(name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool | str:
        """Whether networkx prefers this backend if none is named. Without a limit of time, a tour of many cities is
        left to networkx."""
        reason = refusal(name, args, kwargs)
        if reason is not None:
            return reason
        limited = kwargs.get("time_limit") or _configured().get("time_limit")
        if name != "traveling_salesman_problem" or limited:
            return True
        nodes = args[2] if len(args) > 2 else kwargs.get("nodes")
        cities = len(list(nodes if nodes is not None else args[0] if args else kwargs["G"]))
        return cities <= _MOST_CITIES or f"it has more than {_MOST_CITIES} nodes, and no time_limit"


def refusal(name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> str | None:
    """Why Scrump does not support a call, if so: directed graphs, weights that are not whole numbers, and inputs that
    are too large."""
    graph = args[0] if args else kwargs["G"]
    if graph.is_directed():
        return "the graph is directed"
    if name in ("maximum_independent_set", "min_weighted_vertex_cover") and len(graph) > _MOST_NODES:
        return f"the graph has more than {_MOST_NODES} nodes"
    if name == "max_weight_clique":
        weight = args[1] if len(args) > 1 else kwargs.get("weight", "weight")
        if weight is not None and len(graph) > _MOST_NODES:
            return f"the graph has more than {_MOST_NODES} nodes, and weights"
        return None if weight is None else _refused([data.get(weight) for _, data in graph.nodes(data=True)])
    if name == "min_weighted_vertex_cover":
        weight = args[1] if len(args) > 1 else kwargs.get("weight")
        if any(one == other for one, other in graph.edges()):
            return "the graph has loops"
        return None if weight is None else _refused([each for _, each in graph.nodes(data=weight, default=1)])
    return _refused_tour(graph, *args[1:], **kwargs) if name == "traveling_salesman_problem" else None


def _refused_tour(
    graph: Any,
    weight: Any = "weight",
    nodes: Iterable[Any] | None = None,
    cycle: bool = True,
    method: Any = None,
    **kwargs: Any,
) -> str | None:
    import networkx as nx

    if method is not None or not {*kwargs} - {"G"} <= {*SearchOptions.__annotations__}:
        return "a method of networkx is asked for"
    if nodes is not None and not isinstance(nodes, list | tuple | set | frozenset | range):
        return "the nodes are not a list"
    cities = list(graph) if nodes is None else nodes
    if len({*cities}) < 2 or not all(each in graph for each in cities):
        return "there are fewer than two nodes, or some that the graph does not have"
    if not isinstance(weight, str) or not nx.is_connected(graph):
        return "the graph is not connected, or its weight is not an attribute"
    weights = [each for _, _, each in graph.edges(data=weight, default=1)]
    reason = _refused(weights)
    if reason is not None:
        return reason
    weights = [*map(int, weights)]
    if len({*cities}) > _MOST_OF_A_TOUR:
        return f"there are more than {_MOST_OF_A_TOUR} nodes to visit"
    most = len(graph) - 1  # edges from one node to another, except where all are adjacent
    edges = graph.number_of_edges() - nx.number_of_selfloops(graph)
    if not graph.is_multigraph() and edges == len(graph) * most // 2:
        most = 1
    return f"distances may be more than {_LONGEST}" if min(sum(weights), most * max(weights)) > _LONGEST else None


def _refused(weights: list[Any]) -> str | None:
    for each in weights:
        if not isinstance(each, Integral) or each < 0:
            advice = f"; {SCALE}" if has_fraction(each) else ""
            return f"a weight is {each!r}; expected a whole number that is not negative, of each{advice}"
    return f"the weights add up to more than {_MOST_WEIGHT}" if sum(map(int, weights)) > _MOST_WEIGHT else None


backend = Backend()


def info() -> dict[str, Any]:
    """Description of the backend for networkx."""
    options = {
        "workers": "threads; one a core by default",
        "time_limit": "seconds, after which the answer is the best so far; and the other keywords of Scrump's searches",
    }
    return {
        "backend_name": "scrump",
        "project": "scrump",
        "package": "scrump",
        "short_summary": "Exact cliques, independent sets, vertex covers and tours on every core.",
        "default_config": dict.fromkeys(_CONFIGURED),
        "functions": {
            name: {"additional_docs": function.__doc__, "additional_parameters": options}
            for name, function in _FUNCTIONS.items()
        },
    }
