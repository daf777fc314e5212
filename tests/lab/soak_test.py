"""What lab/soak/run reads and judges, on numbers; nothing is run."""

import sys
import unittest
from dataclasses import replace
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from lab.soak import counts, job, verdict  # noqa: E402

HEAD = "iteration\tseconds\tresident\theap\tthreads\tfiles\tsockets\tpipes\tmemory_files\tanonymous\tsearch\n"
ONE = counts.Counts(0.5, 100 * verdict.MIB, verdict.MIB, 1, 5, 0, 2, 0, 1, "queens 8, adaptive")
STRICT = verdict.Tolerance(resident=verdict.MIB, heap=0, share=0)


def steady(searches: int = 100) -> list[counts.Counts]:
    return [ONE] * searches


def judged(processes: dict[int, list[counts.Counts]]) -> dict[str, verdict.Line]:
    return {line.kind: line for line in verdict.lines(processes, STRICT)}


class Reading(unittest.TestCase):
    def test_a_line_is_what_a_process_held_after_a_search(self) -> None:
        line = "0\t0.500\t104857600\t1048576\t1\t5\t0\t2\t0\t1\tqueens 8, adaptive\n"
        self.assertEqual(counts.parse([HEAD, line]), [ONE])

    def test_a_line_that_was_cut_short_is_left_out(self) -> None:
        self.assertEqual(counts.parse([HEAD, "0\t0.500\t1048"]), [])


class Verdict(unittest.TestCase):
    def test_fifths_are_all_of_a_run(self) -> None:
        many = [replace(ONE, seconds=float(i)) for i in range(57)]
        together = [each for number in range(1, 6) for each in verdict.fifth(many, number)]
        self.assertEqual(together, many)

    def test_what_stays_as_it_is_is_good(self) -> None:
        self.assertTrue(all(line.good for line in judged({0: steady(), 1: steady()}).values()))

    def test_warming_up_is_no_growth(self) -> None:
        cold = [replace(ONE, resident=verdict.MIB, threads=0)] * 19
        self.assertTrue(all(line.good for line in judged({0: cold + steady(81)}).values()))

    def test_one_search_that_took_much_memory_is_no_growth(self) -> None:
        peak = replace(ONE, resident=10 * ONE.resident)
        self.assertTrue(judged({0: [*steady(99), peak]})["resident"].good)

    def test_memory_that_grows_is_bad(self) -> None:
        growing = [replace(ONE, resident=ONE.resident + i * verdict.MIB // 30) for i in range(100)]
        line = judged({0: growing})["resident"]
        self.assertAlmostEqual(line.grew / verdict.MIB, 2, places=1)
        self.assertFalse(line.good)

    def test_a_share_of_what_there_was_is_tolerated(self) -> None:
        tolerance = verdict.Tolerance(resident=5, heap=1, share=0.5)
        self.assertEqual([tolerance.of(kind, 100) for kind in ("resident", "heap", "threads")], [55, 51, 0])

    def test_one_thread_or_descriptor_too_many_is_bad(self) -> None:
        for kind in ("threads", "files", "sockets", "pipes", "memory_files", "anonymous"):
            late = replace(ONE, **{kind: getattr(ONE, kind) + 1})
            found = judged({0: [*steady(99), late]})
            self.assertEqual([line.kind for line in found.values() if not line.good], [kind])

    def test_of_few_searches_nothing_is_said(self) -> None:
        with self.assertRaisesRegex(ValueError, "process 3 did 10 searches"):
            judged({3: steady(10)})

    def test_the_table_points_at_what_grew(self) -> None:
        leaking = [*steady(99), replace(ONE, sockets=1)]
        table = verdict.table(verdict.lines({0: leaking}, STRICT))
        marked = [line for line in table.splitlines() if "TOO MUCH" in line]
        self.assertEqual(len(marked), 1)
        self.assertIn("sockets", marked[0])


class Job(unittest.TestCase):
    def test_a_family_is_all_that_descends(self) -> None:
        self.assertEqual(job.family(7, {1: 0, 7: 1, 8: 7, 9: 8, 10: 1}), {7, 8, 9})

    def test_status_is_read_by_name(self) -> None:
        seen = job.status("Name:\tscrump_soak\nVmRSS:\t  1234 kB\nThreads:\t3\n")
        self.assertEqual((seen["Name"], seen["VmRSS"].split()[0], seen["Threads"]), ("scrump_soak", "1234", "3"))

    def test_named_files_in_shared_memory_are_found(self) -> None:
        maps = (
            "7f00-7f01 rw-s 00000000 00:1a 57 /dev/shm/segment.1 with a space\n"
            "7f02-7f03 rw-s 00000000 00:1a 58 /dev/shm/gone (deleted)\n"
            "7f04-7f05 r--p 00000000 fe:00 59 /usr/lib/libc.so.6\n"
            "7f06-7f07 rw-p 00000000 00:00 0\n"
        )
        self.assertEqual(job.shared_memory(maps), {"/dev/shm/segment.1 with a space"})

    def test_several_processes_are_started_by_mpirun(self) -> None:
        plan = job.Plan("processes", "/bin/soak", "/bin/mpirun", 10, 1, 4)
        words = job.command(plan, Path("/tmp/x"), Path("/tmp/counts"))
        self.assertEqual(words[:4], ["/bin/mpirun", "-n", "4", "/bin/soak"])
        self.assertNotIn("--localities", words)
        one = job.Plan("one", "/bin/soak", "/bin/mpirun", 10, 1, 4)
        self.assertEqual(job.command(one, Path("/tmp/x"), Path("/tmp/counts"))[-2:], ["--localities", "4"])


if __name__ == "__main__":
    unittest.main()
