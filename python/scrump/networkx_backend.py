"""Scrump as a backend of networkx, for the functions that both have:

>>> import networkx as nx
>>> nx.max_weight_clique(nx.karate_club_graph(), weight=None, backend="scrump")
([0, 1, 2, 3, 7], 5)

or for all calls, with `nx.config.backend_priority = ["scrump"]`. Answers are exact where networkx's own are
approximations. See https://networkx.org/documentation/stable/reference/backends.html.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from .problems.cliques import independent_set, max_clique, max_weight_clique


def _uncached(function: Callable[..., Any]) -> Callable[..., Any]:
    """networkx keeps what it converted, and warns where it takes that again. Here that is the graph itself."""

    @wraps(function)
    def call(G: Any, *args: Any, **kwargs: Any) -> Any:
        getattr(G, "__networkx_cache__", {}).get("backends", {}).pop("scrump", None)
        return function(G, *args, **kwargs)

    return call


@_uncached
def _max_weight_clique(G: Any, weight: str | None = "weight") -> tuple[list[Any], int]:
    """As networkx's: a heaviest clique and what it weighs; without a weight, a largest one and its size."""
    found = max_clique(G) if weight is None else max_weight_clique(G, weight)
    return found.solution or [], found.objective or 0


@_uncached
def _max_clique(G: Any) -> set[Any]:
    """The largest there is; networkx's own is an approximation."""
    return set(max_clique(G).solution or [])


@_uncached
def _maximum_independent_set(G: Any) -> set[Any]:
    """The largest there is; networkx's own is an approximation."""
    return set(independent_set(G).solution or [])


@_uncached
def _large_clique_size(G: Any) -> int:
    """The size of a largest one; networkx's own is an approximation."""
    return max_clique(G).objective or 0


_FUNCTIONS = {
    "large_clique_size": _large_clique_size,
    "max_clique": _max_clique,
    "max_weight_clique": _max_weight_clique,
    "maximum_independent_set": _maximum_independent_set,
}


class Backend:
    """What networkx asks of a backend: graphs stay as they are."""

    max_weight_clique = staticmethod(_max_weight_clique)
    max_clique = staticmethod(_max_clique)
    maximum_independent_set = staticmethod(_maximum_independent_set)
    large_clique_size = staticmethod(_large_clique_size)

    @staticmethod
    def convert_from_nx(graph: Any, *_: Any, **__: Any) -> Any:
        return graph

    @staticmethod
    def convert_to_nx(result: Any, *_: Any, **__: Any) -> Any:
        return result

    @staticmethod
    def can_run(name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool | str:
        """Directed graphs, and weights that are no whole numbers, are networkx's own."""
        graph = args[0] if args else kwargs["G"]
        if graph.is_directed():
            return "the graph is directed"
        weight = args[1] if len(args) > 1 else kwargs.get("weight", "weight")
        if name != "max_weight_clique" or weight is None:
            return True
        weights = [data.get(weight) for _, data in graph.nodes(data=True)]
        if all(isinstance(each, int) and each >= 0 for each in weights):
            return True
        return "weights have to be whole numbers, not negative, and of all nodes"

    @staticmethod
    def should_run(_name: str, _args: tuple[Any, ...], _kwargs: dict[str, Any]) -> bool:
        return True


backend = Backend()


def info() -> dict[str, Any]:
    """What networkx shows of it."""
    return {
        "backend_name": "scrump",
        "project": "scrump",
        "package": "scrump",
        "short_summary": "Exact cliques and independent sets on every core.",
        "functions": {name: {"additional_docs": function.__doc__} for name, function in _FUNCTIONS.items()},
    }
