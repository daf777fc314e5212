"""The command keeps nothing between calls: what a run needs is passed to it."""

import re
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

KEPT = re.compile(r"^\s*(inline )?(static|thread_local) (?!constexpr)[^(]*[=;{]")


def kept(text: str) -> list[str]:
    """Lines that define variables which outlive a call."""
    return [line for line in text.splitlines() if KEPT.match(line)]


class CommandState(unittest.TestCase):
    def test_kept_variables_are_found(self) -> None:
        for line in ("    static Invocation only;", "static int calls = 0;", "    static const auto all = read();",
                     "    thread_local std::string text{};"):  # fmt: skip
            self.assertEqual(kept(line), [line])
        for line in ("    static constexpr int most = 3;", "    static bool on_terminal();",
                     "    static std::string shown(const Value& value) {", "static_cast<void>(session);"):  # fmt: skip
            self.assertEqual(kept(line), [])

    def test_the_command_has_none(self) -> None:
        sources = sorted((ROOT / "cli").rglob("*.[ch]pp"))
        self.assertGreater(len(sources), 80)
        self.assertEqual({str(path): lines for path in sources if (lines := kept(path.read_text("utf-8")))}, {})


if __name__ == "__main__":
    unittest.main()
