"""Where it runs, and how many hashes a second a core of it computes: a node of a tree costs one."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from lab.harness.place import Place, here, version
from lab.harness.running import output, parse_object

from .plan import Simulated


@dataclass(frozen=True)
class Machine(Place):
    hashes: dict[str, float] = field(default_factory=dict)  # a second on one core, by kernel, the best first

    @property
    def ceiling(self) -> float | None:
        return max(self.hashes.values()) if self.hashes else None

    def describe(self) -> str:
        rates = ", ".join(f"{name} {rate / 1e6:.1f}" for name, rate in self.hashes.items())
        if self.simulated is not None:
            told = "Times are that machine's, so the hash alone was not measured."
        elif self.hashes:
            told = f"The hash alone, on one core, in millions a second: {rates}."
        else:
            told = "The hash alone was not measured: scrump_hash_ceiling is neither built nor named."
        return f"{super().describe()}\n{told}"


def hashes(text: str) -> dict[str, float]:
    """What the calibration program prints."""
    told = parse_object(text, "scrump_hash_ceiling", "scrump-hash-ceiling")
    return {kernel["name"]: kernel["hashes_per_second"] for kernel in told["kernels"]}


def look(
    scrump: str, ceiling: Sequence[str], simulated: Simulated | None = None, paper: str | None = None
) -> Machine:
    """`ceiling`: the command of the calibration program; empty: the hash alone is not measured."""
    place = here("uts", version(scrump), simulated, paper)
    return Machine(**vars(place), hashes=hashes(output(ceiling)) if ceiling else {})
