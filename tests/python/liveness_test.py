"""Formulas of linear temporal logic on models that are written in Python, against all short paths of small models."""

from __future__ import annotations

import os
import random
import signal
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import pytest

pytest.importorskip("scrump._native", reason="the compiled part is not built")

import scrump  # noqa: E402

Formula = tuple[Any, ...]
Model = dict[int, list[int]]


def text(formula: Formula) -> str:
    """As check_ltl() takes it."""
    name, *parts = formula
    if not parts:
        return str(name)
    if len(parts) == 1:
        return f"{name} ({text(parts[0])})"
    return f"({text(parts[0])}) {name} ({text(parts[1])})"


def truth(formula: Formula, word: list[set[str]], back: int) -> list[bool]:
    """Whether it holds at each place of a path whose last place is followed by the place `back`."""
    name, *parts = formula
    if not parts:
        return [name in letters for letters in word]
    size, values = len(word), [truth(each, word, back) for each in parts]
    following = [*range(1, size), back]
    one, other = values[0], values[-1]
    if name == "!":
        return [not each for each in one]
    if name == "&&":
        return [a and b for a, b in zip(one, other, strict=True)]
    if name == "->":
        return [not a or b for a, b in zip(one, other, strict=True)]
    if name == "X":
        return [one[each] for each in following]
    # The least solution for F and U, the greatest for G.
    found = [name == "G"] * size
    for _ in range(size + 1):
        for at in reversed(range(size)):
            later = found[following[at]]
            found[at] = {"G": one[at] and later, "F": one[at] or later, "U": other[at] or (one[at] and later)}[name]
    return found


def random_formula(choice: random.Random, size: int) -> Formula:
    if size <= 1:
        return (choice.choice(["p", "q", "step"]),)
    if size == 2 or choice.random() < 0.5:
        return (choice.choice("!XGF"), random_formula(choice, size - 1))
    left = choice.randrange(1, size - 1)
    return (choice.choice(["&&", "->", "U"]), random_formula(choice, left), random_formula(choice, size - 1 - left))


def random_model(choice: random.Random) -> tuple[Model, dict[int, set[str]]]:
    size = choice.randrange(2, 5)
    model = {state: choice.sample(range(size), choice.randrange(0, min(size, 3))) for state in range(size)}
    return model, {state: {each for each in "pq" if choice.random() < 0.5} for state in range(size)}


def is_large_step(one: int, following: int) -> bool:
    return following > one


def lassos(model: Model, longest: int) -> Iterator[tuple[list[int], int]]:
    """Paths from state 0 with the place to which the last state leads back."""
    stack = [[0]]
    while stack:
        path = stack.pop()
        successors = model[path[-1]] or [path[-1]]
        yield from ((path, back) for back, state in enumerate(path) if state in successors)
        if len(path) < longest:
            stack += [[*path, each] for each in successors]


def word_of(path: list[int], back: int, letters: dict[int, set[str]]) -> list[set[str]]:
    steps = pairwise([*path, path[back]])
    return [letters[one] | ({"step"} if is_large_step(one, next) else set()) for one, next in steps]


@pytest.mark.parametrize("workers", [1, 2])
def test_formulas_hold_where_all_short_paths_satisfy_them(workers: int) -> None:
    choice, counts = random.Random(workers), {True: 0, False: 0}
    for _ in range(150):
        model, letters = random_model(choice)
        formula = random_formula(choice, choice.randrange(2, 8))
        propositions = {name: lambda state, name=name: name in letters[state] for name in "pq"}
        found = scrump.check_ltl(
            model.__getitem__, 0, text(formula), propositions, steps={"step": is_large_step}, workers=workers
        )
        assert found.complete and found.holds is not None
        counts[found.holds] += 1
        if found.holds:
            assert found.counterexample is None
            for path, back in lassos(model, 6):
                assert truth(formula, word_of(path, back, letters), back)[0], (text(formula), path, back)
            continue
        assert found.counterexample is not None
        way, back = found.counterexample.path + found.counterexample.cycle, len(found.counterexample.path)
        assert way[0] == 0
        for one, following in pairwise([*way, way[back]]):
            assert following in (model[one] or [one])
        assert not truth(formula, word_of(way, back, letters), back)[0], text(formula)
    assert min(counts.values()) > 30


