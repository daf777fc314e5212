"""Decision diagrams that live between calls, with named variables and expressions as text."""

from __future__ import annotations

import multiprocessing
import os
import random
import re
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import pytest

pytest.importorskip("scrump._native", reason="the compiled part is not built")

import scrump
from scrump import UsageError
from scrump.expressions import is_name

NAMES = ("a", "b", "c", "d")
ASSIGNMENTS = [dict(zip(NAMES, values, strict=True)) for values in product((False, True), repeat=4)]


@pytest.fixture(params=[1, 2])
def manager(request: pytest.FixtureRequest) -> Iterator[scrump.DiagramManager]:
    with scrump.DiagramManager(*NAMES, workers=request.param) as made:
        yield made


def table(function: scrump.NamedBdd) -> list[bool]:
    return [function(each) for each in ASSIGNMENTS]


# An expression, and what Python says it is.
EXPRESSIONS = {
    "a & ~b | c": "a and not b or c",
    "a && !b || c": "a and not b or c",
    r"a /\ ~b \/ c": "a and not b or c",
    "a ^ b & c": "a != (b and c)",
    "a ^ b ^ c": "(a != b) != c",
    "(a ^ b) | c": "(a != b) or c",
    "~a & b": "(not a) and b",
    "~(a & b)": "not (a and b)",
    "~~a": "a",
    "a | b => c & d": "not (a or b) or (c and d)",
    "a -> (b -> c)": "not a or not b or c",
    "a <=> b => c": "a == (not b or c)",
    "a <-> b <-> c": "(a == b) == c",
    "ite(a, b | c, d)": "(b or c) if a else d",
    "TRUE & a": "a",
    "false | a": "a",
    "0 | 1 & a": "a",
    r"\E a: a & b": "b",
    r"\A a: a | b": "b",
    r"\E a, c: a & b & ~c": "b",
    r"d & \E a: a ^ b | FALSE": None,
    r"d & \E a: (a ^ b) & c": "d and c",
    r"(\A a: a => b) & c": "b and c",
    "a": "a",
    "  a\n &\tb ": "a and b",
}


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_expressions(manager: scrump.DiagramManager, expression: str) -> None:
    python = EXPRESSIONS[expression]
    if python is None:
        with pytest.raises(UsageError, match="two meanings"):
            manager.add_expr(expression)
        return
    function = manager.add_expr(expression)
    assert table(function) == [bool(eval(python, {}, each)) for each in ASSIGNMENTS]


def test_operations_agree_with_truth_tables(manager: scrump.DiagramManager) -> None:
    choose = random.Random(3)
    known = [(manager.var(name), [each[name] for each in ASSIGNMENTS]) for name in NAMES]
    for _ in range(60):
        (f, of_f), (g, of_g), (h, of_h) = (choose.choice(known) for _ in range(3))
        both = list(zip(of_f, of_g, of_h, strict=True))
        made = [
            (f & g, [x and y for x, y, _ in both]),
            (f | g, [x or y for x, y, _ in both]),
            (f ^ g, [x != y for x, y, _ in both]),
            (~f, [not x for x, _, _ in both]),
            (f.implies(g), [not x or y for x, y, _ in both]),
            (f.ite(g, h), [y if x else z for x, y, z in both]),
        ]
        known += [choose.choice(made)]
        function, values = known[-1]
        assert table(function) == values
        assert function.count(NAMES) == sum(values)
        found = [each for each, value in zip(ASSIGNMENTS, values, strict=True) if value]
        assert list(function.each(NAMES)) == found
        assert function.pick(NAMES) == (found[0] if found else None)
        for other, its in known:
            assert (function == other) == (values == its)
            assert (function != other) == (values != its)


