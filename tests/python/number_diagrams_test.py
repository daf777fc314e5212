"""Functions to numbers of run_diagrams, against plain lists of values."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

pytest.importorskip("scrump._native", reason="the compiled part is not built")

import scrump

SIZE = 3
ASSIGNMENTS = list(product((False, True), repeat=SIZE))
Values = list[Any]


def made(diagrams: scrump.Diagrams, values: Values, at: int = 0) -> Any:
    if len(values) == 1:
        return diagrams.number(values[0])
    half = len(values) // 2
    low, high = made(diagrams, values[:half], at + 1), made(diagrams, values[half:], at + 1)
    return diagrams.numbers(diagrams.variable(at), high, low)


def out(values: Values, variable: int, combine: Callable[[Any, Any], Any]) -> Values:
    def value(at: tuple[bool, ...], chosen: bool) -> Any:
        return values[ASSIGNMENTS.index((*at[:variable], chosen, *at[variable + 1 :]))]

    return [combine(value(at, False), value(at, True)) for at in ASSIGNMENTS]


@pytest.mark.parametrize("kind", [int, float])
def test_operations_are_those_of_plain_values(kind: type) -> None:
    def program(diagrams: scrump.Diagrams) -> None:
        rng = random.Random(1)
        for _ in range(30):
            f, g = ([kind(rng.randrange(-2, 3)) for _ in ASSIGNMENTS] for _ in range(2))
            one, two = made(diagrams, f), made(diagrams, g)
            assert [one(each) for each in ASSIGNMENTS] == f
            for found, values in (
                (one + two, [a + b for a, b in zip(f, g, strict=True)]),
                (one - two, [a - b for a, b in zip(f, g, strict=True)]),
                (one * two, [a * b for a, b in zip(f, g, strict=True)]),
                (one.min(two), list(map(min, f, g))),
                (one.max(two), list(map(max, f, g))),
                (one.sum_out([1]), out(f, 1, lambda a, b: a + b)),
                (one.min_out([2]), out(f, 2, min)),
                (one.max_out([0]), out(f, 0, max)),
            ):
                assert found == made(diagrams, values)
            for found, wanted in (
                (one.at_least(two), [a >= b for a, b in zip(f, g, strict=True)]),
                (one.at_least(kind(1)), [a >= 1 for a in f]),
            ):
                assert [found(each) for each in ASSIGNMENTS] == wanted
            assert one.values() == sorted({*f})

    assert scrump.run_diagrams(program, workers=2, buckets=2**12).complete


def test_numbers_have_kinds_and_parts() -> None:
    def program(diagrams: scrump.Diagrams) -> None:
        a, b = diagrams.variables(0, 1)
        cost = diagrams.numbers(a, 3) + diagrams.numbers(b, 4)
        assert isinstance(cost, scrump.IntegerMtbdd) and isinstance(diagrams.numbers(a, 3, 0.5), scrump.FloatMtbdd)
        assert cost.values() == [0, 3, 4, 7] and cost.support() == [0, 1] and cost.variable() == 0
        assert cost.low() == diagrams.numbers(b, 4) and cost.high().low() == diagrams.number(3)
        assert cost.nodes() == 3 and not cost.is_constant() and diagrams.number(2).is_constant()
        assert repr(cost) == "<a function to numbers, of 3 nodes>"
        assert cost.sum_out([0, 1]) == diagrams.number(14)
        assert cost.at_least(4) == b
        with pytest.raises(scrump.Error, match="does not fit into 64 bits"):
            diagrams.number(2**62) + diagrams.number(2**62)
        with pytest.raises(scrump.UsageError, match="18446744073709551616 does not fit into 64 bits"):
            diagrams.number(2**64)
        with pytest.raises(TypeError, match="'3' is not a number; expected an int or a float"):
            diagrams.number("3")  # type: ignore[call-overload]
        with pytest.raises(TypeError, match="a function has no truth value"):
            bool(cost)
        with pytest.raises(TypeError):
            cost + diagrams.number(1.0)  # type: ignore[operator]

    assert scrump.run_diagrams(program).complete
