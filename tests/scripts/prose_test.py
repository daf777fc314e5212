"""scripts/check-prose finds the words that the rules of our English forbid, where a file has prose, and no others."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "scripts"))

from prose import RULES, findings  # noqa: E402

# What README.md and docs/ may have in lines that somebody has written.
MAX_WRITTEN = 6000
# Tables that commands print, by their first lines: scrump_bench --markdown and scripts/write-api.
PRINTED = ("| what | median |", "| include | for |")

# In the order of the rules.
FORBIDDEN = [
    ["'x' is no part of a whole.", "These are no solutions.", "The clique is no `Clique`."],
    ["The known clique is none of the graph."],
    ["It proves that there is none.", "Options that there are not raise an error."],
    ["Stop after so many nodes.", "A process was silent for so long.", "Called so often while it runs."],
    ["Read what came of it.", "It writes what is known of states.", "Print what became of a run."],
    ["The search goes on from a checkpoint.", "Each job goes on where the last one stopped."],
    ["Instances are had by a command.", "There is no task to be had."],
    ["All files but for the first one."],
    ["A thief waits in vain."],
    ["A worker must part with a task."],
    ["A bound is too dear for the loop.", "It makes cities dearer."],
    ["A clique that is part of no larger one."],
    ["A skeleton of one's own."],
    ["Who builds the library needs a compiler.", "It sleeps. Who looks finds it."],
    ["The answer is given by who has it."],
    ["Whoever finds no work waits.", "The same for whoever asks."],
    ["A digest of what is searched.", "It takes more than what it gives."],
    ["That the states took, in all localities."],
    ["To which it may grow."],
]
ALLOWED = [
    "There is no base class, and there are no restarts.",
    "The bound is no longer valid, and the node is no better than the incumbent.",
    "The sum is zero, so there are none of these.",
    "There are so many that a field misses some, and so long as it runs they grow.",
    "Most users who own a cluster have one.",
    "Who is idle? Whoever can tell?",
    "That is most of the tree.",
    "The part with the lock comes last.",
    "A file resumes from the state in which it was stopped; results go on the last line.",
    "The search has none of this.",
    "What limits the run, and what to try.",
]


def lines(name: str, text: str) -> list[int]:
    return [each.line for each in findings(name, text)]


class Rules(unittest.TestCase):
    def test_each_finds_its_words(self) -> None:
        self.assertEqual(len(FORBIDDEN), len(RULES))
        for (_, advice), sentences in zip(RULES, FORBIDDEN, strict=True):
            for sentence in sentences:
                self.assertIn(advice, [each.advice for each in findings("page.md", sentence)], sentence)

    def test_good_sentences_pass(self) -> None:
        for sentence in ALLOWED:
            self.assertEqual(findings("page.md", sentence), [], sentence)


class Markdown(unittest.TestCase):
    def test_words_at_the_end_of_a_line_are_found_there(self) -> None:
        self.assertEqual(lines("page.md", "# Title\n\nIt stops after so\nmany nodes,\nor in vain.\n"), [3, 5])

    def test_headings_cells_and_items_are_read_alone(self) -> None:
        self.assertEqual(lines("page.md", "It waits in\n## vain so\nmany\n"), [])
        self.assertEqual(lines("page.md", "It waits in\n- vain so\n- many, but\n  for one\n"), [3])
        rows = "| in | vain |\n|---|---|\n| so |\n| long |\n| N | To which it grows |\n"
        self.assertEqual(lines("page.md", rows), [5])
        self.assertEqual(lines("page.md", "- Who has none waits.\n"), [1])

    def test_code_is_left_out(self) -> None:
        text = "A `so many` and a [link](but for).\n\n```cpp\n// in vain\n```\n\n    in vain\n\n- so many\n"
        self.assertEqual(lines("page.md", text), [9])


class Sources(unittest.TestCase):
    def test_comments_and_strings_of_cpp(self) -> None:
        text = (
            "// Waits so\n"
            "// long.\n"
            "int so, many;  ///< but for one\n"
            "const char* help = \"a task to be \"\n"
            "                   \"had\";\n"
            "/* in\n"
            " * vain */\n"
            "auto in_vain = 'x', vain = 1'000;  // in\n"
            "int vain;\n"
            "// so\n"
            "\n"
            "// many\n"
            "print(\"so\", \"long\");\n"
            "quote('\"', in vain, '\"');\n"
        )  # fmt: skip
        self.assertEqual(lines("a.hpp", text), [1, 3, 4, 6])

    def test_comments_and_strings_of_python(self) -> None:
        text = (
            '"""Waits so\n'
            "long.\n"
            "\n"
            '>>> "in vain"\n'
            '"""\n'
            "so = many  # but for one\n"
            'print("a task to be "\n'
            '      f"had {so} times")\n'
        )
        self.assertEqual(lines("a.py", text), [1, 6, 7])
        self.assertEqual(lines("tool", "#!/usr/bin/env python3\n# in vain\n"), [2])

    def test_other_files_are_refused(self) -> None:
        with self.assertRaisesRegex(ValueError, "notes.txt: expected Markdown"):
            findings("notes.txt", "in vain")


def written(text: str) -> int:
    """The number of lines outside tables that commands print."""
    count = 0
    printed = False
    for line in text.splitlines():
        printed = line.startswith("|") and (printed or line.startswith(PRINTED))
        count += not printed
    return count


class Length(unittest.TestCase):
    def test_the_pages_stay_short(self) -> None:
        pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
        self.assertGreater(len(pages), 20)
        self.assertLessEqual(sum(written(page.read_text("utf-8")) for page in pages), MAX_WRITTEN)

    def test_tables_that_commands_print_do_not_count(self) -> None:
        table = "| what | median | rounds |\n|---|---:|---:|\n| queens | 1.0 | 5 |\n"
        self.assertEqual(written(f"Rows:\n\n{table}\nRemarks.\n"), 4)
        self.assertEqual(written("| option | meaning |\n|---|---|\n| `--all` | all |\n"), 3)


class Command(unittest.TestCase):
    def test_it_prints_and_fails(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            page = Path(folder, "page.md")
            for text, status, printed in [
                ("Plain.\n\nIt waits in vain.\n", 1, f"{page}:3: 'in vain': without success, failed\n"),
                ("It waits without success.\n", 0, ""),
            ]:
                page.write_text(text, encoding="utf-8")
                done = subprocess.run([ROOT / "scripts/check-prose", page], capture_output=True, text=True, check=False)
                self.assertEqual((done.returncode, done.stdout), (status, printed), done.stderr)


if __name__ == "__main__":
    unittest.main()
