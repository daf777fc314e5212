"""The presets that leave tests out name tests that there are: what was renamed would be run again without a word."""
import json
import re
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TEST = re.compile(r"^\s*(?:TYPED_)?TEST(?:_[FP])?\((\w+),\s*(\w+)\)", re.MULTILINE)


def tests() -> set[str]:
    """As "Suite.Name", all that the sources define."""
    sources = (path.read_text() for path in (ROOT / "tests").rglob("*.cpp"))
    return {f"{suite}.{name}" for source in sources for suite, name in TEST.findall(source)}


def left_out() -> list[str]:
    """Patterns of GoogleTest, from all presets."""
    presets = json.loads((ROOT / "CMakePresets.json").read_text())["testPresets"]
    filters = (preset.get("environment", {}).get("GTEST_FILTER", "") for preset in presets)
    return [pattern for each in filters for pattern in each.removeprefix("-").split(":") if pattern]


def names(pattern: str, test: str) -> bool:
    """Whether a pattern is meant for a test. A parametrized one has its instance in front and its parameter at the end."""
    plain = re.sub(r"^\w+/(?=\w+\.)", "", pattern)
    plain = re.sub(r"/[\w*]+$", "", plain)
    return re.fullmatch(plain.replace(".", r"\.").replace("*", ".*"), test) is not None


class Presets(unittest.TestCase):
    def test_patterns_are_compared_without_instance_and_parameter(self):
        self.assertTrue(names("Workers/Reordered.Functions*/0", "Reordered.FunctionsStay"))
        self.assertTrue(names("Nogoods.Exclude*", "Nogoods.ExcludeOthers"))
        self.assertFalse(names("Nogoods.Exclude*", "Nogoods.Others"))
        self.assertFalse(names("Nogoods.*", "OtherNogoods.Others"))

    def test_what_is_left_out_is_there(self):
        patterns, known = left_out(), tests()
        self.assertGreater(len(patterns), 10)
        self.assertGreater(len(known), 1000)
        self.assertEqual([pattern for pattern in patterns if not any(names(pattern, test) for test in known)], [])


if __name__ == "__main__":
    unittest.main()