def test_names(manager: scrump.DiagramManager) -> None:
    f = manager.add_expr("a & ~c")
    assert f.support() == ["a", "c"]
    assert (f.count(), f.count(["a", "c", "d"]), f.nodes(), f.variable()) == (1, 2, 2, "a")
    assert f.pick() == {"a": True, "c": False}
    assert list(f.each(["a", "b", "c"])) == [{"a": True, "b": value, "c": False} for value in (False, True)]
    assert f.high() == ~manager.var("c")
    assert f.low().is_false()
    assert f.exists(["a", "c"]).is_true()
    assert f.for_all("a").is_false()
    assert f.and_exists(manager.var("b"), "a") == manager.add_expr("~c & b")
    assert f.let(c=manager.var("d"), a="b") == manager.add_expr("b & ~d")
    assert f.let(a="c", c="a") == manager.add_expr("c & ~a")  # all at once
    assert f.let(c=False) == manager.var("a")
    assert manager.cube({"a": True, "c": False}) == f
    assert manager.cube(["d", "b"]) == manager.add_expr("b & d")
    assert manager.nodes([f, manager.var("c")]) == 2
    assert '"f" [shape=plaintext]' in manager.dot({"f": f})
    assert '"f0" [shape=plaintext]' in manager.dot([f])
    assert '[label="2"]' in manager.dot([f])
    manager.declare("e", "a")
    assert manager.names == [*NAMES, "e"]
    assert manager.add_expr("a & ~c") == f  # "a" is where it was
    assert manager.add_expr("a & e").count() == 1
    assert manager.statistics().nodes > 0
    manager.collect()
    assert f.is_true() is False
    assert repr(f) == "<a function of a, c, 2 nodes>"
    assert repr(manager.yes()) == "<a function of nothing, 0 nodes>"


def test_programs_for_all_else(manager: scrump.DiagramManager) -> None:
    def program(diagrams: scrump.Diagrams, states: scrump.Bdd) -> scrump.Bdd:
        step = ~diagrams.variable(0) & diagrams.variable(1)
        return diagrams.successors(states, scrump.TransitionRelation(step, [0]))

    assert manager.run(program, manager.add_expr("~a")) == manager.add_expr("a")
    assert manager.run(lambda diagrams: 3) == 3
    with pytest.raises(ZeroDivisionError):
        manager.run(lambda diagrams: 1 / 0)
    assert manager.var("a").count() == 1  # and goes on


@pytest.mark.parametrize(
    ("expression", "says"),
    [
        ("", "column 1: the end; expected a variable"),
        ("a &", "column 4: the end; expected a variable"),
        ("(a | b", "column 7: the end; expected ')'"),
        ("a b", "column 3: 'b'; expected an operator, or the end"),
        ("a $ b", "column 3: '$'; expected an operator or a variable"),
        ("a and b", "column 3: 'and'; expected '&' instead of it"),
        ("not a", "column 1: 'not'; expected '~' instead of it"),
        ("a ^ b | c", "column 7: '|'; expected parentheses"),
        ("a | b ^ c", "column 7: '^'; expected parentheses"),
        ("a => b => c", "column 8: '=>'; expected parentheses"),
        (r"\E a & b", "column 6: '&'; expected ':' behind the variables"),
        ("ite(a, b)", "column 9: ')'; expected ','"),
        ("a & aa", "there is no variable 'aa'; did you mean 'a'?"),
        (r"\E z: a", "there is no variable 'z'; expected one that was declared"),
        ("(" * 100_000 + "a" + ")" * 100_000, "nested too deeply"),
    ],
)
def test_what_is_not_an_expression(manager: scrump.DiagramManager, expression: str, says: str) -> None:
    with pytest.raises(UsageError, match=re.escape(says)):
        manager.add_expr(expression)
    assert manager.add_expr("a | ~a").is_true()


def test_what_is_refused(manager: scrump.DiagramManager) -> None:
    f = manager.var("a")
    with scrump.DiagramManager("a") as other, pytest.raises(UsageError, match="functions of two managers"):
        f & other.var("a")
    for wrong in ("1a", "", "a b", "TRUE", "ite", "and", 3):
        with pytest.raises(UsageError, match="cannot be the name of a variable"):
            manager.declare(wrong)  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="depends on 'a', which has no value"):
        f(b=True)
    with pytest.raises(UsageError, match="there is no variable 'z'"):
        f(z=True)
    with pytest.raises(TypeError, match="no truth value"):
        bool(f)
    with pytest.raises(TypeError):
        hash(f)
    with pytest.raises(TypeError):
        f & 1
    with pytest.raises(UsageError, match="depends on variable 0"):
        f.count(["b"])
    with pytest.raises(TypeError, match="no option 'worker': did you mean 'workers'"):
        scrump.DiagramManager("a", worker=2)  # type: ignore[call-arg]
    assert all(map(is_name, ["a", "_x", "x1.y", "x'", "größe"]))


