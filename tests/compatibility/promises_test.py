"""What docs/compatibility.md promises stays: names, options, fields of JSON, exit statuses, and files written before.

Beside this test lies what each MAJOR.MINOR version has, `0.3.json`: what is there must still be there, and of the same
type. What is new is added to it when a version is released: promises_test.py --write
"""

import ast
import base64
import json
import os
import re
import resource
import signal
import subprocess
import sys
import tempfile
import textwrap
import unittest
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
COMMAND = os.environ.get("SCRUMP_COMMAND", str(ROOT / "build/release/scrump"))
VERSION = re.search(r"project\(scrump VERSION (\d+\.\d+)", (ROOT / "CMakeLists.txt").read_text("utf-8"))[1]
PROMISED = Path(__file__).with_name(f"{VERSION}.json")

GRAPH = "random:n=12,p=0.5,seed=1"
MODEL = ROOT / "fuzz/corpus/model/sylvan"
# Small searches with all that their objects can tell.
SEARCHES = {
    "queens": ["queens", "6", "--workers", "1"],
    "reference": ["queens", "6", "--reference", "FOLDER/of queens"],
    "stopped": ["maxclique", "random:n=100,p=0.5,seed=1", "--workers", "1", "--node-limit", "20"],
    "checkpoint": ["queens", "8", "--workers", "1", "--node-limit", "20", "--checkpoint", "FOLDER/state"],
    "resumed": ["queens", "8", "--resume", "FOLDER/state"],
    "trace": ["queens", "6", "--workers", "1", "--trace", "FOLDER/trace.json"],
    "steal-stack": ["queens", "6", "--skeleton", "steal-stack"],
    "simulated": ["queens", "6", "--simulate", "infiniband:hosts=2,workers=2"],
    "maxclique": ["maxclique", GRAPH],
    "maxclique --weights": ["maxclique", "--weights", "modulo", GRAPH],
    "maxclique --all": ["maxclique", "--all", GRAPH],
    "kclique": ["kclique", "-k", "3", GRAPH],
    "independent-set": ["independent-set", GRAPH],
    "vertex-cover": ["vertex-cover", GRAPH],
    "colouring": ["colouring", GRAPH],
    "colouring -k": ["colouring", "-k", "9", GRAPH],
    "sip": ["sip", "random:n=3,p=1,seed=1", GRAPH],
    "sip --all": ["sip", "--all", "random:n=3,p=1,seed=1", GRAPH],
    "mcs": ["mcs", "random:n=4,p=0.5,seed=1", "random:n=5,p=0.5,seed=2"],
    "mcs --at-least": ["mcs", "--at-least", "2", "random:n=4,p=0.5,seed=1", "random:n=5,p=0.5,seed=2"],
    "knapsack": ["knapsack", "FOLDER/items"],
    "knapsack --at-least": ["knapsack", "--at-least", "5", "FOLDER/items"],
    "tsp": ["tsp", "random:n=6,seed=1"],
    "tsp --at-most": ["tsp", "--at-most", "100000000", "random:n=6,seed=1"],
    "flowshop": ["flowshop", "random:jobs=6,machines=3,seed=1"],
    "flowshop --at-most": ["flowshop", "--at-most", "100000", "random:jobs=6,machines=3,seed=1"],
    "semigroups": ["semigroups", "--genus", "8"],
    "uts": ["uts", "--type", "geometric", "--max-depth", "2"],
    "queens --find": ["queens", "6", "--find"],
}
OTHERS = {
    "tasks": ["tasks", "fib", "10", "--localities", "2"],
    "loop": ["loop", "imbalance", "--iterations", "100", "--localities", "2", "--check"],
    "states": ["explore", "philosophers", "3", "--path"],
    "reach": ["reach", "FOLDER/model.sylvan.bdd", "--rounds", "--deadlocks", "--path-to", "0,0", "--strategy", "bfs"],
}
# Searches, and an exploration, that were stopped and kept by this version, or an earlier one with the same MAJOR.MINOR.
KEPT = {
    "queens": (["queens", "6", "--workers", "1"], ["--node-limit", "30"], "4\n"),
    "maxclique": (["maxclique", "--no-local-search", GRAPH, "--workers", "1"], ["--node-limit", "2"], "4\n1 6 7 9\n"),
    "states": (["explore", "philosophers", "4", "--all", "--workers", "1"], ["--levels", "2"], "34\n"),
}


def run(*words: str, folder: Path | None = None, **how: object) -> subprocess.CompletedProcess[str]:
    words = tuple(word.replace("FOLDER", str(folder)) for word in words)
    return subprocess.run([COMMAND, *words], capture_output=True, text=True, check=False, timeout=600, **how)


