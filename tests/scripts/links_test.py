"""A link in a page leads somewhere: to a file of this tree, and to a heading in it. The web site has all pages."""

import re
import subprocess
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LINK = re.compile(r"(?<!!)\[(?:[^\[\]]|\[[^\]]*\])*\]\(([^()\s]+)\)|^\[[^\]]+\]: (\S+)$", re.MULTILINE)
HERE = "https://github.com/scrump/scrump/blob/main/"


def pages() -> list[Path]:
    files = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "*.md"], cwd=ROOT, capture_output=True, text=True, check=False).stdout
    return [ROOT / file for file in files.split()] or [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]


def without_code(text: str) -> str:
    return re.sub(r"`[^`\n]*`", "", re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL))


def anchors(page: Path) -> set[str]:
    """As GitHub makes them of headings."""
    found: dict[str, int] = {}
    names = set()
    text = re.sub(r"^```.*?^```", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    for heading in re.findall(r"^#{1,6} (.+)$", text, re.MULTILINE):
        shown = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).strip().lower()
        name = re.sub(r"[^\w\- ]", "", shown).replace(" ", "-")
        names.add(f"{name}-{found[name]}" if name in found else name)
        found[name] = found.get(name, 0) + 1
    return names


def dead_links(page: Path) -> list[str]:
    dead = []
    for match in LINK.finditer(without_code(page.read_text("utf-8"))):
        link = match[1] or match[2]
        if link.startswith(HERE):
            place, base = link.removeprefix(HERE), ROOT
        elif re.match(r"[a-z]+:", link):
            continue
        else:
            place, base = link, page.parent
        file, _, anchor = place.partition("#")
        target = (base / file).resolve() if file else page
        if not target.exists() or (anchor and target.suffix == ".md" and anchor not in anchors(target)):
            dead.append(f"{page.relative_to(ROOT)}: {link}")
    return dead


class Links(unittest.TestCase):
    def test_they_lead_somewhere(self) -> None:
        self.assertGreater(len(pages()), 20)
        self.assertEqual([link for page in pages() for link in dead_links(page)], [])

    def test_the_site_lists_every_page(self) -> None:
        """What is not listed fails `make site`."""
        listed = re.findall(r"([\w-]+\.md)$", (ROOT / "mkdocs.yml").read_text("utf-8"), re.MULTILINE)
        beside = {"index.md", "options.md", "CHANGELOG.md", "CONTRIBUTING.md"}  # scripts/site_hooks.py brings them
        self.assertEqual(sorted(listed), sorted(beside | {page.name for page in (ROOT / "docs").glob("*.md")}))


if __name__ == "__main__":
    unittest.main()
