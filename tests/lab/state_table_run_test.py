"""What lab/state_table/run plans, reads, computes and writes, on invented numbers; then as a whole with a program that
invents them."""

import csv
import importlib.machinery
import importlib.util
import json
import sys
import tempfile
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from lab.harness.running import Failure  # noqa: E402
from lab.state_table import launch, plan, tables  # noqa: E402

GRID = plan.Grid(plan.NETS, [1, 2], [0.5, 0.9], [8, plan.ADAPTIVE], list(plan.MIXES))
PROGRAMS = launch.Programs("/bin/table", "/bin/mpirun", None)

# Stands in for scrump_table and for mpirun: what is looked for in larger chunks takes longer.
INVENTED = """#!{python}
import json, os, sys
words = sys.argv[1:]
if words[0] == "-n":
    words = words[3:]
value = lambda name: words[words.index(name) + 1] if name in words else None
told = {{"schema": "scrump-table", "version": 1, "what": words[0]}}
if words[0] == "round-trips":
    told["rivals"] = [{{"name": "chained", "found": 2.25, "inserted": 3.5, "full": False}},
                      {{"name": "cuckoo", "found": 1.5, "inserted": 40, "full": True}}]
else:
    assert os.environ["SCRUMP_NET"] in ("direct", "messages")
    told |= {{"seconds": 2.0 + int(value("--chunk")), "operations": 1000.0, "demanded": 1.25, "prefetched": 0.5,
             "unused": 0.25, "chunk_buckets": 20.0, "lines": 1.5}}
print(json.dumps(told))
"""


def sample(seconds: float) -> dict[str, float]:
    return {"seconds": seconds, "operations": 100.0, "demanded": 1.0, "prefetched": 0.5, "unused": 0.25,
            "chunk_buckets": 12.0, "lines": 2.0}  # fmt: skip


class Plan(unittest.TestCase):
    def test_each_run_is_planned_once(self) -> None:
        kinds = plan.kinds(GRID, list(plan.PARTS))
        self.assertEqual(len(kinds), len(set(kinds)))
        self.assertEqual(len(plan.raw(GRID)), 2 * 2 * 2 * 2, "nets, get and put, sizes, one and many under way")
        self.assertEqual(len(plan.throughput(GRID)), (2 + 1) * 3 * 2)
        self.assertEqual(len(plan.chunks(GRID)), 2 * 3)
        self.assertTrue(all(kind.processes > 1 for kind in kinds if kind.net == "messages"))

    def test_there_are_no_chunks_without_messages(self) -> None:
        self.assertEqual(plan.chunks(plan.Grid(["direct"], [1, 2], [0.5], [8], ["mixed"])), [])
        self.assertEqual(plan.chunks(plan.Grid(["messages"], [1], [0.5], [8], ["mixed"])), [])


class Launch(unittest.TestCase):
    def test_command_lines(self) -> None:
        kind = plan.Kind("find-or-put", "messages", 2, 0.9, "read-intensive", 64, "always", 1)
        self.assertEqual(
            launch.command(kind, launch.QUICK, PROGRAMS),
            "/bin/mpirun -n 2 /bin/table find-or-put --buckets 4096 --chunk 64 --under-way 1 --load 0.9 --width 0.05 "
            "--found 80 --prefetch always".split(),
        )
        raw = plan.Kind("get", "direct", 1, chunk=8)
        self.assertEqual(
            launch.command(raw, launch.QUICK, PROGRAMS),
            "/bin/table get --buckets 16384 --chunk 8 --operations 200".split(),
        )

    def test_what_is_not_understood_is_refused(self) -> None:
        for text in ("", "{}", '{"schema": "scrump-table", "version": 2}', "[1]"):
            with self.assertRaises(Failure):
                launch.parse(text)


class Tables(unittest.TestCase):
    def test_the_slides_bounds(self) -> None:
        self.assertEqual(tables.expected_chunks(0.5, 8), 1)
        self.assertAlmostEqual(tables.expected_chunks(0.9, 8), 101 / 16)
        self.assertAlmostEqual(tables.efficiency_bound(8), 0.7418, 4)

    def test_rows_are_medians(self) -> None:
        row = tables.row(plan.Kind("find-or-put", "direct", 2), [sample(1), sample(4), sample(2)])
        self.assertEqual(row.rate, 50)
        self.assertEqual(row.microseconds, 2 / 50 * 1e6)
        self.assertEqual((row.demanded, row.unused, row.runs), (1, 0.25, 3))


class Whole(unittest.TestCase):
    def test_all_is_written(self) -> None:
        loader = importlib.machinery.SourceFileLoader("reproduce_table", str(ROOT / "lab/state_table/run"))
        spec = importlib.util.spec_from_loader("reproduce_table", loader)
        assert spec is not None
        script = importlib.util.module_from_spec(spec)
        loader.exec_module(script)
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            program = folder / "invented"
            program.write_text(INVENTED.format(python=sys.executable))
            program.chmod(0o755)
            words = ["--table", str(program), "--mpirun", str(program), "--loads", "0.5,0.9", "--chunks", "8,64"]
            given = script.parser().parse_args(
                [*words, "--processes", "1,2", "--repetitions", "2", "--output", str(folder / "results")]
            )
            script.run(given)
            text = (folder / "results/results.md").read_text()
            self.assertIn("| 64, always | 0.9 | 1.250 | 0.500 | 0.250 | 1.00 | 20.0 | 15 |", text)
            self.assertIn("| cuckoo | 1.50, 40.00 (full) | 1.50, 40.00 (full) |", text)
            rows = list(csv.DictReader((folder / "results/results.csv").read_text().splitlines()))
            self.assertEqual({row["runs"] for row in rows}, {"2"})
            self.assertEqual(json.loads((folder / "results/results.json").read_text())["version"], 1)


if __name__ == "__main__":
    unittest.main()
