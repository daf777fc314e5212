"""Programs that use Scrump get along with the headers that docs/api.md lists: the examples, and those in the pages.
Headers keep to their rings, and the one for searches includes no more than it may."""

import re
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
INCLUDED = re.compile(r'^ *#include [<"](scrump/[^>"]+)[>"]', re.MULTILINE)
DEBUG_ONLY = re.compile(r"#if defined\(SCRUMP_CHECK_SEARCHES\).*?#(?:else|endif)", re.DOTALL)

ERROR = "scrump/base/error.hpp"

DOORS = {"search", "tasks", "loops", "states"}
ROOM_OF = {"diagrams": "states"}  # headers at the top whose room has another name

# What a user's file with searches includes, in headers and lines of Scrump's own.
SEARCH = "scrump/search.hpp"
MAX_HEADERS, MAX_LINES = 72, 6500


def reached_from(header: str, found: set[str]) -> set[str]:
    """Headers of Scrump that it brings along, and itself, besides those that were found."""
    if header not in found:
        found.add(header)
        text = DEBUG_ONLY.sub("", (ROOT / "include" / header).read_text("utf-8"))
        for other in INCLUDED.findall(text):
            reached_from(other, found)
    return found


def listed() -> set[str]:
    return set(re.findall(r"^\| `(scrump/[^`]+)` \|", (ROOT / "docs/api.md").read_text("utf-8"), re.MULTILINE))


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
    return [header for header in INCLUDED.findall(text)
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
        self.assertIn("scrump/search.hpp", listed())
        self.assertLessEqual(len(listed()), 21)
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

    def test_a_search_includes_no_more_than_it_may(self) -> None:
        headers = reached_from(SEARCH, set())
        lines = sum(len((ROOT / "include" / header).read_text("utf-8").splitlines()) for header in headers)
        self.assertGreater(len(headers), 30)
        self.assertLessEqual(len(headers), MAX_HEADERS)
        self.assertLessEqual(lines, MAX_LINES)

    def test_the_reference_describes_them(self) -> None:
        described = (ROOT / "docs/Doxyfile").read_text("utf-8")
        for header in listed() - {"scrump/net/cereal.hpp"}:  # which adds nothing that a program names
            self.assertIn(f"include/{header}", described)


if __name__ == "__main__":
    unittest.main()
