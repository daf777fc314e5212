"""Nothing above base/ reads a clock, starts a thread or sleeps by itself: all of it goes through base/platform.hpp."""

import re
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

BY_ITSELF = re.compile(
    r"(steady|system|high_resolution)_clock|clock_gettime|gettimeofday|std::j?thread\b|std::this_thread|pthread_create"
    r"|condition_variable|std::(async|future|promise|packaged_task|latch|barrier|counting_semaphore)|\bu?sleep\(|SYS_futex"
)


def found(text: str) -> list[str]:
    """The lines of a source that do it by themselves; comments may speak of it."""
    return [line for line in text.splitlines() if BY_ITSELF.search(line.split("//")[0])]


class Platform(unittest.TestCase):
    def test_what_does_it_by_itself_is_found(self) -> None:
        for line in ("    auto now = std::chrono::steady_clock::now();", "std::jthread thread(work);",
                     "std::this_thread::yield();", "std::condition_variable come;", "::usleep(3);"):  # fmt: skip
            self.assertEqual(found(line), [line])
        self.assertEqual(found("const Clock::time_point now = Clock::now();  // std::chrono::steady_clock's"), [])

    def test_all_goes_through_it(self) -> None:
        sources = [
            path
            for folder in ("include", "src", "problems", "cli")
            for path in sorted((ROOT / folder).rglob("*.[ch]pp"))
            if "/base/" not in str(path) and "/sim/" not in str(path)  # who has none is the machine itself
        ]
        self.assertGreater(len(sources), 100)
        self.assertEqual({str(path): lines for path in sources if (lines := found(path.read_text("utf-8")))}, {})


if __name__ == "__main__":
    unittest.main()
