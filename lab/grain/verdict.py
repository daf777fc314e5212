"""How far what is chosen while running is from the best that could have been fixed before."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median

from .plan import ADAPTIVE, AUTO, FIXED, SEQUENTIAL

CLOSE = 1.05  # the largest ratio that is acceptable

Row = Mapping[str, str]


@dataclass(frozen=True)
class Line:
    case: str
    best_grain: str
    best: float  # median seconds of the best fixed grain
    chosen: float  # the same of the chosen grain
    twin: float | None = None  # the same of the sequential twin

    @property
    def ratio(self) -> float:
        return self.chosen / self.best

    @property
    def close(self) -> bool:
        return self.ratio <= CLOSE


def _line(case: str, samples: Mapping[tuple[str, str], Sequence[float]], chosen_mode: str) -> Line | None:
    """`samples` by mode and grain."""
    medians = {key: median(values) for key, values in samples.items()}
    fixed = {grain: value for (mode, grain), value in medians.items() if mode == FIXED}
    chosen = [value for (mode, grain), values in samples.items() if mode == chosen_mode for value in values]
    twin = [value for (mode, grain), values in samples.items() if mode == SEQUENTIAL for value in values]
    if not fixed or not chosen:
        return None
    best = min(fixed, key=lambda grain: fixed[grain])
    return Line(case, best, fixed[best], median(chosen), median(twin) if twin else None)


def heat_lines(rows: Iterable[Row]) -> list[Line]:
    """Of each ring and number of workers. The twin has no workers, so it stands beside all of them."""
    cases: dict[tuple[str, str, str], dict[tuple[str, str], list[float]]] = defaultdict(lambda: defaultdict(list))
    twins: dict[tuple[str, str], list[float]] = defaultdict(list)
    for row in rows:
        ring = (row["points"], row["steps"])
        if row["mode"] == SEQUENTIAL:
            twins[ring].append(float(row["seconds"]))
        else:
            cases[(*ring, row["workers"])][(row["mode"], row["partition"])].append(float(row["seconds"]))
    found = []
    for (points, steps, workers), samples in cases.items():
        if twin := twins.get((points, steps)):
            samples[(SEQUENTIAL, "")] = twin
        found.append(_line(f"heat, {points} points, {steps} steps, workers: {workers}", samples, ADAPTIVE))
    return [line for line in found if line]


def search_lines(rows: Iterable[Row]) -> list[Line]:
    """Of each problem, skeleton and number of workers. Where runs visited different nodes, as a search for a best one
    may, times are those of as many nodes as the median run visited."""
    cases: dict[tuple[str, str, str], list[Row]] = defaultdict(list)
    for row in rows:
        cases[(row["problem"], row["skeleton"], row["workers"])].append(row)
    found = []
    for (problem, skeleton, workers), members in cases.items():
        nodes = median(int(row["nodes"]) for row in members)
        samples: dict[tuple[str, str], list[float]] = defaultdict(list)
        for row in members:
            samples[(row["mode"], row["grain"])].append(float(row["seconds"]) * nodes / max(int(row["nodes"]), 1))
        found.append(_line(f"{problem}, {skeleton}, workers: {workers}", samples, AUTO))
    return [line for line in found if line]


def table(lines: Sequence[Line]) -> str:
    width = max([len("case"), *(len(line.case) for line in lines)]) + 2
    head = f"{'case':<{width}}{'best fixed':>12}{'seconds':>10}{'chosen, s':>11}{'ratio':>8}{'within 5%':>11}"
    if any(line.twin for line in lines):
        head += f"{'twin, s':>10}"
    rows = [
        f"{line.case:<{width}}{line.best_grain:>12}{line.best:>10.4f}{line.chosen:>11.4f}{line.ratio:>8.3f}"
        f"{'yes' if line.close else 'no':>11}{f'{line.twin:.4f}' if line.twin else '':>10}".rstrip()
        for line in lines
    ]
    return "\n".join([head, *rows])
