"""Functions of truth values as decision diagrams, in Python."""

from __future__ import annotations

import gc
import operator
import os
import random
import signal
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from functools import reduce
from itertools import product
from typing import Any

import pytest

pytest.importorskip("scrump._native", reason="the compiled part is not built")

import scrump

VARIABLES = 4
ROWS = list(product((False, True), repeat=VARIABLES))
HOW = ({"workers": 1}, {"workers": 2}, {"workers": 1, "localities": 2})

Table = tuple[bool, ...]  # a function's value for each row


def run(program: Callable[[scrump.Diagrams], Any], **how: Any) -> Any:
    found = scrump.run_diagrams(program, **how)
    assert (found.status, found.complete) == ("complete", True)
    return found.value


def made(diagrams: scrump.Diagrams, table: Table, at: int = 0) -> scrump.Bdd:
    """The function of a table."""
    if len(table) == 1:
        return diagrams.yes() if table[0] else diagrams.no()
    half = len(table) // 2
    low, high = made(diagrams, table[:half], at + 1), made(diagrams, table[half:], at + 1)
    return diagrams.variable(at).ite(high, low)


def table_of(function: scrump.Bdd) -> Table:
    return tuple(function(row) for row in ROWS)


def of_rows(value: Callable[[list[bool]], bool]) -> Table:
    return tuple(value(list(row)) for row in ROWS)


def with_value(row: list[bool], variable: int, value: bool) -> int:
    changed = [value if place == variable else each for place, each in enumerate(row)]
    return ROWS.index(tuple(changed))


@pytest.mark.parametrize("how", HOW)
def test_operations_are_those_of_truth_tables(how: dict[str, int]) -> None:
    def program(diagrams: scrump.Diagrams) -> int:
        chance = random.Random(1)
        for _ in range(40):
            f, g, h = (tuple(chance.random() < 0.5 for _ in ROWS) for _ in range(3))
            a, b, c = (made(diagrams, each) for each in (f, g, h))
            assert table_of(a) == f
            rows = range(len(ROWS))
            assert table_of(a & b) == tuple(f[row] and g[row] for row in rows)
            assert table_of(a | b) == tuple(f[row] or g[row] for row in rows)
            assert table_of(a ^ b) == tuple(f[row] != g[row] for row in rows)
            assert table_of(~a) == tuple(not f[row] for row in rows)
            assert table_of(a.implies(b)) == tuple(not f[row] or g[row] for row in rows)
            assert table_of(a.ite(b, c)) == tuple(g[row] if f[row] else h[row] for row in rows)
            assert (a == b) == (f == g)
            assert (a != b) == (f != g)
            assert a == made(diagrams, f)
            one = chance.randrange(VARIABLES)
            some = of_rows(lambda row, one=one, f=f: any(f[with_value(row, one, to)] for to in (False, True)))
            every = of_rows(lambda row, one=one, f=f: all(f[with_value(row, one, to)] for to in (False, True)))
            both = of_rows(
                lambda row, one=one, f=f, g=g: any(
                    f[with_value(row, one, to)] and g[with_value(row, one, to)] for to in (False, True)
                )
            )
            assert table_of(a.exists([one])) == some
            assert a.exists(diagrams.cube([one])) == a.exists((one,))
            assert table_of(a.for_all([one])) == every
            assert table_of(a.and_exists(b, [one])) == both
            replaced = of_rows(lambda row, one=one, f=f, g=g: f[with_value(row, one, g[ROWS.index(tuple(row))])])
            assert table_of(a.compose({one: b})) == replaced
            assert diagrams.count(a, range(VARIABLES)) == diagrams.count_roughly(a, range(VARIABLES)) == sum(f)
            assert [tuple(each.values()) for each in diagrams.each(a, range(VARIABLES))] == [
                row for row, value in zip(ROWS, f, strict=True) if value
            ]
            assert diagrams.pick(a, range(VARIABLES)) == next(iter(diagrams.each(a, range(VARIABLES))), None)
            support = [
                variable
                for variable in range(VARIABLES)
                if any(
                    f[with_value(list(row), variable, False)] != f[with_value(list(row), variable, True)]
                    for row in ROWS
                )
            ]
            assert a.support() == support
            assert a.nodes() == diagrams.nodes([a]) <= diagrams.nodes([a, b]) <= a.nodes() + b.nodes()
            assert (a.is_true(), a.is_false()) == (all(f), not any(f))
            if support:
                assert a.variable() == support[0]
                assert a.ite(a.high(), a.low()) is not None
                assert diagrams.node(a.variable(), a.low(), a.high()) == a
            assert all(a(dict(enumerate(row))) == value for row, value in zip(ROWS, f, strict=True))
        return 1

    assert run(program, **how) == 1