def clients(state: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """Two clients of a server: 0 is at rest, 1 waits, 2 is served."""
    one, other = state
    if one != 1 or other != 2:
        yield (one + 1) % 3, other
    if other != 1 or one != 2:
        yield one, (other + 1) % 3


def test_fairness_is_a_part_of_the_formula() -> None:
    states = {"waits": lambda state: state[1] == 1, "could": lambda state: state[1] == 1 and state[0] != 2}
    steps = {"served": lambda one, following: one[1] == 1 and following[1] == 2}
    found = scrump.check_ltl(clients, (0, 0), "G (waits -> F served)", states, steps=steps)
    assert found.holds is False and found.counterexample is not None
    assert all(state[1] == 1 for state in found.counterexample.cycle)
    weak = "(F G could -> G F served) -> G (waits -> F served)"
    strong = "(G F could -> G F served) -> G (waits -> F served)"
    assert scrump.check_ltl(clients, (0, 0), weak, states, steps=steps).holds is False
    fair = scrump.check_ltl(clients, (0, 0), strong, states, steps=steps)
    assert fair.holds is True and fair.states == 8 and "holds       yes" in str(fair)


def test_the_result_says_what_was_found() -> None:
    found = scrump.check_ltl(lambda state: [state + 1] if state < 5 else [], 3, "G low", {"low": lambda n: n < 5}, more=[0])
    assert (found.states, found.deadlocks) == (6, 1) and found.counterexample is not None
    assert found.counterexample.path[:2] == [3, 4] and found.counterexample.cycle == [5]
    shown = found.to_dict()
    assert (shown["holds"], shown["status"], shown["path"][:2], shown["cycle"]) == (False, "complete", ["3", "4"], ["5"])
    assert shown["instance"]["formula"] == "G low"
    assert f"violated    after {len(shown['path'])} states, a cycle of 1 from 5" in str(found)
    with pytest.raises(TypeError, match="has no truth value: holds says"):
        bool(found)
    placed = scrump.check_ltl(
        lambda place: [type(place)(place.imag, place.real)], 1j, "G F up", {"up": lambda place: place.imag == 1},
        encode=lambda place: (place.real, place.imag), decode=lambda pair: complex(*pair),
    )  # fmt: skip
    assert placed.holds is True and placed.states == 2


def endless(state: int) -> list[int]:
    return [state + 1]


def even(state: int) -> bool:
    return state % 2 == 0


def test_a_limit_leaves_the_answer_open() -> None:
    found = scrump.check_ltl(endless, 0, "G F even", {"even": even}, state_limit=500)
    assert (found.status, found.holds, found.counterexample) == ("state-limit", None, None)
    assert found.to_dict()["stopped_by"] == "state-limit" and "holds       not known" in str(found)


def test_ctrl_c_gives_what_is_known(interruptible: None) -> None:
    def successors(state: int) -> list[int]:
        if state == 1000:
            os.kill(os.getpid(), signal.SIGINT)
        return endless(state)

    with pytest.raises(scrump.Interrupted) as raised:
        scrump.check_ltl(successors, 0, "G F even", {"even": even}, progress_interval=0.001)
    found = raised.value.result
    assert isinstance(found, scrump.CheckedFormula)
    assert (found.status, found.holds) == ("cancelled", None) and found.states > 1000


def test_progress_is_told_and_its_exception_ends_the_check() -> None:
    seen: list[int] = []

    def watch(now: scrump.LtlProgress) -> None:
        assert now.seconds >= 0 and now.states >= 0 and now.pairs >= 0 and now.searches >= 0
        seen.append(now.level)
        if now.level > 50:
            raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        scrump.check_ltl(endless, 0, "G F even", {"even": even}, progress=watch, progress_interval=0.001)
    assert seen == sorted(seen)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((3, 0, "G p"), "successors=3; expected a function"),
        ((endless, 0, 3), "formula=3; expected a text"),
        ((endless, 0, "G ("), "G \\("),
        ((endless, 0, "G p", {"p": 3}), "propositions=.*; expected functions by their names"),
    ],
)
def test_wrong_arguments_are_named(arguments: tuple[Any, ...], message: str) -> None:
    check: Callable[..., Any] = scrump.check_ltl
    with pytest.raises(scrump.UsageError, match=message):
        check(*arguments)
    with pytest.raises(scrump.Error, match="mentions 'q', which is not a proposition"):
        check(endless, 0, "G q", {"p": even})
    with pytest.raises(ZeroDivisionError):
        check(endless, 0, "G p", {"p": lambda state: 1 // (state - 5)})
