"""The table of mutants: what is broken where, and which tests must notice. Pure."""

import fnmatch
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any


class Failure(Exception):
    """What the user has to know: a message, without a trace."""


@dataclass(frozen=True)
class Test:
    """Tests of one file: `file` in tests/, and a filter of GoogleTest."""

    file: str  # search/thief_test.cpp
    filter: str

    @property
    def folder(self) -> str:
        return self.file.rpartition("/")[0]

    @property
    def program(self) -> str:
        return "test_" + self.folder.replace("/", "_")

    @property
    def under_mpi(self) -> bool:
        """Whether its program runs as several processes."""
        return self.folder == "mpi"

    def __str__(self) -> str:
        return f"{self.file} {self.filter}"


@dataclass(frozen=True)
class Mutant:
    name: str
    file: str
    change: str  # this text
    to: str
    killed_by: tuple[Test, ...]  # each of them must fail


def mutants(text: str, where: str) -> list[Mutant]:
    """Those of a file of the table."""
    try:
        entries = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise Failure(f"{where}: {error}") from None
    if set(entries) - {"mutant"}:
        raise Failure(f"{where}: there is more in it than [[mutant]]")
    return [mutant(entry, f"{where}: mutant {number}") for number, entry in enumerate(entries.get("mutant", []), 1)]


def mutant(entry: Mapping[str, Any], where: str) -> Mutant:
    words = {"name", "file", "change", "to", "killed-by"}
    if set(entry) != words:
        raise Failure(f"{where}: has {', '.join(sorted(entry))}; expected are {', '.join(sorted(words))}")
    tests = entry["killed-by"]
    tests = [tests] if isinstance(tests, str) else tests
    if not tests:
        raise Failure(f"{where}: no test is named")
    made = Mutant(entry["name"], entry["file"], entry["change"], entry["to"], tuple(test(each, where) for each in tests))
    if not made.change or made.change == made.to:
        raise Failure(f"{where}: changes nothing")
    return made


def test(text: str, where: str) -> Test:
    file, _, names = text.partition(" ")
    if not file.endswith("_test.cpp") or "/" not in file or not names or " " in names:
        raise Failure(f"{where}: '{text}' is no test; expected is FOLDER/NAME_test.cpp and a filter of GoogleTest")
    return Test(file, names)


def together(tables: Iterable[list[Mutant]]) -> list[Mutant]:
    """All of the files of the table; no name occurs twice."""
    everyone: dict[str, Mutant] = {}
    for each in (mutant for table in tables for mutant in table):
        if everyone.setdefault(each.name, each) is not each:
            raise Failure(f"two mutants are called {each.name}")
    return list(everyone.values())


def chosen(everyone: Iterable[Mutant], patterns: list[str]) -> list[Mutant]:
    """Those whose name, or whose file, fits one of the patterns; all if there are none."""

    def fits(each: Mutant) -> bool:
        return any(fnmatch.fnmatchcase(text, pattern) for text in (each.name, each.file) for pattern in patterns)

    found = [each for each in everyone if not patterns or fits(each)]
    if not found:
        raise Failure(f"no mutant is called {' or '.join(patterns)}")
    return found


def applied(each: Mutant, source: str) -> str:
    """The source with its change. The text that changes must occur once."""
    times = source.count(each.change)
    if times != 1:
        raise Failure(f"{each.name}: what it changes occurs {times} times in {each.file}")
    return source.replace(each.change, each.to)