def test_what_another_package_says() -> None:
    autoref = pytest.importorskip("dd.autoref")
    names = [f"x{variable}" for variable in range(12)]
    other = autoref.BDD()
    other.declare(*names)

    def program(diagrams: scrump.Diagrams) -> None:
        chance = random.Random(2)
        pairs = [(diagrams.variable(variable), other.var(name)) for variable, name in enumerate(names)]
        for _ in range(300):
            (a, c), (b, d) = chance.choice(pairs), chance.choice(pairs)
            which = chance.randrange(5)
            if which == 0:
                pairs.append((a & b, c & d))
            elif which == 1:
                pairs.append((a | ~b, c | ~d))
            elif which == 2:
                pairs.append((a ^ b, other.apply("xor", c, d)))
            elif which == 3:
                variable = chance.randrange(12)
                pairs.append((a.exists([variable]), other.exist([names[variable]], c)))
            else:
                variable = chance.randrange(12)
                pairs.append((a.compose({variable: b}), other.let({names[variable]: d}, c)))
            mine, theirs = pairs[-1]
            assert diagrams.count(mine, range(12)) == other.count(theirs, nvars=12)
            assert {f"x{variable}" for variable in mine.support()} == other.support(theirs)

    run(program, workers=2)


def test_constants_and_quantities() -> None:
    def program(diagrams: scrump.Diagrams) -> None:
        yes, no = diagrams.yes(), diagrams.no()
        assert (yes.is_true(), no.is_false(), ~yes == no, yes.nodes()) == (True, True, True, 0)
        assert diagrams.count(yes, range(20_000)) == 2**20_000
        assert diagrams.count_roughly(yes, range(20_000)) == float("inf")
        assert diagrams.pick(no) is None
        assert (diagrams.pick(yes), list(diagrams.each(yes)), list(diagrams.each(no, [3]))) == ({}, [{}], [])
        a, b = diagrams.variables(5, 2)
        assert diagrams.pick(a & ~b) == {2: False, 5: True}
        assert diagrams.cube([5, 2, 5]) == (a & b)
        text = diagrams.dot([a & b], ["both"])
        assert text.startswith("digraph")
        assert '"both"' in text
        assert diagrams.statistics().nodes > 0
        diagrams.collect()
        assert (a & b) == diagrams.cube({2, 5})

    run(program)


def test_each_of_a_function_of_many_variables() -> None:
    many = range(2000)

    def program(diagrams: scrump.Diagrams) -> None:
        (one,) = diagrams.each(diagrams.cube(many))
        assert one == dict.fromkeys(many, True)
        first = next(iter(diagrams.each(diagrams.yes(), many)))
        assert first == dict.fromkeys(many, False)

    run(program)


def test_states_that_are_reached() -> None:
    def program(diagrams: scrump.Diagrams) -> int:
        bits = 6  # of a counter, the lowest first
        relations = []
        for bit in range(bits):
            step = ~diagrams.variable(2 * bit) & diagrams.variable(2 * bit + 1)
            for lower in range(bit):
                step &= diagrams.variable(2 * lower) & ~diagrams.variable(2 * lower + 1)
            relations.append(scrump.TransitionRelation(step, range(0, 2 * bit + 1, 2)))
        states = range(0, 2 * bits, 2)
        initial = diagrams.yes()
        for bit in states:
            initial &= ~diagrams.variable(bit)
        now, seen = initial, 1
        while not (after := diagrams.successors(now, relations)).is_false():
            back = [diagrams.predecessors(after, each) for each in relations]
            assert diagrams.predecessors(after, relations) == reduce(operator.or_, back, diagrams.no())
            assert any(not (each & now).is_false() for each in back)
            now, seen = after, seen + 1
            assert diagrams.count(now, states) == 1
        assert diagrams.successors(initial, relations[0]) == diagrams.successors(initial, relations[:1])
        assert diagrams.successors(initial, []).is_false()
        assert diagrams.count(diagrams.saturate(initial, relations), states) == seen
        return seen

    for how in HOW:
        assert run(program, **how) == 64


def use_all(a: Any, b: Any, both: Any, diagrams: Any, relation: Any) -> None:
    """Of a program that has ended."""
    assert repr(both) == "<a function of a program that has ended>"
    uses: list[Callable[[], Any]] = [
        lambda: a & b,
        lambda: ~a,
        lambda: a == b,
        lambda: a.nodes(),
        lambda: a([True]),
        lambda: a({0: True}),
        lambda: a.exists([0]),
        lambda: a.exists(b),
        lambda: a.compose({0: b}),
        lambda: a.is_true(),
        lambda: a.low(),
        lambda: diagrams.yes(),
        lambda: diagrams.variable(1),
        lambda: diagrams.count(a, [0]),
        lambda: diagrams.saturate(a, [relation]),
        lambda: diagrams.collect(),
        lambda: diagrams.statistics(),
        lambda: scrump.TransitionRelation(a, [0]),
    ]
    for use in uses:
        with pytest.raises(scrump.UsageError, match="has ended"):
            use()
    with pytest.raises(scrump.UsageError, match="of two programs"):
        run(lambda diagrams: diagrams.yes() & a)


