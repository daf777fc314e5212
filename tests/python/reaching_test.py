"""All states that models can come to, counted from Python."""

from __future__ import annotations

import json
import os
import pickle
import signal
import struct
import subprocess
from collections.abc import Callable
from datetime import timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from models import Model, some_model, switches

pytest.importorskip("scrump._native", reason="the compiled part is not built")

import scrump

COMMAND = Path(os.environ.get("SCRUMP_COMMAND", Path(__file__).parents[2] / "build/release/scrump"))
STRATEGIES = ("bfs", "par", "chaining", "saturation")


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("how", [{"workers": 1}, {"workers": 3}, {"localities": 2, "workers": 1}])
def test_states_are_counted(tmp_path: Path, strategy: str, how: dict[str, int]) -> None:
    for seed in range(4):
        model = some_model(seed)
        file = model.write(tmp_path / "it.sylvan.bdd")
        found = scrump.reach(file, strategy=strategy, buckets=1024, **how)
        assert (found.status, found.states) == ("complete", len(model.distances()))
        assert found.bits == sum(model.bits)
        assert found.statistics.localities == how.get("localities", 1)
        assert (found.deadlocks, found.path, found.deadlock_path) == (None, [], [])


def list_node(value: int, down: int, right: int = 0) -> bytes:
    return struct.pack("<QQ", (value & 0xFFFF) << 48 | right << 1, down << 17 | value >> 16)


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_states_of_lists_are_counted(tmp_path: Path, strategy: str) -> None:
    # Of two entries, the first is 0 and becomes 70000, where it may become 0 again; the second is always 3.
    initial = struct.pack("<iiQ", 2, -1, 2) + list_node(3, 1) + list_node(0, 2) + struct.pack("<Q", 3)
    touched = struct.pack("<iiiii", 1, 1, 1, 0, 0)
    nodes = [list_node(70000, 1), list_node(0, 1), list_node(70000, 5), list_node(0, 4, 6)]
    relation = struct.pack("<Q", 4) + b"".join(nodes) + struct.pack("<Q", 7)
    file = tmp_path / "it"
    file.write_bytes(initial + touched + relation)
    found = scrump.reach(file, strategy=strategy, deadlocks=True, path_to=(70000, 3), workers=2)
    assert (found.states, found.nodes, found.bits, found.deadlocks) == (2, 3, 0, 0)
    assert (found.path, found.path_relations) == ([(0, 3), (70000, 3)], [0])
    assert "bits" not in found.to_dict()["instance"]
    with pytest.raises(scrump.UsageError, match="expected one locality"):
        scrump.reach(file, localities=2)


def assert_is_a_way(model: Model, path: list[tuple[int, ...]]) -> None:
    assert path[0] in model.initial
    assert all(after in model.successors(before) for before, after in pairwise(path))


@pytest.mark.parametrize("seed", range(8))
def test_ways_are_shortest(tmp_path: Path, seed: int) -> None:
    model = some_model(seed)
    file = str(model.write(tmp_path / "it.sylvan.bdd"))
    distances = model.distances()
    stuck = [state for state in distances if not model.successors(state)]
    found = scrump.reach(file, deadlocks=True, path_to=max(distances, key=distances.__getitem__), workers=2)
    assert found.deadlocks == len(stuck)
    if stuck:
        assert len(found.deadlock_path) == 1 + min(map(distances.__getitem__, stuck))
        assert found.deadlock_path[-1] in stuck
        assert_is_a_way(model, found.deadlock_path)
    assert len(found.path) == 1 + max(distances.values())
    assert_is_a_way(model, found.path)


def test_what_cannot_be_reached(tmp_path: Path) -> None:
    file = Model([1, 1], {(0, 0)}, [([0], {((0,), (1,))})]).write(tmp_path / "it.sylvan.bdd")
    assert scrump.reach(file, path_to=np.array([0, 1])).path == []
    reached = scrump.reach(file, path_to=iter([1, 0]))
    assert (reached.path, reached.path_relations) == ([(0, 0), (1, 0)], [0])


def test_numbers_are_exact(tmp_path: Path) -> None:
    found = scrump.reach(switches(80).write(tmp_path / "it.sylvan.bdd"), deadlocks=True)
    assert (found.states, found.deadlocks) == (2**80, 1)
    assert found.deadlock_path[-1] == (1,) * 80
    assert len(found.deadlock_path) == 81
    assert pickle.loads(pickle.dumps(found)) == found


def test_rounds_are_told(tmp_path: Path) -> None:
    model = some_model(3)
    file = model.write(tmp_path / "it.sylvan.bdd")
    distances = model.distances()
    found = scrump.reach(file, strategy="bfs", rounds=True, workers=1)
    levels = [sum(1 for each in distances.values() if each <= step) for step in range(1, max(distances.values()) + 1)]
    assert [round.states for round in found.rounds][: len(levels)] == levels
    assert all(round.nodes > 0 for round in found.rounds)
    assert [round.seconds for round in found.rounds] == sorted(round.seconds for round in found.rounds)
    assert all(round.states is None for round in scrump.reach(file, strategy="bfs").rounds)


