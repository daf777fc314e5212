"""What every subcommand prints with --json is what the JSON Schema says, no field more or less."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest
from models import write_kanban

jsonschema = pytest.importorskip("jsonschema")

ROOT = Path(__file__).parents[2]
COMMAND = Path(os.environ.get("SCRUMP_COMMAND", ROOT / "build/release/scrump"))
SCHEMA = json.loads((ROOT / "share/result.schema.json").read_text("utf-8"))
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)

GRAPH = "random:n=14,p=0.5,seed=1"
STOPPED = ["maxclique", "random:n=100,p=0.5,seed=1", "--node-limit", "20"]
KEPT = ["queens", "8", "--node-limit", "20", "--checkpoint", "FOLDER/state"]
RUNS = [
    ["queens", "6"],
    ["queens", "6", "--find"],
    ["queens", "6", "--paper", "xie2023"],
    ["queens", "6", "--skeleton", "steal-stack", "--localities", "2"],
    ["queens", "6", "--trace", "FOLDER/trace"],
    ["queens", "9", "--simulate", "infiniband:hosts=2,workers=2"],
    STOPPED,
    KEPT,
    ["queens", "8", "--resume", "FOLDER/state", "--localities", "2"],
    ["queens", "8", "--shard", "2/2"],
    ["kclique", "-k", "3", GRAPH, "--incumbents", "FOLDER/incumbents"],
    ["queens", "8", "--estimate", "1h"],
    ["semigroups", "--genus", "70", "--estimate", "1s"],
    ["merge", "FOLDER/first shard", "FOLDER/second shard"],
    ["semigroups", "--genus", "9"],
    ["uts", "--type", "geometric", "--max-depth", "3"],
    ["uts", "--tree", "T1", "--node-limit", "1000"],
    ["maxclique", GRAPH],
    ["maxclique", GRAPH, "--weights", "modulo"],
    ["maxclique", GRAPH, "--count"],
    ["maxclique", GRAPH, "--all"],
    ["maxclique", GRAPH, "--best", "3"],
    ["maxclique", GRAPH, "--proof", "FOLDER/proof"],
    ["kclique", "-k", "3", GRAPH],
    ["kclique", "-k", "14", GRAPH],
    ["independent-set", GRAPH],
    ["vertex-cover", GRAPH],
    ["colouring", GRAPH],
    ["colouring", "-k", "2", GRAPH],
    ["sip", "random:n=3,p=1,seed=1", GRAPH],
    ["sip", "--count", "random:n=3,p=1,seed=1", GRAPH],
    ["sip", "--restarts", "random:n=3,p=1,seed=1", GRAPH],
    ["sip", "--all", "random:n=3,p=1,seed=1", GRAPH],
    ["mcs", "random:n=4,p=0.5,seed=1", "random:n=5,p=0.5,seed=2"],
    ["mcs", "--at-least", "2", "random:n=4,p=0.5,seed=1", "random:n=5,p=0.5,seed=2"],
    ["knapsack", "FOLDER/items"],
    ["knapsack", "--at-least", "5", "FOLDER/items"],
    ["knapsack", "--best", "2", "FOLDER/items"],
    ["tsp", "random:n=7,seed=1"],
    ["tsp", "--at-most", "1", "random:n=7,seed=1"],
    ["flowshop", "random:jobs=6,seed=1"],
    ["flowshop", "--at-most", "1", "random:jobs=6,seed=1"],
    ["flowshop", "--instance", "2", "FOLDER/shops"],
    ["tasks", "fib", "12", "--localities", "2"],
    ["tasks", "fib", "12", "--sequential"],
    ["tasks", "queens", "6"],
    ["tasks", "uts", "T1", "--time-limit", "1ms"],
    ["tasks", "matmul", "32"],
    ["tasks", "quicksort", "1000"],
    ["tasks", "integrate", "10", "--trace", "FOLDER/trace of tasks"],
    ["tasks", "fib", "12", "--simulate", "infiniband:hosts=2,workers=1"],
    ["loop", "imbalance", "--iterations", "100", "--localities", "2", "--check"],
    ["loop", "imbalance", "--iterations", "100", "--sequential"],
    ["loop", "pisolver", "--iterations", "6000", "--workload", "1000", "--imbalance", "40", "--time-steps", "2", "--simulate", "infiniband:hosts=3,workers=1,node=1000"],
    ["loop", "julia", "--cells", "16", "--localities", "2", "--picture", "FOLDER/picture"],
    ["loop", "mandelbrot", "--size", "32", "--picture", "FOLDER/picture"],
    ["loop", "sedov", "--side", "4", "--time-steps", "2"],
    ["loop", "amr", "--time-steps", "2"],
    ["explore", "puzzle", "2x3"],
    ["explore", "puzzle", "3x3", "--state-limit", "100"],
    ["explore", "puzzle", "3x3", "--levels", "5", "--checkpoint", "FOLDER/states"],
    ["explore", "puzzle", "3x3", "--levels", "6", "--resume", "FOLDER/states"],
    ["explore", "puzzle", "2x2", "--storage", "bit-state"],
    ["explore", "puzzle", "2x3", "--disk", "FOLDER"],
    ["explore", "puzzle", "2x2", "--board", "0 1 3 2"],
    ["explore", "philosophers", "3", "--path"],
    ["explore", "philosophers", "3", "--symmetry", "--graph", "FOLDER/graph.dot"],
    ["explore", "peterson", "2", "--exchanged"],
    ["explore", "pnml", "FOLDER/net"],
    ["explore", "pnml", "FOLDER/net", "--reduction", "stubborn"],
    ["explore", "pnml", "FOLDER/net", "--reduction", "stubborn", "--random-walk", "--find-deadlock", "--path"],
    ["explore", "peterson", "2", "--exchanged", "--random-walk", "--depth", "100", "--path"],
    ["explore", "sokoban", "FOLDER/level", "--random-walk"],
    ["explore", "sokoban", "FOLDER/level"],
    ["explore", "puzzle", "2x3", "--simulate", "infiniband:hosts=2,workers=1"],
    ["reach", "FOLDER/model", "--rounds", "--deadlocks", "--path-to", "0,0", "--strategy", "bfs"],
    ["reach", "FOLDER/model", "--localities", "2", "--trace", "FOLDER/trace of diagrams"],
    ["reach", "FOLDER/model", "--simulate", "infiniband:hosts=2,workers=1"],
    ["reach", "FOLDER/net", "--deadlocks", "--path-to", "0,2", "--write-order", "FOLDER/order"],
    ["reach", "FOLDER/coloured net"],
    ["check", "FOLDER/net"],
    ["check", "FOLDER/net", "--ask", "deadlock"],
    ["check", "FOLDER/net", "FOLDER/properties", "--ask", "OneSafe"],
    ["check", "FOLDER/large net", "--ask", "deadlock,live", "--time-limit", "20ms"],
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("schema")
    (folder / "items").write_text("3 10\n6 5\n5 4\n4 6\n")
    (folder / "shops").write_text("1 1\n5\n1 1\n7\n")
    (folder / "level").write_text("; one\n#####\n#@$.#\n#####\n")
    (folder / "model").write_bytes((ROOT / "fuzz/corpus/model/sylvan").read_bytes())
    (folder / "net").write_text(
        "<pnml><net id='n' type='http://www.pnml.org/version-2009/grammar/ptnet'><page id='g'>"
        "<place id='p'><initialMarking><text>2</text></initialMarking></place><place id='q'/><transition id='t'/>"
        "<arc id='a' source='p' target='t'/><arc id='b' source='t' target='q'/></page></net></pnml>"
    )
    (folder / "properties").write_text(
        "<property-set xmlns='http://mcc.lip6.fr/'><property><id>empties</id><formula><exists-path><finally>"
        "<integer-le><tokens-count><place>p</place></tokens-count><integer-constant>0</integer-constant></integer-le>"
        "</finally></exists-path></formula></property><property><id>most</id><formula>"
        "<place-bound><place>q</place></place-bound></formula></property><property><id>returns</id><formula>"
        "<all-paths><globally><finally><is-fireable><transition>t</transition></is-fireable></finally></globally>"
        "</all-paths></formula></property></property-set>"
    )
    (folder / "coloured net").write_bytes((ROOT / "fuzz/corpus/pnml/philosophers.pnml").read_bytes())
    write_kanban(folder / "large net", 1000)
    for part, name in ("1/2", "first shard"), ("2/2", "second shard"):
        (folder / name).write_text(json.dumps(printed(["queens", "8", "--shard", part], folder)) if COMMAND.exists() else "")
    return folder


def printed(words: list[str], folder: Path) -> dict[str, Any]:
    called = [str(COMMAND), *(word.replace("FOLDER", str(folder)) for word in words), "--json"]
    done = subprocess.run(called, capture_output=True, text=True, check=False)
    assert done.returncode in (0, 3), done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_the_schema_is_one() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


# Later ones resume what earlier ones keep, so they run in this order.
@pytest.mark.skipif(not COMMAND.exists(), reason="the command is not built")
@pytest.mark.parametrize("words", RUNS, ids=" ".join)
def test_what_is_printed_is_what_the_schema_says(words: list[str], folder: Path) -> None:
    found = printed(words, folder)
    assert [f"{error.json_path}: {error.message[:200]}" for error in VALIDATOR.iter_errors(found)] == []
    for part in ("program", "command", "date", "hosts", "processors"):
        assert part in found


@pytest.mark.skipif(not COMMAND.exists(), reason="the command is not built")
def test_every_field_of_the_schema_is_printed_by_some_run(folder: Path) -> None:
    """Of a front door's own fields; those that need a longer run are named."""
    rare = {"earlier", "count_so_far", "objectives_so_far", "solutions_so_far", "sum_so_far", "value_so_far", "leaves_so_far"}
    rare |= {"depth_so_far", "depth", "leaves", "by_depth_so_far", "bound_so_far", "gap", "exists", "objective", "count", "legend", "invariant", "bound", "weight", "at_least", "deadlock_path"}
    told: dict[str, set[str]] = {}
    for words in RUNS:
        found = printed(words, folder) if "--checkpoint" not in words else {}
        if found:
            told.setdefault(found["schema"], set()).update(found)
    for name in ("search", "tasks", "loop", "explore", "walk", "reach", "check"):
        part = SCHEMA["$defs"][name]["properties"]
        assert {*part} - {"schema", "version"} - told[part["schema"]["const"]] - rare <= {"checkpoints"}, name


def test_a_field_that_is_unknown_missing_or_of_another_type_is_found() -> None:
    good = {
        "schema": "scrump-loop", "version": 1, "problem": "p", "instance": {}, "status": "complete", "seconds": 1.0,
        "workers": 1, "localities": 1, "sequential": True,
    }  # fmt: skip
    assert not [*VALIDATOR.iter_errors(good)]
    wrong = [good | {"colour": 1}, good | {"workers": "2"}, good | {"status": "done"}, good | {"stopped_by": "gap"}]
    wrong += [{**good, "status": "stopped"}, {k: v for k, v in good.items() if k != "seconds"}, good | {"schema": "scrump"}]
    for each in wrong:
        assert [*VALIDATOR.iter_errors(each)], each
