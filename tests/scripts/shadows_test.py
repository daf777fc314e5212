"""Of variables that hide others, those count that do so where each source is compiled by itself."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SCRIPT = Path(__file__).resolve().parents[2] / "scripts/check-shadows"
WARNING = "{}:7:9: warning: declaration shadows a variable in namespace 'a' [-Wshadow]\n    7 |     int all = 1;\n"
NOTE = "{}:3:5: note: previous declaration is here\n    3 | int all;\n"
DEPS = """\
all.dir/src/a.o: #deps 3, deps mtime 1 (VALID)
    ../../src/a.cpp
    ../../include/read.hpp
    /usr/include/stdio.h

all.dir/cmake_pch.hxx.gch: #deps 1, deps mtime 1 (VALID)
    ../../include/precompiled.hpp

other.dir/src/b.o: #deps 1, deps mtime 1 (VALID)
    ../../src/b.cpp
    ../../include/read.hpp
    ../../include/other.hpp
"""


def run(*pairs: tuple[str, str]) -> subprocess.CompletedProcess[str]:
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        log.write_text("".join(WARNING.format(here) + NOTE.format(there) for here, there in pairs))
        return subprocess.run([sys.executable, SCRIPT, log], input=DEPS, capture_output=True, text=True, check=False)


class Shadows(unittest.TestCase):
    def test_of_other_sources_and_their_headers_do_not_count(self) -> None:
        done = run(("src/a.cpp", "src/b.cpp"), ("../src/a.cpp", "include/other.hpp"), ("include/read.hpp", "nowhere.cpp"))
        self.assertEqual((done.returncode, done.stdout), (0, ""))

    def test_of_the_same_source_and_of_its_headers_count(self) -> None:
        for hidden in ("src/x/../a.cpp", "../../include/read.hpp", "include/precompiled.hpp"):
            done = run(("src/a.cpp", "src/b.cpp"), ("src/a.cpp", hidden))
            self.assertEqual((done.returncode, done.stdout), (1, f"src/a.cpp:7 hides {hidden}:3\n"))


if __name__ == "__main__":
    unittest.main()