def test_it_is_what_the_command_prints(tmp_path: Path) -> None:
    file = some_model(1).write(tmp_path / "it.sylvan.bdd")
    found = scrump.reach(file, deadlocks=True, workers=1)
    same = json.loads(found.to_json())
    assert (same["schema"], same["states"], same["instance"]["model"]) == ("scrump-reach", str(found.states), str(file))
    assert found.diagrams.inserted == same["diagrams"]["inserted"] > 0
    if COMMAND.exists():
        arguments = [COMMAND, "reach", file, "--deadlocks", "--workers", "1", "--json"]
        printed = json.loads(subprocess.run(arguments, capture_output=True, check=True, timeout=600).stdout)
        assert {*printed} - {*same} <= {"hosts", "processors"}
        for what in ("states", "nodes", "deadlocks", "deadlock_path", "instance", "strategy", "status"):
            assert printed.get(what) == same.get(what)
    assert "reach" in scrump.report(found).html


def slow(path: Path, pairs: int = 40) -> Path:
    """Pairs of switches whose halves are far apart: more nodes than anybody waits for."""
    relations = [([one, one + pairs], {((0, 0), (1, 1))}) for one in range(pairs)]
    return Model([1] * 2 * pairs, {(0,) * 2 * pairs}, relations).write(path / "slow.sylvan.bdd")


def test_a_limit_ends_it(tmp_path: Path) -> None:
    found = scrump.reach(slow(tmp_path), strategy="bfs", time_limit=timedelta(seconds=0.2))
    assert (found.status, found.complete, found.states, found.nodes) == ("time-limit", False, None, None)
    assert json.loads(found.to_json())["stopped_by"] == "time-limit"


@pytest.mark.usefixtures("interruptible")
def test_ctrl_c_ends_it(tmp_path: Path) -> None:
    seen: list[Any] = []

    def interrupt(now: Any) -> None:
        seen.append((now.seconds, now.nodes, now.buckets, now.busy, now.rounds))
        os.kill(os.getpid(), signal.SIGINT)

    with pytest.raises(scrump.Interrupted) as raised:
        scrump.reach(slow(tmp_path), strategy="bfs", progress=interrupt, progress_interval=0.01, time_limit=60)
    assert raised.value.result.status == "cancelled"
    assert seen[0][0] > 0
    assert seen[0][2] >= 2**18


def test_what_progress_raises_ends_it(tmp_path: Path) -> None:
    def give_up(now: Any) -> None:
        raise LookupError(f"{now.buckets} buckets are enough")

    with pytest.raises(LookupError, match="are enough"):
        scrump.reach(slow(tmp_path), strategy="bfs", progress=give_up, progress_interval=0.01, time_limit=60)


def test_progress_may_be_a_line(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    scrump.reach(slow(tmp_path), strategy="bfs", progress=True, progress_interval=0.01, time_limit=0.3)
    assert "of the table" in capfd.readouterr().err


def test_more_nodes_than_there_may_be(tmp_path: Path) -> None:
    with pytest.raises(scrump.Error, match="buckets"):
        scrump.reach(slow(tmp_path), strategy="bfs", buckets=1024, max_buckets=4096)


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (lambda file: scrump.reach(file, strategy="dfs"), "dfs"),
        (lambda file: scrump.reach(file, path_to=[1]), "entries"),
        (lambda file: scrump.reach(file, path_to=[9, 9, 9, 9]), "9"),
        (lambda file: scrump.reach(file, path_to=[-1, 0, 0, 0]), "path_to: -1 is not an entry"),
        (lambda file: scrump.reach(file, path_to=["0"]), "path_to: '0' is not an entry"),
        (lambda file: scrump.reach(file, workers=-1), "workers=-1"),
        (lambda file: scrump.reach(file, localities=5000), "localities=5000; expected a whole number from 1 to 4096"),
        (lambda file: scrump.reach(file, buckets=0), "buckets=0"),
        (lambda file: scrump.reach(file, max_buckets=2**41), "max_buckets"),
        (lambda file: scrump.reach(file, memory_limit=-1), "memory_limit=-1"),
        (lambda file: scrump.reach(file, cache_ratio=float("nan")), "cache_ratio=nan"),
        (lambda file: scrump.reach(file, cache_ratio=2000), "1024 entries"),
        (lambda file: scrump.reach(file, time_limit=0), "time_limit=0"),
        (lambda file: scrump.reach(file, policy="polite"), "polite"),
        (lambda file: scrump.reach(file, progress_interval=0), "progress_interval=0"),
    ],
)
def test_wrong_options(tmp_path: Path, wrong: Callable[[Path], object], says: str) -> None:
    file = some_model(0).write(tmp_path / "it.sylvan.bdd")
    with pytest.raises(scrump.UsageError, match=says):
        wrong(file)


def test_files_that_are_none(tmp_path: Path) -> None:
    broken = tmp_path / "broken.sylvan.bdd"
    broken.write_bytes(b"\1\0")
    missing = tmp_path / "no.sylvan.bdd"
    for file, says in ((broken, "broken.sylvan.bdd: byte"), (missing, "no.sylvan.bdd"), ("it", "it")):
        with pytest.raises(scrump.Error, match=says):
            scrump.reach(file)
    with pytest.raises(TypeError):
        scrump.reach(7)
    with pytest.raises(TypeError, match="wrokers"):
        scrump.reach(broken, wrokers=2)
