"""Command lines, running them, and what they print."""

from dataclasses import dataclass
from typing import Any

from lab.harness import running

from .plan import MIXES, RAW, Kind


@dataclass(frozen=True)
class Sizes:
    direct_buckets: int
    messages_buckets: int
    width: float  # of the load that is added while time counts
    operations: int  # of get and put


USUAL = Sizes(1 << 22, 1 << 18, 0.02, 20_000)
QUICK = Sizes(1 << 14, 1 << 12, 0.05, 200)


@dataclass(frozen=True)
class Programs:
    table: str
    mpirun: str
    timeout: float | None


def command(kind: Kind, sizes: Sizes, programs: Programs) -> list[str]:
    launcher = running.launcher(programs.mpirun, kind.processes) if kind.processes > 1 else []
    buckets = sizes.direct_buckets if kind.net == "direct" else sizes.messages_buckets
    words = [*launcher, programs.table, kind.what, "--buckets", str(buckets), "--chunk", str(kind.chunk)]
    if kind.under_way > 0:
        words += ["--under-way", str(kind.under_way)]
    if kind.what in RAW:
        return [*words, "--operations", str(sizes.operations)]
    words += ["--load", str(kind.load), "--width", str(min(sizes.width, kind.load))]
    return [*words, "--found", str(MIXES[kind.mix]), "--prefetch", kind.prefetch]


def rivals_command(load: float, buckets: int, programs: Programs) -> list[str]:
    return [programs.table, "round-trips", "--load", str(load), "--buckets", str(buckets)]


def parse(output: str) -> dict[str, Any]:
    return running.parse_object(output, "scrump_table", "scrump-table")


def run(words: list[str], net: str, programs: Programs) -> dict[str, Any]:
    return parse(running.output(words, {**running.environment(), "SCRUMP_NET": net}, programs.timeout))
