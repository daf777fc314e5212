"""Results of searches."""

from __future__ import annotations

import datetime
import json
import math
import operator
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from html import escape
from typing import Any, Generic, TypeVar

from . import _native
from .interrupts import finished

Solution = TypeVar("Solution")


@dataclass(frozen=True)
class Proof:
    """A proof written by a search, for VeriPB: `veripb problem file` checks it."""

    problem: str
    """File with the problem, NAME.opb."""
    file: str
    """File with the proof, NAME.pbp."""
    nodes: int
    """Number of nodes of the search, as logged."""
    steps: int
    """Number of steps of the proof that derive a constraint."""
    bytes: int
    """Size of the proof's file, in bytes."""
    logged_bytes: int
    """Size of the workers' logs, in bytes."""
    seconds: float
    """Time to assemble the proof after the search, in seconds."""

    def __str__(self) -> str:
        return f"{self.file}, {self.steps} steps"


class WithoutTruth:
    """Has no truth value, which would always be true and meaningless."""

    def _instead(self) -> str:
        raise NotImplementedError

    def __bool__(self) -> bool:
        raise TypeError(f"{type(self).__name__} has no truth value: {self._instead()}")


class InLines:
    """Shown in lines, each with a label; in notebooks as a table."""

    def _title(self) -> str:
        raise NotImplementedError

    def _lines(self) -> list[tuple[str, str]]:
        raise NotImplementedError

    def __str__(self) -> str:
        return "\n".join(f"{label:<11} {text}" for label, text in self._lines())

    def _repr_html_(self) -> str:
        rows = "".join(f"<tr><th>{escape(label)}</th><td>{escape(text)}</td></tr>" for label, text in self._lines())
        return f"<table><caption>scrump {escape(self._title())}</caption>{rows}</table>"


