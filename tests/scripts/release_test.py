"""A release says one version everywhere: that of CMakeLists.txt."""

import re
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def text(file: str) -> str:
    return (ROOT / file).read_text("utf-8")


def version() -> str:
    return re.search(r"project\(scrump VERSION ([0-9.]+)", text("CMakeLists.txt"))[1]


class Release(unittest.TestCase):
    def test_the_changes_begin_with_it(self) -> None:
        self.assertEqual(re.search(r"^## ([0-9.]+)", text("CHANGELOG.md"), re.MULTILINE)[1], version())

    def test_it_is_cited(self) -> None:
        self.assertIn(f"\nversion: {version()}\n", text("CITATION.cff"))
        released = re.search(r"^date-released: (\S+)$", text("CITATION.cff"), re.MULTILINE)[1]
        self.assertIn(f"## {version()}, {released}\n", text("CHANGELOG.md"))

    def test_the_python_package_takes_it_from_there(self) -> None:
        project = text("python/pyproject.toml")
        pattern = re.search(r"^regex = '(.*)'$", project, re.MULTILINE)[1]
        self.assertEqual(re.search(pattern, text("CMakeLists.txt"))["value"], version())
        self.assertNotIn("\nversion =", project)

    def test_the_library_takes_it_from_there(self) -> None:
        self.assertNotRegex(text("src/base/version.cpp"), r"[0-9]\.[0-9]")

    def test_recipes_are_for_it(self) -> None:
        for recipe in ("packaging/spack/package.py", "packaging/conda/recipe.yaml"):
            self.assertIn(f'"{version()}"', text(recipe), recipe)

    def test_who_builds_without_make_installs_the_same_packages(self) -> None:
        packages = re.search(r"^PACKAGES := ((?:.*\\\n)*.*)$", text("Makefile"), re.MULTILINE)[1]
        listed = re.search(r"^sudo apt-get install ((?:.*\\\n)*.*)$", text("CONTRIBUTING.md"), re.MULTILINE)[1]
        self.assertEqual(listed.replace("\\", " ").split(), packages.replace("\\", " ").split())


if __name__ == "__main__":
    unittest.main()
