"""Scrump: exact combinatorial search on every core, by work stealing.

>>> import networkx as nx
>>> found = scrump.max_clique(nx.karate_club_graph())
>>> found.status, found.objective
('complete', 5)

Each function accepts common data types (networkx graphs, arrays of edges, matrices) and returns a `Result`.
`scrump.report(result)` shows where its time went.
"""

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from types import ModuleType

    from . import problems
    from ._native import (
        CheckReport,
        DiagramProgress,
        DiagramStatistics,
        ExplorationProgress,
        LtlProgress,
        Progress,
        Statistics,
        Violation,
    )
    from ._problems import *  # noqa: F403
    from .diagram_options import DiagramOptions
    from .diagrams import (
        Bdd,
        Diagrams,
        DiagramsResult,
        FloatMtbdd,
        IntegerMtbdd,
        TransitionRelation,
        Zdd,
        run_diagrams,
    )
    from .errors import Error, UsageError
    from .exploration import ExplorationOptions, Explored, explore
    from .graph_files import Graph, read_graph
    from .interrupts import Interrupted
    from .liveness import CheckedFormula, Counterexample, LtlOptions, check_ltl
    from .manager import DiagramManager, NamedBdd
    from .merging import merge
    from .net_checks import CheckedNet, NetAnswer, check_net
    from .options import SearchOptions
    from .problems.cliques import cliques, max_weight_clique
    from .problems.counting import queens, queens_count, semigroups, uts
    from .problems.subgraphs import (
        MappingIterator,
        common_subgraph,
        iterate_subgraph_isomorphisms,
        subgraph_isomorphism,
        subgraph_isomorphisms,
        subgraph_isomorphisms_count,
    )
    from .processes import rank, size, use_communicator
    from .random_walks import RandomWalk, RandomWalkOptions, random_walk
    from .reachability import Reached, ReachedMarkings, reach, reach_net
    from .report.shown import Page
    from .results import IntegerResult, Proof, Result
    from .trees import best, check, decide, enumerate, maximise, maximize, minimise, minimize

    __version__: str

    class _Report(ModuleType):
        def __call__(self, *results: Result[Any] | Reached | CheckedNet | Explored[Any], title: str | None = None) -> Page: ...

    report: _Report

# Loaded on first use: programs that only draw reports need none of the compiled parts.
_WHERE = {
    "Bdd": "diagrams",
    "CheckReport": "_native",
    "CheckedFormula": "liveness",
    "CheckedNet": "net_checks",
    "Counterexample": "liveness",
    "DiagramProgress": "_native",
    "DiagramStatistics": "_native",
    "Error": "errors",
    "UsageError": "errors",
    "DiagramManager": "manager",
    "DiagramOptions": "diagram_options",
    "Diagrams": "diagrams",
    "DiagramsResult": "diagrams",
    "FloatMtbdd": "diagrams",
    "IntegerMtbdd": "diagrams",
    "ExplorationOptions": "exploration",
    "ExplorationProgress": "_native",
    "Explored": "exploration",
    "Graph": "graph_files",
    "IntegerResult": "results",
    "Interrupted": "interrupts",
    "LtlOptions": "liveness",
    "LtlProgress": "_native",
    "MappingIterator": "problems.subgraphs",
    "NamedBdd": "manager",
    "NetAnswer": "net_checks",
    "Progress": "_native",
    "Proof": "results",
    "RandomWalk": "random_walks",
    "RandomWalkOptions": "random_walks",
    "RandomWalkProgress": "_native",
    "Reached": "reachability",
    "ReachedMarkings": "reachability",
    "SearchOptions": "options",
    "Statistics": "_native",
    "TransitionRelation": "diagrams",
    "Zdd": "diagrams",
    "Result": "results",
    "Violation": "_native",
    "best": "trees",
    "check": "trees",
    "check_ltl": "liveness",
    "check_net": "net_checks",
    "cliques": "problems.cliques",
    "common_subgraph": "problems.subgraphs",
    "decide": "trees",
    "enumerate": "trees",
    "explore": "exploration",
    "iterate_subgraph_isomorphisms": "problems.subgraphs",
    "max_weight_clique": "problems.cliques",
    "maximise": "trees",
    "maximize": "trees",
    "merge": "merging",
    "minimise": "trees",
    "minimize": "trees",
    "queens": "problems.counting",
    "queens_count": "problems.counting",
    "random_walk": "random_walks",
    "rank": "processes",
    "reach": "reachability",
    "reach_net": "reachability",
    "read_graph": "graph_files",
    "run_diagrams": "diagrams",
    "semigroups": "problems.counting",
    "size": "processes",
    "subgraph_isomorphism": "problems.subgraphs",
    "subgraph_isomorphisms": "problems.subgraphs",
    "subgraph_isomorphisms_count": "problems.subgraphs",
    "use_communicator": "processes",
    "uts": "problems.counting",
}

