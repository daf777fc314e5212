"""What programs on decision diagrams in Python may not do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

pytest.importorskip("scrump._native", reason="the compiled part is not built")

import scrump


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (lambda all, a: all.variable(-1), "-1 is not a variable"),
        (lambda all, a: all.variable("x"), "'x' is not a variable"),
        (lambda all, a: all.variable(2**22), "there are variables 0 to"),
        (lambda all, a: all.cube([1, -2]), "-2 is not a variable"),
        (lambda all, a: all.node(3, a, all.yes()), "earlier one"),
        (lambda all, a: all.count(a, [1]), "depends on variable 0"),
        (lambda all, a: all.count(a, [0, 0]), "each once"),
        (lambda all, a: all.pick(a, [2]), "depends on variable 0"),
        (lambda all, a: all.each(a, [2]), "depends on variable 0"),
        (lambda all, a: all.each(a, [0, 0]), "twice"),
        (lambda all, a: all.dot([a], []), "needs a name"),
        (lambda all, a: a.exists(a | all.variable(1)), "is not a cube"),
        (lambda all, a: a.exists(~a), "is not a cube"),
        (lambda all, a: a.exists(["0"]), "'0' is not a variable"),
        (lambda all, a: a([]), "variable 0, which has no value"),
        (lambda all, a: a({1: True}), "variable 0, which has no value"),
        (lambda all, a: scrump.TransitionRelation(a, [1]), "variable 1 is not a state variable"),
        (lambda all, a: scrump.TransitionRelation(a, [2]), "depends on variable 0"),
        (lambda all, a: a, "cannot return"),
    ],
)
def test_wrong_arguments(wrong: Callable[[Any, Any], object], says: str) -> None:
    with pytest.raises(scrump.UsageError, match=says):
        scrump.run_diagrams(lambda diagrams: wrong(diagrams, diagrams.variable(0)))


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (lambda a: bool(a), "no truth value"),
        (lambda a: a & 1, "unsupported operand"),
        (lambda a: a.exists(7), "not iterable"),
        (lambda a: {a}, "unhashable"),
        (lambda a: a.ite(True, a), "incompatible"),
        (lambda a: a(7), "not iterable"),
        (lambda a: type(a)(), "Bdd"),
        (lambda a: a.compose({0: True}), "True is not a function; expected a Bdd"),
    ],
)
def test_wrong_types(wrong: Callable[[Any], object], says: str) -> None:
    with pytest.raises(TypeError, match=says):
        scrump.run_diagrams(lambda diagrams: wrong(diagrams.variable(0)))


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (lambda all, a: all.successors(a, [a]), "<a function of 1 node> is not a relation; expected a TransitionRelation"),
        (lambda all, a: all.saturate(a, [None]), "None is not a relation"),
        (lambda all, a: all.nodes([a, 1]), "1 is not a function; expected a Bdd"),
        (lambda all, a: all.dot(["a"]), "'a' is not a function"),
        (lambda all, a: all.nodes([None]), "None is not a function"),
    ],
)
def test_wrong_kinds_among_several(wrong: Callable[[Any, Any], object], says: str) -> None:
    with pytest.raises(TypeError, match=says):
        scrump.run_diagrams(lambda diagrams: wrong(diagrams, diagrams.variable(0)))


def test_constants_have_no_variable() -> None:
    for ask in (lambda it: it.variable(), lambda it: it.low(), lambda it: it.high()):
        with pytest.raises(scrump.Error, match="depends on no variable"):
            scrump.run_diagrams(lambda diagrams, ask=ask: ask(diagrams.yes()))


def all_pairs(diagrams: scrump.Diagrams) -> None:
    """Each operation doubles the diagram."""
    f = diagrams.no()
    for pair in range(40):
        f |= diagrams.variable(pair) & diagrams.variable(40 + pair)


def test_wrong_options() -> None:
    for wrong in ({"workers": -1}, {"buckets": 0}, {"time_limit": 0}, {"policy": "polite"}, {"cache_ratio": -1}):
        with pytest.raises(scrump.UsageError, match=str(next(iter(wrong.values())))):
            scrump.run_diagrams(lambda diagrams: 1, **wrong)
    with pytest.raises(scrump.Error, match="buckets"):
        scrump.run_diagrams(all_pairs, buckets=256, max_buckets=1024)
