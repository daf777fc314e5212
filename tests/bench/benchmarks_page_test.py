"""docs/benchmarks.md and the README count the rows that fall short."""

import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/benchmarks.md").read_text(encoding="utf-8")
README = (ROOT / "README.md").read_text(encoding="utf-8")


def judged_rows() -> list[dict[str, str]]:
    """Rows of the page's tables that have a target, as scrump_bench --markdown writes them."""
    head: list[str] = []
    found = []
    for line in PAGE.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")] if line.startswith("|") else []
        if "reached" in cells:
            head = cells
        elif not cells:
            head = []
        elif head and len(cells) == len(head):
            row = dict(zip(head, cells, strict=True))
            if row["reached"] in ("yes", "no"):
                found.append(row)
    return found


def missed_rows() -> list[dict[str, str]]:
    return [row for row in judged_rows() if row["reached"] == "no"]


class RowsThatFallShort(unittest.TestCase):
    def test_the_page_and_the_readme_count_them(self) -> None:
        count = f"Of {len(judged_rows())} rows that have a target, {len(missed_rows())} fall short of it"
        self.assertGreater(len(judged_rows()), 100)
        for page in (PAGE, README):
            self.assertIn(count, " ".join(page.split()))


if __name__ == "__main__":
    unittest.main()