@dataclass(frozen=True)
class Result(InLines, Generic[Solution]):
    """Result of a search: how it ended, its solution, and its cost.

    Only `complete` is a proof: that no solution is better, that these are all, or that none exists. Every other status
    comes with the best solution known when the search was stopped. Two results are equal if everything except their
    cost is. A result is true if it has a solution, and false if it is proved that none exists; if neither is known,
    `bool()` raises TypeError.
    """

    problem: str
    """Name of the problem, as in the command."""
    status: str
    """How the search ended: "complete", "time-limit", "node-limit", "gap" or "cancelled" (Ctrl-C). With `shard=`, "complete"
    is said of that part of the tree alone."""
    solution: Solution | None
    """Solution in terms of the user's names; None if none is known."""
    objective: float | None
    """Value of the solution: its size, weight, or length; or a count, for a stopped search the count so far. None if
    nothing is measured."""
    bound: float | None
    """Bound that no solution improves on; None if nothing is proved."""
    statistics: _native.Statistics = field(compare=False)
    """Cost of the search."""
    instance: Mapping[str, Any] = field(default_factory=dict)
    """Properties of the instance: numbers of vertices and edges, and the like."""
    details: Mapping[str, Any] = field(default_factory=dict)
    """Further properties of the solution, described in the function."""
    solutions: list[Solution] | None = None
    """All solutions, best first, if several were requested (`best=`, `all_solutions=`); otherwise None."""
    objectives: list[float] | None = None
    """Objectives of these solutions."""
    proof: Proof | None = None
    """The proof requested by `proof=`; None for a search that was stopped, and in all processes but the first."""
    options: Mapping[str, Any] = field(default_factory=dict, repr=False)
    ended: float = field(default=0, repr=False)
    """Time when the search ended, in seconds since 1970."""
    counts: bool = field(default=False, repr=False)
    """Whether the objective is the number of solutions."""

    @property
    def complete(self) -> bool:
        """Whether the answer is proved."""
        return self.status == "complete"

    def __bool__(self) -> bool:
        if (self.objective or 0) > 0 if self.counts else self.solution is not None:
            return True
        if self.complete and self.statistics.shard is None:
            return False
        ended = f"the search was stopped ({self.status})"
        if self.complete:
            ended = f"shard {self.statistics.shard} alone was searched"
        raise TypeError(
            f"whether there is a solution is not known: {ended} before it found one, or proved that none exists; see "
            "solution and complete"
        )

    @property
    def gap(self) -> float | None:
        """Relative gap between the objective and the bound; None if it is unknown."""
        if self.objective is None or self.bound is None:
            return None
        if self.bound == self.objective:
            return 0.0
        return abs(self.bound - self.objective) / abs(self.objective) if self.objective else math.inf

    def to_dict(self) -> dict[str, Any]:
        """The object that the command prints with --json, without the solution."""
        cost = json.loads(self.statistics.json())
        seconds, nodes = self.statistics.seconds, self.statistics.nodes
        result: dict[str, Any] = {"schema": "scrump-result", "version": 1, "problem": self.problem}
        result |= {"instance": dict(self.instance), "status": "complete" if self.complete else "stopped"}
        if not self.complete:
            result["stopped_by"] = self.status
        if self.objective is not None:
            result["objective"] = _plain(self.objective)
        if self.objectives is not None:
            result |= {"count": len(self.objectives), "objectives": [_plain(each) for each in self.objectives]}
        if self.bound is not None:
            result["bound"] = _plain(self.bound)
        if self.gap is not None:
            result["gap"] = _plain(self.gap)
        result |= {"seconds": seconds, "nodes": nodes, "nodes_per_second": nodes / seconds if seconds > 0 else 0}
        localities = self.statistics.localities
        result |= {"workers": self.statistics.workers // max(localities, 1), "localities": localities}
        result |= dict(self.options)
        if self.proof is not None:
            result["proof"] = asdict(self.proof)
        result |= provenance(self.ended)
        result |= cost
        # Of a shard, a decision says so only of a solution that it has: see merge().
        if str(result.get("shard", {}).get("kind", "")).startswith("decision") and self.solution is not None:
            result["exists"] = True
        if "incumbents" in result:  # without infinite ones
            result["incumbents"] = [each for each in result["incumbents"] if each["objective"] is not None]
        return result

    def to_json(self) -> str:
        """The same object as text, for `scrump-report` and other programs."""
        return json.dumps(self.to_dict())

    def _title(self) -> str:
        return self.problem

    def _lines(self) -> list[tuple[str, str]]:
        lines = [("status", self.status if self.complete else f"stopped: {self.status}")]
        if self.objective is not None:
            lines.append(("objective", f"{self.objective}"))
        if self.bound is not None and self.bound != self.objective:
            gap = "" if self.gap is None else f", a gap of {100 * self.gap:.3g} %"
            lines.append(("bound", f"{self.bound}{gap}"))
        lines += [(name, _shortened(value)) for name, value in self.details.items()]
        if self.proof is not None:
            lines.append(("proof", f"{self.proof}"))
        lines.append(("solution", _shortened(self.solution)))
        if self.solutions is not None:
            lines.append(("solutions", f"{len(self.solutions)}"))
        lines.append(("cost", f"{self.statistics.seconds:.3f} s, {self.statistics.nodes} nodes"))
        return lines


@dataclass(frozen=True)
class IntegerResult(Result[Solution]):
    """A result whose objective is a whole number: a size, a weight, a length, a count."""

    objective: int | None
    bound: int | None
    objectives: list[int] | None = None  # type: ignore[assignment]


def _plain(number: Any) -> float | None:
    """The value for JSON, which has neither NumPy's numbers nor fractions nor infinity."""
    try:
        return operator.index(number)
    except TypeError:
        return float(number) if math.isfinite(number) else None


def _shortened(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 200 else f"{text[:200]}…"


def provenance(ended: float) -> dict[str, Any]:
    """Provenance of a run, as in the command's JSON."""
    date = datetime.datetime.fromtimestamp(ended, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    return {"program": f"scrump {_native.version}", "command": sys.argv, "date": date}


def _choices(options: _native.SearchOptions) -> dict[str, Any]:
    """What the options chose, as in the command's JSON."""
    paper = {"paper": options.paper} if options.paper else {}
    return {"skeleton": options.skeleton, "policy": options.policy, **paper, "seed": options.seed}


def result_of(
    problem: str,
    outcome: dict[str, Any],
    *,
    options: _native.SearchOptions,
    instance: Mapping[str, Any],
    named: Callable[[Any], Any] = lambda found: found,
    objective: Callable[[Any], float | None] | None = None,
    optimum: bool = True,
    integer: bool = True,
    count: bool = False,
) -> IntegerResult[Any]:
    """The result for a value returned by the compiled part: `status`, `statistics`, and, if present, `solution`,
    `objective`, `bound` and further details; `solutions` and `objectives` of several. `named` expresses a solution in
    the user's names, `objective` measures it; `optimum`: if the search is complete, the objective is the bound;
    `integer`: it is a whole number; `count`: it counts solutions, for which a stopped search has no bound."""
    status, statistics = outcome.pop("status"), outcome.pop("statistics")
    solutions = outcome.pop("solutions", None)
    objectives = None if solutions is None else outcome.pop("objectives")
    found, worth = outcome.pop("solution", None), outcome.pop("objective", None)
    proof = outcome.pop("proof", None)
    all_named = None
    if solutions is not None:
        all_named = [named(each) for each in solutions]
        worth = objectives[0] if objectives else None
    elif objective is not None and found is not None:
        worth = objective(found)
    bound = worth if optimum and status == "complete" else None if count else statistics.bound
    if bound is not None and math.isfinite(bound) and (isinstance(worth, int) or (integer and worth is None)):
        bound = int(bound)
    kind: type[Result[Any]] = IntegerResult if integer else Result
    result = kind(
        problem=problem,
        status=status,
        solution=next(iter(all_named), None) if all_named is not None else None if found is None else named(found),
        objective=worth,
        bound=bound,
        statistics=statistics,
        instance=instance,
        details=outcome,
        solutions=all_named,
        objectives=objectives,
        proof=None if proof is None else Proof(**json.loads(proof)),
        options=_choices(options),
        ended=time.time(),
        counts=count,
    )
    return finished(result)  # type: ignore[arg-type]
