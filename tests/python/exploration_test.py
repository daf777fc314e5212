"""State spaces of models that are written in Python, against what a few lines of Python find."""

from __future__ import annotations

import ast
import os
import pickle
import random
import re
import signal
import tempfile
from collections.abc import Callable, Iterable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("scrump._native", reason="the compiled part is not built")

import scrump

WAYS: list[dict[str, Any]] = [
    {},
    {"workers": 2, "localities": 2},
    {"order": "depth-first"},
    {"paths": False, "workers": 2},
    {"disk": tempfile.gettempdir(), "memory_limit": 400_000, "workers": 2},
]


def levels_of(successors: Callable[[Any], Iterable[Any]], *initial: Any) -> tuple[list[set[Any]], int]:
    """All states by their distance, and how many transitions there are."""
    seen: set[Any] = set(initial)
    levels, transitions = [seen.copy()], 0
    while levels[-1]:
        following = [each for state in levels[-1] for each in successors(state)]
        transitions += len(following)
        levels.append(set(following) - seen)
        seen |= levels[-1]
    return levels[:-1], transitions


def random_graph(seed: int) -> Callable[[int], list[int]]:
    def successors(state: int) -> list[int]:
        choice = random.Random(seed * 1000 + state)
        return [choice.randrange(-40, 300) for _ in range(choice.choice([0, 1, 2, 3]))]

    return successors