__all__ = [
    "Bdd",
    "CheckReport",
    "CheckedFormula",
    "CheckedNet",
    "Counterexample",
    "DiagramManager",
    "DiagramOptions",
    "DiagramProgress",
    "DiagramStatistics",
    "Diagrams",
    "DiagramsResult",
    "Error",
    "ExplorationOptions",
    "ExplorationProgress",
    "Explored",
    "FloatMtbdd",
    "Graph",
    "IntegerMtbdd",
    "IntegerResult",
    "Interrupted",
    "LtlOptions",
    "LtlProgress",
    "MappingIterator",
    "NamedBdd",
    "NetAnswer",
    "Progress",
    "Proof",
    "RandomWalk",
    "RandomWalkOptions",
    "RandomWalkProgress",
    "Reached",
    "ReachedMarkings",
    "Result",
    "SearchOptions",
    "Statistics",
    "TransitionRelation",
    "UsageError",
    "Violation",
    "Zdd",
    "__version__",
    "best",
    "check",
    "check_ltl",
    "check_net",
    "cliques",
    "common_subgraph",
    "decide",
    "enumerate",
    "explore",
    "iterate_subgraph_isomorphisms",
    "max_weight_clique",
    "maximise",
    "maximize",
    "merge",
    "minimise",
    "minimize",
    "problems",
    "queens",
    "queens_count",
    "random_walk",
    "rank",
    "reach",
    "reach_net",
    "read_graph",
    "report",
    "run_diagrams",
    "semigroups",
    "size",
    "subgraph_isomorphism",
    "subgraph_isomorphisms",
    "subgraph_isomorphisms_count",
    "use_communicator",
    "uts",
]

if not TYPE_CHECKING:
    # The functions of the problems that the compiled part describes; none where it is missing.
    try:
        from ._problem_names import NAMES
    except ImportError:
        NAMES = []
    __all__ += NAMES
    _WHERE |= dict.fromkeys(NAMES, "_problems")


def __getattr__(name: str) -> object:
    if name in ("problems", "report"):
        return import_module(f"scrump.{name}")
    if name == "__version__":
        return import_module("scrump.version").version()
    is_elsewhere = name.startswith("_") or any(find_spec(f"scrump.{each}") is not None for each in ("_native", name))
    if name not in _WHERE and is_elsewhere:
        raise AttributeError(f"module 'scrump' has no attribute {name!r}")
    try:
        value = getattr(import_module(f"scrump.{_WHERE.get(name, '_problems')}"), name)
    except ImportError as error:
        if error.name not in ("scrump", "scrump._native", "scrump._problems") or find_spec("scrump._native") is not None:
            raise
        raise ImportError(
            f"scrump.{name} needs the compiled part of Scrump, and {__path__[0]} has only what draws reports; expected "
            "the whole package: `make python` in Scrump's tree, or `pip install ./python`",
            name="scrump._native",
        ) from None
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
