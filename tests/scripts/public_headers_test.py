"""Programs that use Scrump get along with the headers that docs/api.md lists: the examples, and those in the pages."""

import re
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
INCLUDED = re.compile(r'#include [<"](scrump/[^>"]+)[>"]')


ERROR = "scrump/base/error.hpp"


def reached_from(header: str, found: set[str]) -> set[str]:
    """Headers of Scrump that it brings along, and itself, besides those that were found."""
    if header not in found:
        found.add(header)
        for other in INCLUDED.findall((ROOT / "include" / header).read_text("utf-8")):
            reached_from(other, found)
    return found


def listed() -> set[str]:
    return set(re.findall(r"^\| `(scrump/[^`]+)` \|", (ROOT / "docs/api.md").read_text("utf-8"), re.MULTILINE))


class PublicHeaders(unittest.TestCase):
    def test_they_are_there(self) -> None:
        self.assertIn("scrump/search.hpp", listed())
        self.assertLessEqual(len(listed()), 17)
        for header in listed():
            self.assertTrue((ROOT / "include" / header).is_file(), header)

    def test_programs_include_no_others(self) -> None:
        programs = [*(ROOT / "examples").rglob("*.cpp"), *(ROOT / "docs").glob("*.md")]
        included = {header for file in programs for header in INCLUDED.findall(file.read_text("utf-8"))}
        self.assertGreater(len(included), 5)
        others = {header for header in included if not header.startswith("scrump/problems/")} - listed()
        self.assertEqual(others, set())

    def test_what_they_throw_comes_with_them(self) -> None:
        throw_nothing = {"scrump/base/digest.hpp", "scrump/net/cereal.hpp", "scrump/search/figures.hpp"}
        for header in listed() - throw_nothing:
            self.assertIn(ERROR, reached_from(header, set()), header)

    def test_the_reference_describes_them(self) -> None:
        described = (ROOT / "docs/Doxyfile").read_text("utf-8")
        for header in listed() - {"scrump/net/cereal.hpp"}:  # which adds nothing that a program names
            self.assertIn(f"include/{header}", described)


if __name__ == "__main__":
    unittest.main()