def board(state: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """The puzzle of two by three tiles."""
    at = state.index(0)
    for to in (at - 3, at + 3, at - 1 if at % 3 else -1, at + 1 if at % 3 < 2 else -1):
        if 0 <= to < 6:
            moved = list(state)
            moved[at], moved[to] = moved[to], 0
            yield tuple(moved)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("seed", range(5))
def test_states_are_those_that_python_finds(seed: int, way: dict[str, Any]):
    successors = random_graph(seed)
    levels, transitions = levels_of(successors, 0, 1, 0)
    found = scrump.explore(successors, 0, 1, 0, **way)
    assert (found.status, found.finding, found.proved) == ("complete", None, True)
    assert (found.states, found.transitions) == (sum(map(len, levels)), transitions)
    assert found.deadlocks == sum(not successors(state) for level in levels for state in level)
    if way.get("order") != "depth-first":
        assert found.levels == [len(level) for level in levels]


@pytest.mark.parametrize("way", [way for way in WAYS if way.get("paths", True)])
def test_ways_lead_from_state_to_state_and_are_shortest(way: dict[str, Any]):
    start, goal = (1, 2, 3, 4, 5, 0), (0, 5, 4, 3, 2, 1)
    levels, _ = levels_of(board, start)
    if not any(goal in level for level in levels):
        goal = (0, 5, 4, 3, 1, 2)
    found = scrump.explore(board, start, goal=lambda state: state == goal, **way)
    assert (found.finding, found.state, found.invariant) == ("goal", goal, None)
    assert found.path[0] == start
    for one, following in zip(found.path, found.path[1:], strict=False):
        assert following in board(one)
    if way.get("order") != "depth-first":
        assert goal in levels[len(found.path) - 1]


def exchange(seed: int) -> Callable[[tuple[int, ...]], Iterator[tuple[int, ...]]]:
    """Identical processes: the last number is shared, the others are the places of each."""
    choice = random.Random(seed)
    rules = {(0, shared): (choice.randrange(1, 4), choice.randrange(3)) for shared in range(3)}
    rules |= {(choice.randrange(4), choice.randrange(3)): (choice.randrange(4), choice.randrange(3)) for _ in range(6)}

    def successors(state: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        for process, place in enumerate(state[:-1]):
            if rule := rules.get((place, state[-1])):
                yield (*state[:process], rule[0], *state[process + 1 : -1], rule[1])

    return successors


def in_order(state: tuple[int, ...]) -> tuple[int, ...]:
    return (*sorted(state[:-1]), state[-1])


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("seed", range(4))
def test_of_states_that_are_alike_one_is_visited(seed: int, way: dict[str, Any]) -> None:
    successors, start = exchange(seed), (1, 0, 0, 0, 0)
    levels, _ = levels_of(successors, start)
    orbits = [{in_order(state) for state in level} for level in levels]
    found = scrump.explore(successors, start, canonical=in_order, **way)
    assert found.representatives and found.proved
    assert "representatives" in str(found) and found.to_dict()["representatives"] is True
    assert found.states == len(set().union(*orbits)) < sum(map(len, levels))
    assert found.transitions == sum(len([*successors(state)]) for state in set().union(*orbits))
    assert not scrump.explore(successors, start, **way).representatives

    last = in_order(min(levels[-1]))
    goal = scrump.explore(successors, start, goal=lambda state: in_order(state) == last, canonical=in_order, **way)
    assert in_order(goal.state) == last
    if way.get("paths", True):
        assert goal.path[0] == start
        for one, following in zip(goal.path, goal.path[1:], strict=False):
            assert following in successors(one)
    if way.get("order") != "depth-first" and way.get("paths", True):
        assert len(goal.path) - 1 == next(level for level, states in enumerate(orbits) if last in states)


def test_a_representative_has_to_be_its_own() -> None:
    with pytest.raises(scrump.UsageError, match="canonical.canonical.state.. == canonical.state."):
        scrump.explore(exchange(0), (0, 1, 0), canonical=lambda state: (state[1], state[0], state[2]))
    with pytest.raises(scrump.UsageError, match="canonical=3; expected a function"):
        scrump.explore(exchange(0), (0, 1, 0), canonical=3)  # type: ignore[arg-type]
    with pytest.raises(ZeroDivisionError):
        scrump.explore(exchange(0), (0, 1, 0), canonical=lambda state: state if state[0] else 1 // 0)


def test_the_state_graph_is_read_by_networkx(tmp_path: Path) -> None:
    networkx = pytest.importorskip("networkx")
    texts = ['say "a<b"', "&", "\\n", "<x>", "é\n"]

    def successors(state: str) -> list[str]:
        at = texts.index(state)
        return [texts[at + 1], texts[at + 1], texts[at // 2]] if at < 4 else []

    file = tmp_path / "graph.graphml"
    found = scrump.explore(successors, texts[0], invariants={"no <": lambda state: state != "<x>"}, graph=file)
    whole = scrump.explore(successors, texts[0])
    read = networkx.read_graphml(file)
    assert (read.number_of_nodes(), read.number_of_edges()) == (whole.states, whole.transitions) == (5, 12)
    assert sorted(dict(read.nodes(data="label")).values()) == sorted(map(repr, texts))
    label = {node: text for node, text in read.nodes(data="label")}
    marked = {mark: [label[node] for node, value in read.nodes(data=mark) if value] for mark in ("initial", "deadlock")}
    assert marked == {"initial": [repr(texts[0])], "deadlock": [repr(texts[4])]}
    assert [label[node] for node, name in read.nodes(data="violated") if name] == [repr("<x>")]
    assert found.finding == "violation"
    steps = sorted((label[one], label[other]) for one, other in read.edges())
    assert steps == sorted((repr(state), repr(next)) for state in texts for next in successors(state))


STATE = re.compile(r'  (\d+) \[label="((?:[^"\\]|\\.)*)"([^]]*)\];')
STEP = re.compile(r"  (\d+) -> (\d+);")


@pytest.mark.parametrize("ending", ["dot", "gv"])
def test_the_state_graph_is_written_in_dot(ending: str, tmp_path: Path) -> None:
    successors, start = exchange(1), (0, 0, 0)
    file = tmp_path / f"graph.{ending}"
    found = scrump.explore(successors, start, graph=str(file), order="depth-first")
    first, *lines, last = file.read_text().splitlines()
    assert (first, last) == ("digraph states {", "}")
    states = [read for line in lines if (read := STATE.fullmatch(line))]
    steps = [read for line in lines if (read := STEP.fullmatch(line))]
    assert (len(states), len(steps)) == (found.states, found.transitions)
    assert len(states) + len(steps) == len(lines)
    text = {number: ast.literal_eval(label) for number, label, _ in (state.groups() for state in states)}
    assert sorted((text[one], text[other]) for one, other in (step.groups() for step in steps)) == sorted(
        (state, next) for state in text.values() for next in successors(state)
    )
    assert sum("deadlock=true" in state[3] for state in states) == found.deadlocks


@pytest.mark.parametrize(
    ("limit", "status"), [({"state_limit": 30}, "state-limit"), ({"time_limit": 0.2}, "time-limit")]
)
def test_limits_of_an_exploration_hold_for_its_graph(limit: dict[str, Any], status: str, tmp_path: Path) -> None:
    file = tmp_path / "graph.dot"
    found = scrump.explore(lambda state: [state + 1], 0, graph=file, graph_limit=10**12, **limit)
    assert found.graph_status == found.status == status
    assert found.to_dict()["graph"] == {"file": str(file), "stopped_by": status}
    assert f"not written: {status}" in str(found)
    assert not file.exists()
    assert scrump.explore(lambda state: [], 0).graph_status is None


def test_a_graph_beyond_its_limit_is_not_written(tmp_path: Path) -> None:
    file = tmp_path / "graph.dot"
    with pytest.raises(scrump.Error, match="more than 20 states: raise its limit"):
        scrump.explore(lambda state: [state + 1] if state < 20 else [], 0, graph=file, graph_limit=20)
    with pytest.raises(scrump.UsageError, match="expected .dot, .gv or .graphml"):
        scrump.explore(lambda state: [], 0, graph=tmp_path / "graph.png")
    with pytest.raises(scrump.UsageError, match="graph_limit=0"):
        scrump.explore(lambda state: [], 0, graph=file, graph_limit=0)
    assert [*tmp_path.iterdir()] == []
    found = scrump.explore(lambda state: [state + 1] if state < 20 else [], 0, graph=file, graph_limit=21)
    assert found.graph_status == found.status == "complete"
    assert found.to_dict()["graph"] == {"file": str(file), "states": 21, "transitions": 20}
    assert file.exists()


def test_without_paths_the_state_alone_is_told():
    found = scrump.explore(lambda state: [state + 1], 0, goal=lambda state: state == 50, paths=False)
    assert found.path == [50]


def test_what_does_not_hold_is_named_and_deadlocks_are_found():
    def counter(state: int) -> list[int]:
        return [state + 1] if state < 20 else []

    found = scrump.explore(counter, 0, invariants={"low": lambda state: state < 30, "even lower": lambda s: s < 7})
    assert (found.finding, found.invariant, found.state) == ("violation", "even lower", 7)
    assert str(found).startswith("found       violation of even lower, after 7 steps: 7")
    found = scrump.explore(counter, 0, no_deadlocks=True)
    assert (found.finding, found.path) == ("deadlock", list(range(21)))
    assert scrump.explore(counter, 0, invariants={"low": lambda state: state < 30}).finding is None


# --- Errors

FAILING: list[dict[str, Any]] = [
    {"goal": lambda state: 1 / 0},
    {"invariants": {"it": lambda state: 1 / 0}},
    {"encode": lambda state: 1 / 0, "decode": lambda value: value},
    {"encode": lambda state: state, "decode": lambda value: 1 / 0},
]


@pytest.mark.parametrize("how", FAILING)
@pytest.mark.parametrize("way", WAYS)
def test_what_functions_raise_is_raised(how: dict[str, Any], way: dict[str, Any]):
    with pytest.raises(ZeroDivisionError):
        scrump.explore(lambda state: [state + 1], 0, **how, **way)


def test_what_successors_raises_is_raised():
    with pytest.raises(ZeroDivisionError):
        scrump.explore(lambda state: [1 / state], 0)
    with pytest.raises(TypeError, match="'int' object is not iterable"):
        scrump.explore(lambda state: state, 0)

    def late(state: int) -> Iterator[int]:
        yield state + 1
        raise KeyError(state)

    with pytest.raises(KeyError):
        scrump.explore(late, 0)


def nothing(state: Any) -> list[Any]:
    return []


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ({"goal": 3}, "goal=3; expected a function"),
        ({"encode": tuple}, "encode= and decode= belong together"),
        ({"invariants": [nothing]}, "expected functions by their names"),
        ({"invariants": {"a": 3}}, "expected functions by their names"),
        ({"invariants": {"": nothing}}, "expected functions by their names"),
        ({"order": "sideways"}, "no order is called 'sideways'"),
        ({"order": 3}, "order=3; expected a name"),
        ({"storage": "none"}, "'none'"),
        ({"policy": "none"}, "none"),
        ({"levels": -1}, "levels=-1"),
        ({"levels": 3, "order": "depth-first"}, "levels= is for order="),
        ({"state_limit": 0}, "state_limit=0"),
        ({"time_limit": 0}, "time_limit=0"),
        ({"localities": 0}, "localities=0"),
        ({"workers": 5000}, "workers=5000"),
        ({"checkpoint": ""}, "checkpoint=''"),
        ({"resume": "a\0b"}, "resume="),
        ({"checkpoint_every": 0, "checkpoint": "x"}, "checkpoint_every=0"),
        ({"checkpoint": "x", "paths": False}, "checkpoints need breadth-first"),
        ({"progress": 3}, "progress=3"),
    ],
)
def test_options_that_mean_nothing_are_refused(how: dict[str, Any], message: str):
    with pytest.raises(scrump.UsageError) as raised:
        scrump.explore(nothing, 0, **how)
    assert message in str(raised.value)


def test_what_is_no_function_and_no_option_is_refused():
    with pytest.raises(scrump.UsageError, match="successors=3; expected a function"):
        scrump.explore(3, 0)  # type: ignore[arg-type,var-annotated]
    with pytest.raises(TypeError, match="did you mean 'levels'"):
        scrump.explore(nothing, 0, levle=3)  # type: ignore[call-arg]
    with pytest.raises(scrump.Error, match="nowhere"):
        scrump.explore(nothing, 0, resume="/nowhere/states")


# --- Limits


def tree(state: int) -> tuple[int, int]:
    return 2 * state + 1, 2 * state + 2


def test_limits_stop_it():
    assert scrump.explore(tree, 0, levels=6).levels == [1, 2, 4, 8, 16, 32, 64]
    stopped = scrump.explore(tree, 0, state_limit=1000)
    assert (stopped.status, stopped.complete, stopped.proved) == ("state-limit", False, False)
    assert 1000 <= stopped.states < 3000
    assert scrump.explore(tree, 0, time_limit=timedelta(milliseconds=20)).status == "time-limit"
    assert scrump.explore(tree, 0, memory_limit=2**20).status == "memory-limit"


def test_a_stopped_exploration_goes_on_from_where_it_was(tmp_path: Path):
    file = tmp_path / "states"
    stopped = scrump.explore(tree, 0, state_limit=1000, checkpoint=file)
    assert (stopped.checkpoints, stopped.checkpoint_error) == (1, "")
    found = scrump.explore(tree, 0, resume=file, levels=11, workers=2, localities=2)
    assert found.levels == [2**level for level in range(12)]
    assert found.transitions == found.states - 1
    with pytest.raises(scrump.Error, match="is of 'tree', not of 'nothing'"):
        scrump.explore(nothing, 0, resume=file)
    with pytest.raises(scrump.Error, match="exists already"):
        scrump.explore(tree, 0, checkpoint=file)


def test_a_checkpoint_that_cannot_be_written_is_a_warning(tmp_path: Path):
    (tmp_path / "gone").mkdir()

    def successors(state: int) -> tuple[int, int]:
        if state == 100:
            (tmp_path / "gone").rmdir()
        return tree(state)

    with pytest.warns(RuntimeWarning, match="cannot be written"):
        found = scrump.explore(successors, 0, state_limit=1000, checkpoint=tmp_path / "gone/states")
    assert (found.status, found.checkpoints) == ("state-limit", 0)
    assert "cannot be written" in found.checkpoint_error


def test_states_lie_on_disk(tmp_path: Path) -> None:
    found = scrump.explore(
        lambda state: [2 * state % 9_973, (state + 1) % 9_973], 0, disk=tmp_path, memory_limit=200 << 10
    )
    assert (found.states, found.proved) == (9_973, True)
    assert found.disk_bytes >= 8 * found.states
    assert found.to_dict()["disk"]["bytes"] == found.disk_bytes
    assert not [*tmp_path.iterdir()]
    with pytest.raises(scrump.Error, match="no folder can be made there"):
        scrump.explore(lambda state: [state], 0, disk=tmp_path / "none")
    with pytest.raises(scrump.UsageError, match="depth-first|breadth-first order"):
        scrump.explore(lambda state: [state], 0, disk=tmp_path, order="depth-first")


def test_ctrl_c_gives_what_is_known(interruptible: None):
    def successors(state: int) -> tuple[int, int]:
        if state == 1000:
            os.kill(os.getpid(), signal.SIGINT)
        return tree(state)

    with pytest.raises(scrump.Interrupted) as raised:
        scrump.explore(successors, 0)
    assert raised.value.result.status == "cancelled"
    assert raised.value.result.states > 1000


def test_progress_is_told_and_what_it_raises_is_raised(capsys: pytest.CaptureFixture[str]):
    told: list[tuple[float, int, int, int, float, float]] = []

    def tell(now: scrump.ExplorationProgress) -> None:
        told.append((now.seconds, now.states, now.waiting, now.level, now.states_per_second, now.busy))
        if len(told) == 3:
            raise KeyError("enough")

    with pytest.raises(KeyError, match="enough"):
        scrump.explore(tree, 0, progress=tell, progress_interval=0.001)
    assert [each[1] for each in told] == sorted(each[1] for each in told)
    assert all(0 <= busy <= 1 and waiting <= states for _, states, waiting, _, _, busy in told)
    scrump.explore(tree, 0, progress=True, progress_interval=0.001, time_limit=0.5)
    assert " states, " in capsys.readouterr().err


def test_hashes_and_bits_prove_nothing():
    for storage in ("hash-compaction", "bit-state"):
        found = scrump.explore(random_graph(1), 0, storage=storage)
        assert (found.complete, found.all_expanded, found.proved) == (True, True, False)
        assert found.expected_missed > 0


# --- Results


def test_results_are_values_and_have_json_and_a_page():
    found = scrump.explore(random_graph(2), 0)
    assert pickle.loads(pickle.dumps(found)) == found == scrump.explore(random_graph(2), 0)
    json = found.to_dict()
    assert (json["schema"], json["problem"], json["status"]) == ("scrump-states", "explore", "complete")
    assert json["instance"] == {"model": "random_graph.<locals>.successors"}
    assert (json["states"], json["levels"]) == (found.states, found.levels)
    assert json["program"].startswith("scrump ")
    goal = scrump.explore(tree, 0, goal=lambda state: state == 99).to_dict()
    assert (goal["finding"], goal["found_state"], goal["steps"]) == ("goal", "99", 6)
    assert found._repr_html_().startswith(
        "<table><caption>scrump explore random_graph.&lt;locals&gt;.successors</caption>"
    )
    page = scrump.report(found)
    assert "random_graph" in page.html