def test_a_closed_manager_cannot_be_used() -> None:
    manager = scrump.DiagramManager("a")
    f = manager.var("a")
    assert "ended" not in repr(manager)
    manager.close()
    manager.close()
    for use in (lambda: ~f, lambda: manager.var("a"), lambda: f.count(), lambda: f == f):
        with pytest.raises(UsageError, match="the manager of these functions has ended: it was closed"):
            use()
    assert repr(manager) == "<diagrams of 1 variables, ended: it was closed>"
    assert repr(f) == "<a function of a manager that has ended>"


@pytest.mark.parametrize("fails", [False, True])
def test_what_shows_progress_is_closed_with_the_manager(fails: bool) -> None:
    class Shown:
        calls = closed = 0

        def __call__(self, now: scrump.DiagramProgress) -> None:
            self.calls += 1
            seen.set()
            if fails:
                raise LookupError("no data here")

        def close(self) -> None:
            self.closed += 1

    seen = threading.Event()
    shown = Shown()
    with scrump.DiagramManager("a", progress=shown, progress_interval=0.001) as manager:
        seen.wait()
        assert fails or manager.var("a").count() == 1
    assert shown.calls > 0
    assert shown.closed == 1


def test_closing_stops_an_operation() -> None:
    """One that would take far longer than anyone waits."""
    size = 40
    begun = threading.Event()
    manager = scrump.DiagramManager(
        *(f"x{place}" for place in range(2 * size)),
        workers=1,
        buckets=2**12,
        progress=lambda now: begun.set() if now.nodes > 1000 else None,
        progress_interval=0.001,
    )
    ended: list[BaseException] = []

    def multiply() -> None:
        # The order in which equality has a node for each subset.
        pairs = " & ".join(f"(x{place} <=> x{size + place})" for place in range(size))
        try:
            manager.add_expr(pairs)
        except Exception as error:
            ended.append(error)

    thread = threading.Thread(target=multiply)
    thread.start()
    begun.wait()
    manager.close()
    thread.join()
    assert len(ended) == 1
    assert "ended" in str(ended[0]) or "ends" in str(ended[0])


def test_threads_share_a_manager() -> None:
    with scrump.DiagramManager(*NAMES, workers=2) as manager:
        found: list[int] = []

        def work(seed: int) -> None:
            f = manager.no()
            for each in random.Random(seed).choices(ASSIGNMENTS, k=12):
                f = f | manager.cube(each)
            found.append(f.count(NAMES) - len({tuple(each.values()) for each in f.each(NAMES)}))

        threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert found == [0] * 4


def test_searches_and_programs_run_beside_it(manager: scrump.DiagramManager) -> None:
    f = manager.add_expr("a | b")
    assert scrump.max_clique([(0, 1)]).objective == 2
    assert scrump.run_diagrams(lambda diagrams: diagrams.count(diagrams.variable(0), [0])).value == 1
    assert f.count() == 3


def test_functions_keep_their_manager() -> None:
    f = scrump.DiagramManager("a", "b").add_expr("a & b")
    assert f.count() == 1
    engine = f.manager._engine
    del f
    engine._thread.join()
    assert engine.ended == "it was closed"


def _use(f: scrump.NamedBdd) -> None:
    try:
        f.count()
    except UsageError as error:
        os._exit(3 if "another one" in str(error) else 4)
    os._exit(5)


@pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="needs fork")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_process_that_was_forked_is_refused() -> None:
    with scrump.DiagramManager("a") as manager:
        f = manager.var("a")
        child = multiprocessing.get_context("fork").Process(target=_use, args=(f,))
        child.start()
        child.join()
        assert child.exitcode == 3
        assert f.count() == 1


def test_a_program_ends_though_its_manager_is_open() -> None:
    program = """
import atexit
atexit.register(lambda: print(manager))  # after what is registered later

import scrump
manager = scrump.DiagramManager("a", "b")
print(manager.add_expr("a & b").count())
"""
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=600)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout == "1\n<diagrams of 2 variables, ended: it was closed>\n"


def test_it_lives_between_the_cells_of_a_notebook(run_notebook: Callable[[Any], None]) -> None:
    nbformat = pytest.importorskip("nbformat")
    cells = [
        "import scrump\nmanager = scrump.DiagramManager('a', 'b', 'c')\nf = manager.add_expr('a & ~b | c')\nf",
        "f.count()",
        "manager.close()",
    ]
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(each) for each in cells])
    run_notebook(notebook)
    outputs = [each for cell in notebook.cells for each in cell.outputs]
    shown = [each["data"]["text/plain"] for each in outputs if each["output_type"] == "execute_result"]
    assert shown == ["<a function of a, b, c, 3 nodes>", "5"]
