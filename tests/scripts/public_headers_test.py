"""Programs that use Scrump get along with the headers that docs/api.md lists: the examples, and those in the pages.
That list is made from the headers. They keep to their rings, and the one for searches includes no more than it may."""

import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))

from public_headers import API, described, included_in, purposes, reached_from, with_table  # noqa: E402

ERROR = "scrump/base/error.hpp"

DOORS = {"search", "tasks", "loops", "states"}
ROOM_OF = {"diagrams": "states", "liveness": "states"}  # headers at the top whose room has another name

# What a user's file with searches includes, in headers and lines of Scrump's own.
SEARCH = "scrump/search.hpp"
MAX_HEADERS, MAX_LINES = 62, 5950


def code_of(folder: str) -> list[Path]:
    return sorted(path for path in (ROOT / folder).rglob("*") if path.suffix in {".cpp", ".hpp"})


def room_of(header: str) -> str:
    """The door or the floor that a header of Scrump belongs to, or `problems/` with the problem."""
    first, *others = header.removeprefix("scrump/").split("/")
    if first == "problems":
        return f"{first}/{others[0]}"
    name = first.removesuffix(".hpp")
    return ROOM_OF.get(name, name)


def trespasses(of: str, text: str) -> list[str]:
    """The headers that a file of the room `of` includes from `detail/` of other doors or problems; for a problem, and
    for programs, which have the room "", also those from `detail/` of a floor."""
    floors_too = of.startswith("problems/")
    return [header for header in included_in(text)
            if "/detail/" in header and room_of(header) != of
            and (floors_too or room_of(header) in DOORS or room_of(header).startswith("problems/"))]


class Rings(unittest.TestCase):
    def test_a_door_keeps_its_details(self) -> None:
        for path in code_of("include"):
            at = path.relative_to(ROOT / "include").as_posix()
            self.assertEqual(trespasses(room_of(at), path.read_text("utf-8")), [], path)

    def test_a_problem_keeps_its_details(self) -> None:
        for path in code_of("problems"):
            at = path.relative_to(ROOT).as_posix()
            self.assertEqual(trespasses(room_of(at), path.read_text("utf-8")), [], path)

    def test_the_command_and_the_package_use_no_details(self) -> None:
        for folder in ("apps", "cli", "examples", "python/native", "results"):
            for path in code_of(folder):
                self.assertEqual(trespasses("", path.read_text("utf-8")), [], path)

    def test_a_trespass_is_seen(self) -> None:
        line = '#include <scrump/{}>\n'
        self.assertEqual(trespasses("search", line.format("search/detail/run.hpp")), [])
        self.assertEqual(trespasses("search", line.format("runtime/detail/worker.hpp")), [])
        self.assertEqual(len(trespasses("states", line.format("tasks/detail/call.hpp"))), 1)
        self.assertEqual(len(trespasses("problems/sip", line.format("base/detail/thread.hpp"))), 1)
        self.assertEqual(len(trespasses("", line.format("problems/sip/detail/space.hpp"))), 1)


class PublicHeaders(unittest.TestCase):
    def test_they_are_there(self) -> None:
        self.assertIn("scrump/search.hpp", purposes())
        self.assertLessEqual(len(purposes()), 31)
        for header in purposes():
            self.assertTrue((ROOT / "include" / header).is_file(), header)

    def test_programs_include_no_others(self) -> None:
        programs = [*(ROOT / "examples").rglob("*.cpp"), *(ROOT / "docs").glob("*.md")]
        included = {header for file in programs for header in included_in(file.read_text("utf-8"))}
        self.assertGreater(len(included), 5)
        others = {header for header in included if not header.startswith("scrump/problems/")} - purposes().keys()
        self.assertEqual(others, set())

    def test_what_they_throw_comes_with_them(self) -> None:
        throw_nothing = {"scrump/base/digest.hpp", "scrump/net/cereal.hpp", "scrump/search/figures.hpp",
                         "scrump/stealing/victim_selector.hpp"}
        for header in purposes().keys() - throw_nothing:
            self.assertIn(ERROR, reached_from(header, set()), header)

    def test_a_search_includes_no_more_than_it_may(self) -> None:
        headers = reached_from(SEARCH, set())
        lines = sum(len((ROOT / "include" / header).read_text("utf-8").splitlines()) for header in headers)
        self.assertGreater(len(headers), 30)
        self.assertLessEqual(len(headers), MAX_HEADERS)
        self.assertLessEqual(lines, MAX_LINES)

    def test_the_reference_describes_them(self) -> None:
        self.assertLess(purposes().keys(), set(described()))
        self.assertIn("scrump/search/options.hpp", described())
        self.assertNotIn("scrump/search/detail/engine.hpp", described())
        self.assertNotIn("scrump/search/ext/preparation.hpp", described())

    def test_the_page_has_them(self) -> None:
        """If this fails: scripts/write-api"""
        page = API.read_text("utf-8")
        self.assertEqual(with_table(page, purposes()), page)

    def test_a_header_says_what_it_is_for(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            include = Path(folder) / "include/scrump/new"
            include.mkdir(parents=True)
            (include / "door.hpp").write_text("#pragma once\n\n// Include it for new things.\n//\n// More.\n")
            (include / "inner.hpp").write_text("#pragma once\n\n// Inner things.\n")
            rows = purposes(Path(folder))
        self.assertEqual(rows, {"scrump/new/door.hpp": "new things"})
        self.assertIn("\n| `scrump/new/door.hpp` | new things |\n", with_table(API.read_text("utf-8"), rows))
        with self.assertRaises(ValueError):
            with_table("a page without a table", rows)


if __name__ == "__main__":
    unittest.main()
