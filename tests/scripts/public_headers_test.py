"""Programs that use Scrump get along with the headers that docs/api.md lists: the examples, and those in the pages."""

import re
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
INCLUDED = re.compile(r'#include [<"](scrump/[^>"]+)[>"]')


def listed() -> set[str]:
    return set(re.findall(r"^\| `(scrump/[^`]+)` \|", (ROOT / "docs/api.md").read_text("utf-8"), re.MULTILINE))


class PublicHeaders(unittest.TestCase):
    def test_they_are_there(self) -> None:
        self.assertIn("scrump/search.hpp", listed())
        self.assertLessEqual(len(listed()), 15)
        for header in listed():
            self.assertTrue((ROOT / "include" / header).is_file(), header)

    def test_programs_include_no_others(self) -> None:
        programs = [*(ROOT / "examples").rglob("*.cpp"), *(ROOT / "docs").glob("*.md")]
        included = {header for file in programs for header in INCLUDED.findall(file.read_text("utf-8"))}
        self.assertGreater(len(included), 5)
        others = {header for header in included if not header.startswith("scrump/problems/")} - listed()
        self.assertEqual(others, set())

    def test_the_reference_describes_them(self) -> None:
        described = (ROOT / "docs/Doxyfile").read_text("utf-8")
        for header in listed() - {"scrump/net/cereal.hpp"}:  # which adds nothing that a program names
            self.assertIn(f"include/{header}", described)


if __name__ == "__main__":
    unittest.main()
