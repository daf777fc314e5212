"""What lab/papers compares with the papers' numbers, and lab/papers/run as a whole with a program that invents
results."""

import csv
import importlib.machinery
import importlib.util
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from types import ModuleType

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from lab.papers import comparison, plan  # noqa: E402


def parser_of(experiment: str) -> ModuleType:
    """lab/EXPERIMENT/run, which has no suffix, as a module."""
    name = f"run_of_{experiment}"
    loader = importlib.machinery.SourceFileLoader(name, str(ROOT / "lab" / experiment / "run"))
    spec = importlib.util.spec_from_loader(name, loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # its dataclasses look for it
    loader.exec_module(module)
    return module


class Steps(unittest.TestCase):
    def test_experiments_accept_them(self) -> None:
        for name in plan.NAMES:
            for quick in (False, True):
                steps = plan.paper(name).steps(quick)
                self.assertEqual(len({step.name for step in steps}), len(steps))
                for step in steps:
                    words = [*step.words, step.output, "folder"]
                    given = parser_of(step.experiment).parser().parse_args(words)
                    self.assertTrue(given.published, step)
                    # The table of states is no system that can be selected.
                    self.assertEqual(getattr(given, "paper", name), name, step)

    def test_they_are_of_the_papers_machines(self) -> None:
        def told(name: str) -> str:
            return " ".join(word for step in plan.paper(name).steps(False) for word in step.words)

        self.assertRegex(told("xie2023"), r"beowulf:file=\S+ --workers 15 --localities 1,5,10,15,20 ")
        self.assertIn("--figures 4 --simulate kitty-hawk 256 ", told("olivier2008"))
        self.assertIn("topsail 64,256,1024 ", told("olivier2008"))
        self.assertIn("one-host:node=892.9 1,4,16,64 ", told("olivier2008"))
        self.assertIn("--only heat --simulate haswell --html ", told("grubel2015"))
        self.assertIn("--points 100000000 --steps 50 --repeat 10 ", told("grubel2015"))
        self.assertIn("--simulate twente --call-ns 154 --processes 1,2,5,10 --workers 8 ", told("slides"))
        self.assertIn("--call-ns 188300 ", told("slides"))

    def test_nothing_is_compared_where_there_are_no_results(self) -> None:
        for name in plan.NAMES:
            compared = plan.paper(name).compare(Path("/nowhere"))
            self.assertEqual([each for each in compared.ours.values() if each], [], name)
            text = comparison.markdown(plan.paper(name), [], "Nowhere.", compared)
            self.assertIn("Without a counterpart in these results:", text)


def write_csv(path: Path, rows: list[dict[str, object]]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    names = list(dict.fromkeys(name for row in rows for name in row))
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, names, restval="")
        writer.writeheader()
        writer.writerows(rows)


class Comparisons(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def told(self, paper: str) -> dict[tuple[str, str, str], str]:
        ours = plan.paper(paper).compare(self.folder).ours
        return {(each.where, each.quantity, each.case): answer for each, answer in ours.items() if answer}

    def table(self, paper: str, title: str) -> list[list[str]]:
        tables = plan.paper(paper).compare(self.folder).tables
        return [list(row) for each in tables if each.title.startswith(title) for row in each.rows]

    def test_of_protocols(self) -> None:
        kinds = (("sequential", 1, 10), ("shared-memory", 256, 100), ("distributed-memory", 256, 150))
        rows = [
            {"protocol": protocol, "chunk": 5, "workers": workers, "speedup": speedup, "working_efficiency": 0.5,
             "tree": "T3L", "efficiency": 0.5, "seconds": 1, "nodes_per_second": 2e6, "steals_per_second": 7}
            for protocol, workers, speedup in kinds
        ]  # fmt: skip
        for number in (4, 5):
            write_csv(self.folder / f"figure-{number}/results.csv", rows)
        told = self.told("olivier2008")
        where = ("figure 4", "upc-distmem over upc-sharedmem", "Kitty Hawk with 256 threads")
        self.assertEqual(told[where], "50.0 %, best chunks of each with 256 workers")
        self.assertEqual(told["figure 5", "speed-up", "Topsail with 1024 processors"], "150 with 256 workers on T3L")
        self.assertEqual(told["section 6.2", "efficiency in the working state", "upc-distmem"], "50.0 %")
        self.assertEqual(
            self.table("olivier2008", "Speed-up by chunk size")[0], ["shared-memory", "upc-sharedmem", "100.0"]
        )

    def test_of_grains(self) -> None:
        rows = [
            {"mode": "fixed", "points": 1000, "partition": partition, "workers": workers, "seconds": seconds,
             "idle_rate": idle, "task_duration_us": partition / 100, "pool_accesses": looks}
            for workers in (1, 2)
            for partition, seconds, idle, looks in ((100, 4, 0.9, 50), (200, 2, 0.2, 10), (400, 3, 0.1, 20))
        ]  # fmt: skip
        write_csv(self.folder / "haswell/heat.csv", rows)
        told = self.told("grubel2015")
        least = told["figure 4", "smallest partition with at most 30 % idle-rate", "Haswell with 28 cores"]
        self.assertEqual(least, "200 points with 2 workers, whose time is 1.00 of the best")
        self.assertEqual(told["figure 4", "idle-rate", "very fine tasks"], "90 % with 2 workers")
        self.assertEqual(
            told["figure 4", "task duration", "Haswell with one core: 12500 points"], "4.0 µs of 400 points"
        )

    def test_of_loops(self) -> None:
        rows = [
            {"place": "simulated", "ranks": 200, "application": "imbalance", "spread": "uniform",
             "imbalance_percent": 20, "scheme": scheme, "seconds": seconds, "faster_percent": faster,
             "stolen_percent": 5, "tried": 10, "won": won, "variation_percent": 0.5}
            for scheme, seconds, faster, won in (("off", 2, 0, 0), ("rws_static50", 1, 50, 4), ("nlaws_ss", 1.5, 25, 1))
        ]  # fmt: skip
        write_csv(self.folder / "simulated/results.csv", rows)
        told = self.told("shatri2023")
        self.assertEqual(told["figure 5.2", "time saved", "Pisolver at 20 %"], "25.00 to 50.00 %")
        self.assertEqual(told["figure 5.6", "steals won", "Pisolver: nlaws"], "10 %")
        self.assertEqual(told["figure 5.4", "iterations stolen", "Pisolver at 20 %: fixed ratios"], "5.0 %")
        (line,) = self.table("shatri2023", "The best")
        self.assertEqual(line[2:], ["rws_static50 +50.0 %", "nlaws_ss +25.0 %", "rws_STATIC50 25.96 %"])

    def test_of_programs_and_tables(self) -> None:
        runs = [
            {"program": "fib", "size": 45, "processes": processes, "workers": 8, "amount": "", "seconds": seconds,
             "speedup": 80 / seconds}
            for processes, seconds in ((0, 80), (1, 10), (10, 2))
        ]  # fmt: skip
        write_csv(self.folder / "fib-45/results.csv", runs)
        (self.folder / "fib-45/results.json").write_text('{"programs": [{"tasks": 9}]}', encoding="utf-8")
        raw = [
            {"what": what, "net": net, "processes": 2, "chunk": 1, "under_way": under_way, "microseconds": us,
             "mix": "mixed", "load": 0.5, "prefetch": "when-needed"}
            for what in ("get", "put")
            for net, us in (("direct", 0.1), ("messages", 2.5))
            for under_way in (1, 64)
        ]  # fmt: skip
        write_csv(self.folder / "table/results.csv", raw)
        fib = self.table("slides", "Sequential and best")[0]
        self.assertEqual(fib, ["fib(45)", "563.87", "8.85", "10 x 8", "63.69", "80.00", "2.00", "10 x 8", "40.00"])
        self.assertEqual(self.table("slides", "Tasks")[0][:3], ["fib(45)", "3,672,623,805", "9"])
        self.assertEqual(self.table("slides", "Speed-ups")[0], ["fib(45)", "63.71", "71.48", "40.00"])
        self.assertEqual(self.told("slides")["PGAS: latency of memget", "remote over local", "up to 16 bytes"], "25")


# Stands in for the command: the paper's system takes 1 s, any other one 1.25 s.
INVENTED = """#!{python}
import json, re, sys
words = sys.argv[1:]
if words == ["--version"]:
    print("scrump 0 (invented)")
    sys.exit()
spec = words[words.index("--simulate") + 1]
paper = words[words.index("--paper") + 1]
counts = {{"steals_tried": 3, "steals_won": 2, "refreshes": 5}}
print(json.dumps({{
    "status": "complete", "paper": paper, "seconds": 1 if paper == "xie2023" else 1.25, "nodes": 7, "count": 7,
    "workers": int(re.search("workers=([0-9]+)", spec)[1]), "statistics": {{"per_locality": [counts]}}}}))
"""


class Whole(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def call(self, *words: str) -> subprocess.CompletedProcess[str]:
        line = [sys.executable, str(ROOT / "lab/papers/run"), *words, "--output", str(self.folder / "out")]
        return subprocess.run(line, capture_output=True, text=True, check=False)

    def invent(self, text: str = INVENTED) -> str:
        program = self.folder / "invented"
        program.write_text(text.format(python=sys.executable), encoding="utf-8")
        program.chmod(0o755)
        return str(program)

    def test_a_paper_is_repeated_and_compared_and_not_run_twice(self) -> None:
        done = self.call("xie2023", "--quick", "--scrump", self.invent())
        self.assertEqual(done.returncode, 0, done.stderr)
        text = (self.folder / "out/xie2023-quick/results.md").read_text(encoding="utf-8")
        self.assertIn("| figure 4.1 | speed improvement | maxclique-16 on 5 nodes | 11.41 % | 20.00 % |", text)
        self.assertIn("| isolated | maxclique | 5 | 61.39 | 69.29 | 11.41 % | 12.88 % | 0.2", text)
        self.assertRegex(text, r"\| 1\.000 \| 1\.250 \| 20\.00 % \| \d\.\d{3} \|")
        command = r"    lab/workstealing/run --paper xie2023 --simulate beowulf:file=\S+ .* # \d{4}-\d\d-\d\d\n"
        self.assertRegex(text, command)
        again = self.call("xie2023", "--quick", "--scrump", self.invent())
        self.assertEqual(again.returncode, 0, again.stderr)
        self.assertIn("chapter-4: done before", again.stderr)

    def test_a_step_that_fails_is_told_and_is_no_result(self) -> None:
        done = self.call("xie2023", "--quick", "--scrump", self.invent("#!{python}\nraise SystemExit(3)\n"))
        self.assertEqual(done.returncode, 1)
        self.assertIn("Failed: chapter-4.", done.stdout)
        self.assertFalse((self.folder / "out/xie2023-quick/chapter-4/done.json").exists())

    def test_commands_are_shown(self) -> None:
        done = self.call("slides", "--dry-run", "--steps", "table,fib-45")
        self.assertEqual(done.returncode, 0, done.stderr)
        first, second = done.stdout.splitlines()
        self.assertTrue(
            first.startswith("lab/tasks/run --slides --programs fib --simulate twente --call-ns 154 "), first
        )
        self.assertTrue(second.startswith("lab/state_table/run --repetitions 3 --published "), second)
        wrong = self.call("slides", "--steps", "fib")
        self.assertEqual(wrong.returncode, 1)
        self.assertIn("slides has no step 'fib'; it has fib-45, ", wrong.stderr)

    @unittest.skipUnless(importlib.util.find_spec("matplotlib"), "matplotlib is not installed")
    def test_figures_have_the_published_samples_below(self) -> None:
        done = self.call("xie2023", "--quick", "--scrump", self.invent())
        self.assertEqual(done.returncode, 0, done.stderr)
        folder = self.folder / "out/xie2023-quick/chapter-4"
        drawn = sorted(path.name.split("-")[1] for path in folder.glob("figure-*.svg"))
        self.assertEqual(drawn, ["4.1", "4.2", "4.3", "4.4", "4.5", "4.6", "4.7"])


if __name__ == "__main__":
    unittest.main()
