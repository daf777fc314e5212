"""A small random model as a file of decision diagrams, and how many states it has: enough work for two hosts, and not
more. The format is told in <scrump/states/diagrams/model_file.hpp>."""

from __future__ import annotations

import random
import struct
from collections.abc import Callable
from pathlib import Path

Values = tuple[int, ...]


class Diagrams:
    """Functions by their values, as nodes of a file: an edge is the number of a node, from 1, and a complement."""

    def __init__(self) -> None:
        self.numbers: dict[tuple[int, int, tuple[int, bool]], int] = {}
        self.written = 0

    def edge(self, variables: list[int], value: Callable[[Values], bool], known: Values = ()) -> tuple[int, bool]:
        if not variables:
            return 0, value(known)
        low = self.edge(variables[1:], value, (*known, 0))
        high = self.edge(variables[1:], value, (*known, 1))
        if low == high:
            return low
        node = variables[0], low[0], (high[0], high[1] != low[1])
        return self.numbers.setdefault(node, len(self.numbers) + 1), low[1]

    def diagram(self, variables: list[int], value: Callable[[Values], bool]) -> bytes:
        """With the nodes that no earlier one has."""
        number, complement = self.edge(variables, value)
        new = list(self.numbers)[self.written :]
        self.written += len(new)
        nodes = [(variable << 40 | high, complemented << 63 | low) for variable, low, (high, complemented) in new]
        return struct.pack("<Q", len(nodes)) + b"".join(struct.pack("<QQ", *node) for node in nodes) + \
            struct.pack("<Q", complement << 63 | number)  # fmt: skip


def write_random_model(file: Path, bits: int, relations: int, seed: int) -> int:
    """Of states of so many bits, from 0 on; each relation is between values of five of them. Returns how many can be
    reached."""
    chance = random.Random(seed)
    steps: list[tuple[list[int], set[Values]]] = []
    for _ in range(relations):
        of = sorted(chance.sample(range(bits), 5))
        steps.append((of, {tuple(chance.randrange(2) for _ in range(10)) for _ in range(12)}))
    diagrams = Diagrams()
    state = [2 * bit for bit in range(bits)]
    parts = [struct.pack("<QQ", bits, 1), numbers(state), numbers([each + 1 for each in state])]
    parts += [diagrams.diagram(state, lambda values: not any(values)), struct.pack("<Q", bits), numbers(state)]
    parts.append(struct.pack("<i", relations))
    for of, pairs in steps:
        variables = [variable for bit in of for variable in (2 * bit, 2 * bit + 1)]
        parts += [diagrams.diagram(variables, pairs.__contains__), struct.pack("<Q", len(of)),
                  numbers(variables[::2]), numbers(variables[1::2])]  # fmt: skip
    file.write_bytes(b"".join(parts))
    return count_reachable(bits, steps)


def numbers(of: list[int]) -> bytes:
    return struct.pack(f"<{len(of)}I", *of)


def count_reachable(bits: int, steps: list[tuple[list[int], set[Values]]]) -> int:
    first = (0,) * bits
    reached = {first}
    waiting = [first]
    while waiting:
        state = waiting.pop()
        for of, pairs in steps:
            for pair in pairs:
                if any(state[bit] != value for bit, value in zip(of, pair[::2])):
                    continue
                new = list(state)
                for bit, value in zip(of, pair[1::2]):
                    new[bit] = value
                if (found := tuple(new)) not in reached:
                    reached.add(found)
                    waiting.append(found)
    return len(reached)
