"""What is installed with the command: its documentation, whose links lead to what is installed, too."""

import os
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILD = os.environ.get("SCRUMP_BUILD", ROOT / "build/release")
# What stands in the folder of the documentation as it does in the source tree; other links lead into the latter.
INSTALLED = {"README.md", "CHANGELOG.md", "docs", "examples"}
LINK = re.compile(r"\]\(([\w./-]+)(?:#[^()\s]*)?\)")


def links_of(page: Path) -> list[str]:
    text = re.sub(r"^```.*?^```", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    return LINK.findall(re.sub(r"`[^`\n]*`", "", text))


class Install(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        line = ["cmake", "--install", str(BUILD), "--component", "command", "--prefix", folder.name]
        done = subprocess.run(line, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.documentation = Path(folder.name) / "share/doc/scrump"

    def test_each_page_is_installed_as_it_is(self) -> None:
        pages = [Path("README.md"), Path("CHANGELOG.md"), *(page.relative_to(ROOT) for page in ROOT.glob("docs/*.md"))]
        self.assertGreater(len(pages), 20)
        for page in pages:
            self.assertEqual((self.documentation / page).read_bytes(), (ROOT / page).read_bytes(), page)
        self.assertEqual({path.name for path in (self.documentation / "docs").iterdir()}, {page.name for page in pages[2:]})

    def test_links_between_pages_and_to_examples_lead_somewhere(self) -> None:
        dead, alive = [], 0
        for page in self.documentation.rglob("*.md"):
            for link in links_of(page):
                place = Path(os.path.relpath(page.parent / link, self.documentation))
                if place.parts[0] not in INSTALLED:
                    continue
                alive += (self.documentation / place).exists()
                if not (self.documentation / place).exists():
                    dead.append(f"{page.name}: {link}")
        self.assertEqual(dead, [])
        self.assertGreater(alive, 150)


if __name__ == "__main__":
    unittest.main()