def test_functions_end_with_their_program() -> None:
    kept: list[Any] = []

    def program(diagrams: scrump.Diagrams) -> None:
        a, b = diagrams.variables(0, 2)
        kept.extend([a, b, a & b, diagrams, scrump.TransitionRelation(a & diagrams.variable(1), [0])])

    run(program)
    use_all(*kept)
    kept.clear()
    gc.collect()
    assert run(lambda diagrams: diagrams.yes().is_true())


def test_functions_of_a_program_that_failed() -> None:
    kept = []

    def program(diagrams: scrump.Diagrams) -> None:
        kept.append(diagrams.variable(1))
        raise LookupError("that is enough")

    for how in HOW:
        with pytest.raises(LookupError, match="that is enough"):
            scrump.run_diagrams(program, **how)
    with pytest.raises(scrump.UsageError, match="has ended"):
        kept[0] & kept[0]


def test_what_is_let_go_is_collected() -> None:
    def program(diagrams: scrump.Diagrams) -> tuple[int, int]:
        chance = random.Random(3)
        for _ in range(20):
            f = made(diagrams, tuple(chance.random() < 0.5 for _ in range(2**9)))
        held = f.nodes()
        del f
        diagrams.collect()
        return held, diagrams.statistics().nodes

    held, left = run(program)
    assert held > 50
    assert left < 20


def test_other_threads_may_let_go_but_not_use() -> None:
    def program(diagrams: scrump.Diagrams) -> None:
        functions = [diagrams.variable(variable) for variable in range(100)]
        wrong: list[Exception] = []

        def other() -> None:
            try:
                functions[0] & functions[1]
            except scrump.UsageError as error:
                wrong.append(error)
            functions.clear()

        thread = threading.Thread(target=other)
        thread.start()
        thread.join()
        assert "thread" in str(wrong[0])
        assert diagrams.cube(range(100)).nodes() == 100

    run(program, workers=2)


def test_programs_and_searches_within_a_program() -> None:
    def program(diagrams: scrump.Diagrams) -> tuple[int, int]:
        a = diagrams.variable(0)
        within = scrump.run_diagrams(lambda others: others.count(others.variable(0), [0, 1])).value
        assert not a.is_true()
        return within, scrump.queens_count(6).objective

    assert run(program) == (2, 4)


def endless(diagrams: scrump.Diagrams) -> None:
    while True:
        diagrams.variable(1) & diagrams.variable(2)


def hard(diagrams: scrump.Diagrams, pairs: int = 40) -> None:
    """Each operation doubles the diagram."""
    f = diagrams.no()
    for pair in range(pairs):
        f |= diagrams.variable(pair) & diagrams.variable(pairs + pair)


@pytest.mark.parametrize("program", [endless, hard])
@pytest.mark.parametrize("how", HOW)
def test_a_limit_ends_it(program: Callable[[Any], None], how: dict[str, int]) -> None:
    found = scrump.run_diagrams(program, time_limit=0.2, **how)
    assert (found.status, found.complete, found.value) == ("time-limit", False, None)


def test_whoever_catches_everything_is_ended_too() -> None:
    def program(diagrams: scrump.Diagrams) -> int:
        for _ in range(3):
            with suppress(BaseException):
                endless(diagrams)
        return 1

    found = scrump.run_diagrams(program, time_limit=0.1)
    assert (found.status, found.value) == ("time-limit", None)


@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize("program", [endless, hard])
def test_ctrl_c_ends_it(program: Callable[[Any], None]) -> None:
    with pytest.raises(scrump.Interrupted) as raised:
        scrump.run_diagrams(
            program, progress=lambda now: os.kill(os.getpid(), signal.SIGINT), progress_interval=0.01, time_limit=60
        )
    assert (raised.value.result.status, raised.value.result.value) == ("cancelled", None)


def test_what_progress_raises_ends_it() -> None:
    def give_up(now: Any) -> None:
        raise LookupError(f"{now.buckets} buckets are enough")

    with pytest.raises(LookupError, match="are enough"):
        scrump.run_diagrams(endless, progress=give_up, progress_interval=0.01, time_limit=60)


def test_other_threads_run_during_an_operation() -> None:
    gate, ran = threading.Lock(), []

    def run_once() -> None:
        with gate:
            ran.append(threading.get_ident())

    def program(diagrams: scrump.Diagrams) -> bool:
        a, b = diagrams.no(), diagrams.no()
        for pair in range(12):
            both = diagrams.variable(pair) & diagrams.variable(12 + pair)
            a, b = a | both, b ^ both
        gate.acquire()
        other = threading.Thread(target=run_once)
        other.start()
        # From here on, only an operation lets another thread have Python's lock.
        sys.setswitchinterval(1000)
        gate.release()
        end = time.monotonic() + 60
        while not ran and time.monotonic() < end:
            a & b
        sys.setswitchinterval(0.005)
        other.join()
        return time.monotonic() < end

    assert run(program)
