"""What scripts/mutants reads and changes; nothing is built. And: the table fits the sources."""

import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "scripts"))

from mutating.table import Failure, Mutant, Test, applied, chosen, mutants, together  # noqa: E402

ONE = """
[[mutant]]
name = "steps-twice"
file = "src/walk.cpp"
change = '''
    step();
'''
to = '''
    step();
    step();
'''
killed-by = "search/walk_test.cpp Walk.*"
"""


def mutant(name: str = "a", file: str = "f", change: str = "x", to: str = "y") -> Mutant:
    return Mutant(name, file, change, to, (Test("search/walk_test.cpp", "*"),))


class Reading(unittest.TestCase):
    def test_texts_keep_their_lines(self) -> None:
        expected = Mutant("steps-twice", "src/walk.cpp", "    step();\n", "    step();\n    step();\n",
                          (Test("search/walk_test.cpp", "Walk.*"),))  # fmt: skip
        self.assertEqual(mutants(ONE, "t"), [expected])

    def test_several_tests_may_be_named(self) -> None:
        text = ONE.replace('"search/walk_test.cpp Walk.*"', '["search/a_test.cpp A.b", "mpi/c_test.cpp C.d"]')
        tests = mutants(text, "t")[0].killed_by
        self.assertEqual([(test.program, test.under_mpi) for test in tests], [("test_search", False), ("test_mpi", True)])
        self.assertEqual(Test("problems/graph/a_test.cpp", "*").program, "test_problems_graph")

    def test_what_cannot_be_is_named(self) -> None:
        for change, message in (
            (("name =", "nam ="), "t: mutant 1: has change, file, killed-by, nam, to; expected are"),
            (('"search/walk_test.cpp Walk.*"', "[]"), "t: mutant 1: no test is named"),
            (("walk_test.cpp Walk.*", "walk_test.cpp"), "t: mutant 1: 'search/walk_test.cpp' is no test"),
            (("search/walk_test.cpp", "walk.cpp"), "t: mutant 1: 'walk.cpp Walk"),
            (("    step();\n    step();\n", "    step();\n"), "t: mutant 1: changes nothing"),
            (("[[mutant]]", "[mutant"), "t: "),
            (("[[mutant]]", "[[mutants]]"), "t: there is more in it than"),
        ):
            with self.subTest(change), self.assertRaises(Failure) as caught:
                mutants(ONE.replace(*change), "t")
            self.assertTrue(str(caught.exception).startswith(message), caught.exception)

    def test_no_name_occurs_twice(self) -> None:
        self.assertEqual(together([[mutant("a")], [mutant("b")]]), [mutant("a"), mutant("b")])
        with self.assertRaisesRegex(Failure, "two mutants are called a"):
            together([[mutant("a")], [mutant("a")]])


class Choosing(unittest.TestCase):
    def test_by_name_or_by_file(self) -> None:
        everyone = [mutant("thief-a", "src/thief.cpp"), mutant("thief-b", "src/thief.cpp"), mutant("pool", "src/pool.cpp")]
        self.assertEqual(chosen(everyone, []), everyone)
        self.assertEqual(chosen(everyone, ["thief-*"]), everyone[:2])
        self.assertEqual(chosen(everyone, ["*/pool.cpp", "thief-b"]), everyone[1:])
        with self.assertRaisesRegex(Failure, "no mutant is called x"):
            chosen(everyone, ["x"])


class Applying(unittest.TestCase):
    def test_the_one_place_changes(self) -> None:
        self.assertEqual(applied(mutant(change="x\ny", to="z"), "x x\ny y"), "x z y")

    def test_a_place_that_is_not_there_or_not_the_only_one_is_refused(self) -> None:
        for source, times in (("abc", 0), ("x x", 2)):
            with self.assertRaisesRegex(Failure, f"a: what it changes occurs {times} times in f"):
                applied(mutant(), source)


class Table(unittest.TestCase):
    everyone = together(mutants(file.read_text(), file.name) for file in sorted((ROOT / "tests/mutants").glob("*.toml")))

    def test_every_change_fits_the_sources(self) -> None:
        for each in self.everyone:
            with self.subTest(each.name):
                applied(each, (ROOT / each.file).read_text())

    def test_every_test_is_there(self) -> None:
        for each in self.everyone:
            for test in each.killed_by:
                with self.subTest(each.name):
                    self.assertTrue((ROOT / "tests" / test.file).is_file(), test.file)
                    suite = test.filter.partition(".")[0].rpartition("/")[2].rstrip("*")
                    self.assertIn(suite, (ROOT / "tests" / test.file).read_text())


if __name__ == "__main__":
    unittest.main()
