"""Models as decision diagrams: explicit ones, as files that `scrump reach` reads."""

from __future__ import annotations

import itertools
import random
import struct
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

State = tuple[int, ...]
Edge = tuple[int, bool]  # a node's number, and whether its complement is meant; 0 is the constant false


Bits = tuple[bool, ...]


class _Diagram:
    """Of a set of assignments of some variables, which are in their order."""

    def __init__(self, variables: list[int], assignments: set[Bits]) -> None:
        self.nodes: list[tuple[int, int, Edge]] = []
        self._known: dict[tuple[int, int, Edge], int] = {}
        self._variables = variables
        self.root = self._of(0, assignments)

    def _of(self, place: int, those: set[Bits]) -> Edge:
        if not those or place == len(self._variables):
            return 0, bool(those)
        low, high = (self._of(place + 1, {each for each in those if each[place] == value}) for value in (False, True))
        if low == high:
            return low
        node = (self._variables[place], low[0], (high[0], high[1] != low[1]))  # low edges are never complemented
        if node not in self._known:
            self.nodes.append(node)
            self._known[node] = len(self.nodes)
        return self._known[node], low[1]

    def __bytes__(self) -> bytes:
        text = struct.pack("<Q", len(self.nodes))
        for variable, low, (high, complemented) in self.nodes:
            text += struct.pack("<QQ", complemented << 63 | high, variable << 40 | low)
        return text + struct.pack("<iQ", 1, self.root[1] << 63 | self.root[0])


@dataclass
class Model:
    """States are vectors of numbers; a relation leads from the values of some entries to others of the same."""

    bits: list[int]
    initial: set[State]
    relations: list[tuple[list[int], set[tuple[State, State]]]]

    def write(self, path: Path) -> Path:
        """As a *.sylvan.bdd file."""
        text = struct.pack("<i", len(self.bits)) + struct.pack(f"<{len(self.bits)}i", *self.bits) + struct.pack("<i", 0)
        entries = list(range(len(self.bits)))
        states = {self._as_bits(entries, state) for state in self.initial}
        text += struct.pack("<i", -1) + bytes(_Diagram([2 * bit for bit in self._bits(entries)], states))
        text += struct.pack("<i", len(self.relations))
        for own, _ in self.relations:
            text += struct.pack(f"<ii{2 * len(own)}i", len(own), len(own), *own, *own)
        for own, steps in self.relations:
            variables = [variable for bit in self._bits(own) for variable in (2 * bit, 2 * bit + 1)]
            text += bytes(_Diagram(variables, {self._as_pairs(own, before, after) for before, after in steps}))
        path.write_bytes(text + struct.pack("<ii", 0, 0))
        return path

    def successors(self, state: State) -> set[State]:
        found = set()
        for own, steps in self.relations:
            for before, after in steps:
                if before == tuple(state[entry] for entry in own):
                    changed = dict(zip(own, after, strict=True))
                    found.add(tuple(changed.get(entry, value) for entry, value in enumerate(state)))
        return found

    def distances(self) -> dict[State, int]:
        """Of all states that can be reached, how many steps it takes."""
        known = dict.fromkeys(self.initial, 0)
        layer = set(self.initial)
        while layer:
            layer = {after for before in layer for after in self.successors(before)} - {*known}
            known |= dict.fromkeys(layer, max(known.values()) + 1)
        return known

    def _bits(self, entries: Iterable[int]) -> list[int]:
        return [sum(self.bits[:entry]) + bit for entry in entries for bit in range(self.bits[entry])]

    def _as_bits(self, entries: list[int], values: State) -> Bits:
        """The most significant one of each entry first."""
        digits = "".join(f"{value:0{self.bits[entry]}b}" for entry, value in zip(entries, values, strict=True))
        return tuple(digit == "1" for digit in digits)

    def _as_pairs(self, entries: list[int], before: State, after: State) -> Bits:
        both = zip(self._as_bits(entries, before), self._as_bits(entries, after), strict=True)
        return tuple(bit for pair in both for bit in pair)


def switches(number: int) -> Model:
    """Each can be turned on once."""
    return Model([1] * number, {(0,) * number}, [([entry], {((0,), (1,))}) for entry in range(number)])


def some_model(seed: int) -> Model:
    chance = random.Random(seed)
    bits = [chance.choice((1, 2)) for _ in range(4)]
    relations = []
    for _ in range(4):
        own = sorted(chance.sample(range(4), 2))
        values = list(itertools.product(*(range(2 ** bits[entry]) for entry in own)))
        relations.append((own, {(chance.choice(values), chance.choice(values)) for _ in range(4)}))
    return Model(bits, {(0,) * 4}, relations)


def write_kanban(path: Path, cards: int) -> None:
    """The Kanban system (Ciardo and Tilgner, 1996) as a net: four cells, with a number of cards each."""
    places = {f"{kind}{cell}": cards if kind == "kanban" else 0
              for cell in range(1, 5) for kind in ("kanban", "m", "back", "out")}  # fmt: skip
    moves: dict[str, tuple[list[str], list[str]]] = {
        "in": (["kanban1"], ["m1"]),
        "from1": (["out1", "kanban2", "kanban3"], ["kanban1", "m2", "m3"]),
        "to4": (["out2", "out3", "kanban4"], ["kanban2", "kanban3", "m4"]),
        "out": (["out4"], ["kanban4"]),
    }
    for cell in range(1, 5):
        moves[f"redo{cell}"] = ([f"m{cell}"], [f"back{cell}"])
        moves[f"back{cell}_"] = ([f"back{cell}"], [f"m{cell}"])
        moves[f"ok{cell}"] = ([f"m{cell}"], [f"out{cell}"])
    _write_net(path, places, moves)


def write_pairs(path: Path, number: int) -> None:
    """A net of pairs of places, of which the first ones, which come before all others, have two tokens."""
    places = {f"a{i}": 2 for i in range(number)} | {f"b{i}": 0 for i in range(number)}
    _write_net(path, places, {f"move{i}": ([f"a{i}"], [f"b{i}"]) for i in range(number)})


def _write_net(path: Path, places: dict[str, int], moves: dict[str, tuple[list[str], list[str]]]) -> None:
    """Writes a net: places with their tokens, and transitions with places from which and to which a token goes."""
    parts = [f'<place id="{name}"><initialMarking><text>{tokens}</text></initialMarking></place>'
             for name, tokens in places.items()]  # fmt: skip
    arcs = []
    for name, (takes, puts) in moves.items():
        parts.append(f'<transition id="{name}"/>')
        arcs += [(place, name) for place in takes] + [(name, place) for place in puts]
    parts += [f'<arc id="a{number}" source="{source}" target="{target}"/>'
              for number, (source, target) in enumerate(arcs)]  # fmt: skip
    kind = "http://www.pnml.org/version-2009/grammar/ptnet"
    path.write_text(f'<pnml><net id="net" type="{kind}"><page id="page">{"".join(parts)}</page></net></pnml>', "utf-8")