def kinds(value: object, path: str = "") -> dict[str, str]:
    """The type of each part of a JSON value by its place, such as statistics.per_worker[].nodes."""
    if isinstance(value, dict):
        found = {path: "object"} if path else {}
        for key, part in value.items():
            found |= kinds(part, f"{path}.{key}" if path else key)
        return found
    if isinstance(value, list):
        found = {path: "array"}
        for part in value:
            found |= kinds(part, f"{path}[]")
        return found
    return {path: {bool: "boolean", int: "integer", float: "number", str: "string"}[type(value)]}


def lost(promised: dict[str, str], told: dict[str, str]) -> list[str]:
    """Parts of lists that are empty are not missed."""
    empty = [path + "[]" for path, kind in told.items() if kind == "array" and path + "[]" not in told]
    return [
        f"{path}: {kind}, now {told.get(path, 'nothing')}"
        for path, kind in promised.items()
        if told.get(path) != kind and not any(path.startswith(prefix) for prefix in empty)
    ]


def objects(folder: Path) -> dict[str, dict[str, str]]:
    """What each of the runs prints with --json, and the file of a trace."""
    (folder / "items").write_text("3 10\n6 5\n5 4\n4 6\n")
    (folder / "model.sylvan.bdd").write_bytes(MODEL.read_bytes())
    found = {}
    for name, words in (SEARCHES | OTHERS).items():
        result = run(*words, "--json", "--no-pin", folder=folder)
        if result.returncode not in (0, 3):
            raise AssertionError(f"{words}: {result.returncode}: {result.stderr}")
        (folder / f"of {name}").write_text(result.stdout, "utf-8")
        found[name] = kinds(json.loads(result.stdout))
        if name != "reference":  # which these are promised with
            found[name] = {path: kind for path, kind in found[name].items() if "wait_time_per_" not in path}
    trace = kinds(json.loads((folder / "trace.json").read_text("utf-8")))
    of_some_events = "traceEvents[].args."
    found["file of --trace"] = {path: kind for path, kind in trace.items() if not path.startswith(of_some_events)}
    return found


def headings(folder: Path) -> dict[str, str]:
    run("queens", "6", "--counters", "all", "--every", "10ms", "--counters-file", "FOLDER/counters.csv", folder=folder)
    run("loop", "imbalance", "--iterations", "100", "--csv", "FOLDER/loop.csv", folder=folder)
    return {name: (folder / name).read_text("utf-8").split("\n")[0] for name in ("counters.csv", "loop.csv")}


def command_line() -> dict[str, list[str]]:
    """The words that completion knows: subcommands, options of each of them, and what options can be."""
    script = run("completion", "bash").stdout
    found: dict[str, set[str]] = {"scrump": set(re.search(r"words='([^']*)'\n", script)[1].split())}
    for name, body in re.findall(r"^            (\S+)\) case (.*?)^                esac", script, re.MULTILINE | re.DOTALL):
        for option, words in re.findall(r"^                (\S+)\).*?\bwords='([^']*)'", body, re.MULTILINE):
            found.setdefault(option if option != "*" else f"{name} …", set()).update(words.split())
        found[name] = set(re.search(r"options='([^']*)'", body)[1].split())
    return {name: sorted(words) for name, words in found.items() if words}


def names() -> dict[str, list[str]]:
    """What programs are written against, as far as it has a name in one place."""

    def text(file: str) -> str:
        return (ROOT / file).read_text("utf-8")

    module = ast.parse(text("python/scrump/__init__.py"))
    exported = next(ast.literal_eval(line.value) for line in module.body if isinstance(line, ast.Assign) and line.targets[0].id == "__all__")
    described = "".join(path.read_text("utf-8") for path in (ROOT / "problems").glob("*/description.cpp"))
    for face in re.findall(r"\.python\s*=\s*\{(.*?)\.inputs", described, re.DOTALL):
        exported += re.findall(r'"(\w+)"', face)
    options = re.findall(r"`(SCRUMP_\w+)`", "".join(re.findall(r"^\| `SCRUMP_[^|]*", text("CONTRIBUTING.md"), re.MULTILINE)))
    built = "".join(path.read_text("utf-8") for path in [ROOT / "tests/CMakeLists.txt", *(ROOT / "cmake").glob("*.cmake")])
    problems = set(re.findall(r"`([a-z_]+/[a-z_0-9]+\.hpp)`", text("README.md") + text("docs/problems.md")))
    return {
        "C": sorted(set(re.findall(r"\b(SCRUMP_[A-Z]\w*[a-z]\w*)\(", text("include/scrump/loops.h")))),
        "C++": sorted(set(re.findall(r"\bscrump::[\w:]+", text("docs/api.md")))),
        "CMake": sorted(name for name in options if re.search(rf"(?:option|set)\({name} ", built)),
        "Python": sorted(exported),
        "headers": sorted(set(re.findall(r"^\| `(scrump/[^`]+)` \|", text("docs/api.md"), re.MULTILINE))),
        "headers of problems": sorted(header for header in problems if (ROOT / "problems" / header).is_file()),
    }


