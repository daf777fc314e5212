"""The arguments that experiments have in common, and readers of their values."""

import argparse
import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from .running import Failure, find_built, find_program

CORES = len(os.sched_getaffinity(0))


def words(text: str) -> list[str]:
    return [word for word in text.split(",") if word]


def whole_numbers(text: str) -> list[int]:
    """In their order."""
    try:
        values = [int(word) for word in words(text)]
    except ValueError:
        values = []
    if not values or min(values) < 1:
        raise argparse.ArgumentTypeError(f"{text!r}: numbers from 1, with commas between them")
    return values


def numbers(text: str) -> list[int]:
    """Each once, the least first."""
    return sorted(set(whole_numbers(text)))


def positive(text: str) -> int:
    values = whole_numbers(text)
    if len(values) != 1:
        raise argparse.ArgumentTypeError(f"{text!r}: one number")
    return values[0]


def known(noun: str, names: Sequence[str]) -> Callable[[str], list[str]]:
    """Reads some of the names, with commas between them."""

    def read(text: str) -> list[str]:
        given = words(text)
        for name in given:
            if name not in names:
                raise argparse.ArgumentTypeError(f"there is no {noun} {name!r}; there are {', '.join(names)}")
        if not given:
            raise argparse.ArgumentTypeError(f"names of {noun}s, with commas between them")
        return list(dict.fromkeys(given))

    return read


def powers_up_to(cores: int) -> list[int]:
    """1, 2, 4, … and all cores."""
    return sorted({1 << power for power in range(cores.bit_length()) if 1 << power <= cores} | {cores})


# A parser, or a group of its arguments.
Group = argparse._ActionsContainer


def add_scrump(group: Group) -> None:
    group.add_argument("--scrump", metavar="PATH", help="the command [of this source tree's build, else of PATH]")


def add_mpirun(group: Group) -> None:
    group.add_argument("--mpirun", metavar="PATH", default="mpirun", help="what starts the processes [%(default)s]")


def add_output(group: Group, folder: str) -> None:
    group.add_argument("--output", type=Path, metavar="DIR", default=Path(folder), help="[%(default)s]")


def add_timeout(group: Group, usual: float | None = None) -> None:
    told = f"give up if a run takes longer [{'never' if usual is None else usual}]"
    group.add_argument("--timeout", type=float, default=usual, metavar="SECONDS", help=told)


def add_paper(group: Group, paper: str, about: str) -> None:
    """`paper`: the name that the command knows its system by."""
    group.add_argument("--paper", choices=[paper], help=f"{about} (docs/papers.md)")


def add_published(group: Group) -> None:
    group.add_argument("--published", action="store_true", help="draw the paper's own numbers, too (lab/papers)")


def add_rounds(
    group: Group,
    usual: str,
    timeout: float | None = None,
    seed: str = "of the order of runs in each round",
    dry_run: str = "print the command lines",
) -> None:
    """How often and in which order things are run, and whether they are. `usual`: what the number of rounds is if it is
    left out; `seed` and `dry_run`: what these do."""
    group.add_argument("--repetitions", type=positive, metavar="N", help=f"rounds [{usual}]")
    group.add_argument("--seed", type=int, default=1, metavar="N", help=f"{seed} [%(default)s]")
    add_timeout(group, timeout)
    group.add_argument("--dry-run", action="store_true", help=dry_run)


def fill_in(given: argparse.Namespace, defaults: Mapping[str, Any]) -> None:
    """Gives values to the arguments that were left out."""
    for name, value in defaults.items():
        if getattr(given, name) is None:
            setattr(given, name, value)


def expect_hosts(hosts: Sequence[str], most: int, noun: str) -> None:
    """That there are as many hosts as one run has processes, if any are named."""
    if hosts and most > len(hosts):
        raise Failure(f"{most} {noun}, but {len(hosts)} hosts; to have two on a host, name it twice")


def scrump_of(given: argparse.Namespace) -> str:
    return find_built(given.scrump, "scrump", "--scrump")


def mpirun_of(given: argparse.Namespace, needed: bool = True) -> str:
    """Its path; only its name where nothing starts it."""
    return find_program(given.mpirun, "--mpirun") if needed else given.mpirun
