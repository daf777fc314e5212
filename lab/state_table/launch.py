"""Command lines, running them, and what they print."""

import json
from dataclasses import dataclass
from typing import Any

from lab.workstealing import launch as shared
from lab.workstealing.launch import Failure

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
    launcher = [programs.mpirun, "-n", str(kind.processes)] if kind.processes > 1 else []
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
    try:
        told: dict[str, Any] = json.loads(output)
        if (told["schema"], told["version"]) != ("scrump-table", 1):
            raise Failure("not what this version of scrump_table prints")
    except (json.JSONDecodeError, KeyError, TypeError) as error:
        raise Failure(f"cannot make sense of what scrump_table prints: {error!r}") from error
    return told


def run(words: list[str], net: str, programs: Programs) -> dict[str, Any]:
    cluster = shared.Cluster(programs.table, programs.mpirun, [], 1, programs.timeout)
    return parse(shared.output(words, {**shared.environment(cluster), "SCRUMP_NET": net}, programs.timeout))