def lines(found: Iterable[str]) -> str | list[str]:
    wrapped = textwrap.wrap(" ".join(sorted(found)), 110, break_long_words=False, break_on_hyphens=False)
    return wrapped if len(wrapped) > 1 else "".join(wrapped)


def words(promised: str | list[str]) -> list[str]:
    return (promised if isinstance(promised, str) else " ".join(promised)).split()


def by_kind(found: Iterable[tuple[str, str]]) -> dict[str, str | list[str]]:
    return {each: lines(path for path, kind in found if kind == each) for each in sorted({kind for _, kind in found})}


def by_path(promised: dict[str, str | list[str]]) -> dict[str, str]:
    return {path: kind for kind, paths in promised.items() for path in words(paths)}


def finished(name: str, state: bytes, folder: Path) -> subprocess.CompletedProcess[str]:
    (folder / name).write_bytes(state)
    return run(*KEPT[name][0], "--quiet", "--resume", "FOLDER/" + name, folder=folder)


class Promises(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.promised = json.loads(PROMISED.read_text("utf-8"))
        temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(temporary.cleanup)
        cls.folder = Path(temporary.name)

    def test_names_stay(self) -> None:
        for kind, found in (("names", names()), ("command", command_line())):
            for name, promised in self.promised[kind].items():
                missing = set(words(promised)) - set(found.get(name, []))
                if name == "--counters":  # old names are accepted, and not proposed any more
                    missing = {each for each in missing if run("queens", "4", "--quiet", "--counters", each).returncode != 0}
                self.assertEqual(missing, set(), name)

    def test_fields_of_json_stay_and_keep_their_types(self) -> None:
        promised = {name: by_path(part) for name, part in self.promised["json"].items()}
        for name, told in objects(self.folder).items():
            everywhere = promised["every search"] if name in SEARCHES else {}
            self.assertEqual(lost(everywhere | promised[name], told), [], name)

    def test_tables_grow_at_their_end(self) -> None:
        for name, told in headings(self.folder).items():
            self.assertEqual((told + ",")[: len(self.promised["tables"][name]) + 1], self.promised["tables"][name] + ",")

    @unittest.skipIf(sys.byteorder == "big", "checkpoints of machines with another byte order are refused")
    def test_checkpoints_that_were_kept_are_gone_on_from(self) -> None:
        for name, state in self.promised["checkpoints"].items():
            result = finished(name, base64.b64decode("".join(state)), self.folder)
            self.assertEqual((result.returncode, result.stdout), (0, KEPT[name][2]), result.stderr)

    def test_exit_statuses_stay(self) -> None:
        def on_a_full_disk() -> None:
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))

        stopped = ["queens", "20", "--node-limit", "9", "--quiet"]
        self.assertEqual(run("queens", "6", "--quiet").returncode, 0)
        self.assertEqual(run("kclique", "-k", "13", GRAPH, "--quiet").returncode, 0)
        self.assertEqual(run("maxclique", "/nowhere").returncode, 1)
        self.assertEqual(run("maxclique", GRAPH, "--no-such-option").returncode, 2)
        self.assertEqual(run(*stopped).returncode, 3)
        kept = ["--checkpoint", "FOLDER/full"]
        self.assertEqual(run(*stopped, *kept, folder=self.folder, preexec_fn=on_a_full_disk).returncode, 4)


def write(folder: Path) -> None:
    told = objects(folder)
    everywhere = set.intersection(*(set(told[name].items()) for name in SEARCHES))
    parts = {name: part.items() - everywhere if name in SEARCHES else part.items() for name, part in told.items()}
    checkpoints = {}
    for name, (search, until, _) in KEPT.items():
        run(*search, *until, "--checkpoint", "FOLDER/kept-" + name, folder=folder)
        checkpoints[name] = textwrap.wrap(base64.b64encode((folder / f"kept-{name}").read_bytes()).decode(), 110)
    found = {
        "names": {name: lines(found) for name, found in names().items()},
        "command": {name: lines(found) for name, found in command_line().items()},
        "json": {name: by_kind(part) for name, part in ({"every search": everywhere} | parts).items()},
        "tables": headings(folder),
        "checkpoints": checkpoints,
    }
    PROMISED.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    if sys.argv[1:] == ["--write"]:
        with tempfile.TemporaryDirectory() as name:
            write(Path(name))
    else:
        unittest.main()
