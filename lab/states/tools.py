"""The tools that explore the models of this folder: how each is built, started and read."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ..harness.running import ROOT, Failure, output, parse

HERE = Path(__file__).resolve().parent
INTERFACE = ROOT / "tests/problems/pins"  # its header of PINS


@dataclass(frozen=True)
class Model:
    """A model in three languages: Scrump's own, NAME.pml (Promela) and NAME.h (C)."""

    name: str
    size: str
    definitions: Mapping[str, object] = field(hash=False)  # of the Promela and C texts
    hash_bits: int  # of the tables that are not to grow: states would fill half of one at most

    def __str__(self) -> str:
        return f"{self.name} {self.size}"


def philosophers(number: int, hash_bits: int) -> Model:
    return Model("philosophers", str(number), {"N": number}, hash_bits)


def peterson(number: int, hash_bits: int) -> Model:
    return Model("peterson", str(number), {"N": number}, hash_bits)


def puzzle(rows: int, columns: int, hash_bits: int) -> Model:
    board = ",".join(map(str, range(rows * columns)))
    return Model("puzzle", f"{rows}x{columns}", {"ROWS": rows, "COLUMNS": columns, "BOARD": f"{{{board}}}"}, hash_bits)


MODELS = {each.name: each for each in (philosophers(16, 22), peterson(6, 24), puzzle(2, 5, 22))}
SMALL = {each.name: each for each in (philosophers(8, 18), peterson(4, 18), puzzle(3, 3, 19))}


@dataclass(frozen=True)
class Space:
    """What all tools must agree on."""

    states: int
    transitions: int

    def __str__(self) -> str:
        return f"{self.states:,} states and {self.transitions:,} transitions"


@dataclass(frozen=True)
class Programs:
    """Paths; None: that one is not there."""

    scrump: str
    spin: str | None
    cc: str | None
    ltsmin: str | None
    folder: Path  # for what is built


class Contender:
    """A tool with some of its options."""

    name: str
    tool: str
    module = False  # whether it loads the model in C

    def has(self, workers: int) -> bool:
        """Whether it can be run by this number of workers."""
        return True

    def is_there(self, programs: Programs) -> bool:
        return True

    def build(self, model: Model, workers: int, programs: Programs) -> list[str]:
        """Builds what is to be run; the words that run it."""
        raise NotImplementedError

    def space(self, out: str, err: str) -> Space:
        raise NotImplementedError


class Scrump(Contender):
    name = "Scrump"
    tool = "scrump"

    def model(self, model: Model, programs: Programs) -> list[str]:
        return [model.name, model.size]

    def build(self, model: Model, workers: int, programs: Programs) -> list[str]:
        words = self.model(model, programs)
        return [programs.scrump, "explore", *words, "--all", "--workers", str(workers), "--json"]

    def space(self, out: str, err: str) -> Space:
        told = parse(out)
        return Space(told["states"], told["transitions"])


class ScrumpWithModule(Scrump):
    name = "Scrump, module"
    module = True

    def is_there(self, programs: Programs) -> bool:
        return programs.cc is not None

    def model(self, model: Model, programs: Programs) -> list[str]:
        return [str(compiled(model, programs))]


@dataclass(frozen=True)
class Spin(Contender):
    name: str
    options: tuple[str, ...]  # of the compiler
    cores: int = 1
    depth_first: bool = False
    tool = "spin"

    def has(self, workers: int) -> bool:
        return workers == self.cores

    def is_there(self, programs: Programs) -> bool:
        return programs.spin is not None and programs.cc is not None

    def build(self, model: Model, workers: int, programs: Programs) -> list[str]:
        folder = programs.folder / f"{model.name}-{'-'.join(self.name.split())}"
        folder.mkdir(parents=True, exist_ok=True)
        program = folder / "pan"
        words = [str(programs.spin), *definitions(model), "-a", str(HERE / f"{model.name}.pml")]
        output(["sh", "-c", 'cd "$1" && shift && exec "$@"', "sh", str(folder), *words])
        output([str(programs.cc), "-O3", "-w", "-DNOREDUCE", "-DSAFETY", "-DNOFAIR", "-DNOBOUNDCHECK", *self.options,
                str(folder / "pan.c"), "-o", str(program)])  # fmt: skip
        depth = [f"-m{2 ** (model.hash_bits - 1)}"] if self.depth_first else []
        cores = [f"-u{self.cores}"] if "-DBFS_PAR" in self.options else []
        return [str(program), "-E", "-n", f"-w{model.hash_bits}", *depth, *cores]

    def space(self, out: str, err: str) -> Space:
        if "Full statespace search" not in out:
            raise Failure(f"SPIN did not keep whole states:\n{out.strip()}")
        if self.cores > 1 and not re.search(rf"\(using {self.cores} cores\)|\(NCORE={self.cores}\b", out):
            raise Failure(f"SPIN had not {self.cores} cores:\n{out.strip()}")
        # It counts the initial state as a transition, too.
        return Space(number(r"^ *(\S+) states, stored$", out), number(r"^ *(\S+) transitions", out) - 1)


@dataclass(frozen=True)
class LtsMin(Contender):
    name: str
    strategy: str
    module = True
    tool = "pins2lts-mc"

    def is_there(self, programs: Programs) -> bool:
        return programs.ltsmin is not None and programs.cc is not None

    def build(self, model: Model, workers: int, programs: Programs) -> list[str]:
        return [str(programs.ltsmin), f"--procs={workers}", f"--strategy={self.strategy}", f"--size={model.hash_bits}",
                str(compiled(model, programs))]  # fmt: skip

    def space(self, out: str, err: str) -> Space:
        told = out + err
        return Space(number(r"Explored (\d+) states", told), number(r"Explored \d+ states (\d+) transitions", told))


def definitions(model: Model) -> list[str]:
    return [f"-D{name}={value}" for name, value in model.definitions.items()]


def compiled(model: Model, programs: Programs) -> Path:
    """The model in C, compiled once."""
    path = programs.folder / f"{model.name}.so"
    if not path.exists():
        output([str(programs.cc), "-O3", "-shared", "-fPIC", f"-I{INTERFACE}", f'-DMODEL="{model.name}.h"',
                *definitions(model), str(HERE / "pins.c"), "-o", str(path)])  # fmt: skip
    return path


def number(pattern: str, text: str) -> int:
    found = re.search(pattern, text, re.MULTILINE)
    if found is None:
        raise Failure(f"cannot make sense of its output:\n{text.strip()}")
    return int(float(found[1]))


CONTENDERS: Sequence[Contender] = (
    Scrump(),
    ScrumpWithModule(),
    Spin("SPIN breadth-first", ("-DBFS",)),
    Spin("SPIN depth-first", (), depth_first=True),
    Spin("SPIN breadth-first in parallel", ("-DBFS_PAR", "-DNO_HC"), cores=2),
    Spin("SPIN depth-first in parallel", ("-DNCORE=2", "-DMEMLIM=4000"), cores=2, depth_first=True),
    LtsMin("LTSmin breadth-first", "bfs"),
    LtsMin("LTSmin depth-first", "dfs"),
)
