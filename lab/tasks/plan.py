"""What is run: programs of fork and join, by processes and workers, each beside its sequential twin."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

PAPER = "slides"
BLOCK = 16  # elements that matmul does not divide


@dataclass(frozen=True)
class Program:
    name: str  # as `scrump tasks` calls it
    size: str

    def __str__(self) -> str:
        return f"{self.name} {self.size}"


def programs(**sizes: str) -> list[Program]:
    """fib, queens and matmul by their sizes, uts by its trees, with commas between them."""
    return [
        Program("fib", sizes["fib"]),
        Program("queens", sizes["queens"]),
        *(Program("uts", tree) for tree in sizes["uts"].split(",")),
        Program("matmul", sizes["matmul"]),
    ]


SLIDES = programs(fib="45", queens="15", uts="T2L,T3L", matmul="512")
SCALED = programs(fib="42", queens="13", uts="T2,T3", matmul="512")
QUICK = programs(fib="20", queens="8", uts="T2,T3", matmul="32")


@dataclass(frozen=True)
class Kind:
    """Runs that differ in nothing but when they were made."""

    program: Program
    processes: int = 0  # 0: the sequential twin
    workers: int = 1  # of each process
    amount: str | None = None  # what a steal takes: a number of tasks, or a word; none: what the command chooses
    deque: str | None = None  # how thieves get tasks; none: likewise
    paper: str | None = None  # whose system it is, as the command calls it; none: Scrump's own

    def __str__(self) -> str:
        if self.is_sequential:
            return f"{self.program}, sequential"
        amount = "" if self.amount is None else f", steal-{self.amount}"
        deque = "" if self.deque is None else f", {self.deque} deque"
        return f"{self.program}, {self.processes} x {self.workers} workers{amount}{deque}"

    @property
    def is_sequential(self) -> bool:
        return self.processes == 0

    def sequential(self) -> "Kind":
        """What its speed-up is over."""
        return Kind(self.program)


def kinds(
    of: Sequence[Program],
    processes: Sequence[int],
    workers: Sequence[int],
    most: int,
    amounts: Sequence[str] = (),
    deques: Sequence[str] = (),
    paper: str | None = None,
) -> list[Kind]:
    """All programs by processes and workers, at most `most` workers in all. Other amounts and deques than the command's
    own make a difference only where there are thieves. `paper`: the system that all of them are."""
    made = []
    for program in of:
        for each in processes:
            for many in workers:
                if each * many <= most:
                    made.append(Kind(program, each, many, paper=paper))
                    if each * many > 1:
                        made += [Kind(program, each, many, amount, paper=paper) for amount in amounts]
                        made += [Kind(program, each, many, None, deque, paper) for deque in deques]
    return made


def calls_of_fib(n: int) -> int:
    """2 fib(n + 1) - 1."""
    one, next_one = 0, 1
    for _ in range(n):
        one, next_one = next_one, one + next_one
    return 2 * next_one - 1


@cache
def calls_of_matmul(rows: int, columns: int) -> int:
    """One for a block, and those of its halves if it is large."""
    if rows * columns <= BLOCK:
        return 1
    if rows >= columns:
        return 1 + calls_of_matmul(rows // 2, columns) + calls_of_matmul(rows - rows // 2, columns)
    return 1 + calls_of_matmul(rows, columns // 2) + calls_of_matmul(rows, columns - columns // 2)
