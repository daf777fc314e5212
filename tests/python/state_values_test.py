"""Values that are states of models written in Python."""

from __future__ import annotations

import random
from enum import IntEnum
from typing import Any, NamedTuple

import pytest

pytest.importorskip("scrump._native", reason="the compiled part is not built")

import scrump

VALUES: list[Any] = [
    None, True, False, 0, 1, -16, -17, 223, 224, 2**62, 2**63 - 1, -(2**63), 2**63, -(2**63) - 1, 2**200, -(2**200),
    1.5, 0.0, 1.0, float("inf"), "", "a", "äöü€😀", b"", b"\0\1\0", b"\1", (), (1, (2, [3])), (1, 2, [3]), [], [1, [2]],
    set(), {1, "a"}, frozenset(), frozenset({(1, 2), 3}), {}, {"a": [1], "b": {2: 3}}, [(None,)] * 3,
]  # fmt: skip


def test_each_value_is_a_state_of_its_own_and_comes_back_as_it_was():
    seen: list[Any] = []

    def successors(state: Any) -> list[Any]:
        if state == "start":
            return VALUES
        seen.append(state)
        return []

    found = scrump.explore(successors, "start")
    assert found.states == len(VALUES) + 1

    def described(values: list[Any]) -> list[tuple[str, Any]]:
        return [(type(value).__name__, value) for value in values]

    for each in described(VALUES):
        assert each in described(seen)


def test_equal_sets_and_dicts_are_the_same_state_in_whatever_order():
    numbers = [0, 8, 16, 24, 1, "a", "b"]  # of which some collide in a small table

    def successors(state: Any) -> list[Any]:
        if state != "start":
            return []
        orders = [random.Random(seed).sample(numbers, len(numbers)) for seed in range(20)]
        return [
            value
            for order in orders
            for value in (
                set(order),
                frozenset(order),
                {each: str(each) for each in order},
                [{each} for each in numbers],
            )
        ]

    assert scrump.explore(successors, "start").states == 1 + 4


def test_numbers_of_numpy_are_numbers_and_zeros_are_equal():
    np = pytest.importorskip("numpy")
    alike = [3, np.int64(3), np.uint8(3), np.int32(3)]
    assert scrump.explore(lambda state: alike if state == "start" else [], "start").states == 2
    for array in (np.array([1, 2]), np.array([1]), np.array(1)):
        with pytest.raises(scrump.UsageError, match="has a value of type 'ndarray'"):
            scrump.explore(lambda state: [], array)
    seen: list[Any] = []
    others = [np.float32(1.5), np.bool_(True), np.str_("a")]
    assert scrump.explore(lambda state: others if state == "start" else seen.append(state) or [], "start").states == 4
    assert sorted(map(repr, seen)) == ["'a'", "1.5", "True"]
    zeros = [0.0, -0.0, np.float64(0), float("nan"), -float("nan"), np.float64("nan")]
    assert scrump.explore(lambda state: zeros if state == "start" else [], "start").states == 3


class Place(NamedTuple):
    row: int
    column: int


def test_other_values_are_taken_apart_and_put_together():
    def steps(place: Place) -> list[Place]:
        return [Place(place.row + 1, place.column), Place(place.row, place.column + 1)] if sum(place) < 5 else []

    found = scrump.explore(
        steps, Place(0, 0), goal=lambda place: place.row == 2, encode=tuple, decode=lambda pair: Place(*pair)
    )
    assert found.path == [Place(0, 0), Place(1, 0), Place(2, 0)]
    assert all(isinstance(each, Place) for each in found.path)


class Colour(IntEnum):
    RED = 1


class Real(float):
    pass


class Index:
    def __index__(self) -> int:
        return 1


class Unshown:
    def __repr__(self) -> str:
        raise KeyError


class Word(str):
    pass


@pytest.mark.parametrize(
    "value",
    [
        object(),
        Place(1, 2),
        Colour.RED,
        Word("x"),
        Real(1),
        Index(),
        Unshown(),
        (1, [object()]),
        {1: {Place(0, 0): 1}},
        1j,
    ],
)
def test_values_that_would_not_come_back_are_refused(value: Any):
    with pytest.raises(scrump.UsageError, match=r"has a value of type .*; expected numbers.*encode= and decode="):
        scrump.explore(lambda state: [], value)
    with pytest.raises(scrump.UsageError, match="has a value of type"):
        scrump.explore(lambda state: [value], 0)


def test_values_without_end_and_long_ones_are_refused():
    endless: list[Any] = []
    endless.append(endless)
    with pytest.raises(RecursionError):
        scrump.explore(lambda state: [endless], 0)
    assert scrump.explore(lambda state: ["x" * 4092] if state == 0 else [], 0).states == 2
    with pytest.raises(scrump.UsageError, match="a state takes 4096 bytes; expected at most 4095"):
        scrump.explore(lambda state: ["x" * 4093], 0)


def test_halves_of_characters_are_texts():
    found = scrump.explore(lambda state: ["\ud800", "a\udcff"] if state == 0 else [], 0, goal=lambda s: s == "a\udcff")
    assert found.state == "a\udcff"
    assert found.to_dict()["steps"] == 1


def test_states_that_cannot_be_shown_are_found():
    hidden = Unshown()
    found = scrump.explore(
        lambda state: [hidden], 0, goal=lambda state: state is hidden, encode=lambda state: int(state is hidden),
        decode=lambda value: hidden if value else 0,
    )  # fmt: skip
    assert found.path[1] is hidden
    assert found.to_dict()["found_state"] == "<state_values_test.Unshown>"
