"""Several runs side by side: what they have in common, how they differ, and how time depends on the number of
workers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from statistics import median

from scrump.report import key_figures, units
from scrump.report.run import Run
from scrump.report.states_run import StatesRun

# The options of runs, by the names of their fields; each kind of run has some of them.
_CHOICES = ("skeleton", "technique", "deque", "strategy", "order", "storage", "policy")


@dataclass(frozen=True)
class NamedRun:
    name: str  # name of its file
    run: Run

    @property
    def work(self) -> int:
        return self.run.work[0]

    @property
    def steals(self) -> int | None:
        """Number of successful steals, within localities and between them; `None`: not counted."""
        return self.run.total.steals_won if self.run.total is not None else None

    @property
    def idle_rate(self) -> float | None:
        times = self.run.times
        return 1 - times.working / times.total if times is not None and times.total > 0 else None

    @property
    def complete(self) -> bool:
        return self.run.status == "complete"


@dataclass(frozen=True)
class Point:
    """Runs with the same number of workers: the median of their times, and their speedup over runs with the fewest
    workers, as a multiple of one worker's rate."""

    workers: int
    seconds: float
    speed_up: float

    @property
    def efficiency(self) -> float:
        return self.speed_up / self.workers


@dataclass(frozen=True)
class Curve:
    """Complete runs that differ only in their numbers of workers."""

    label: str
    points: tuple[Point, ...]


def measure(runs: Sequence[NamedRun]) -> str:
    """Unit of the work of the first run: "nodes"."""
    return f"{runs[0].run.work[1]}s"


def settings(run: Run) -> dict[str, str]:
    """The instance and the options of the run, except the workers: equal in runs whose times can be compared."""
    chosen = {name: str(getattr(run, name)) for name in _CHOICES if getattr(run, name, "")}
    machine = {"machine": "simulated"} if run.simulated else {}
    return {"problem": run.problem, "instance": key_figures.instance(run), **chosen, **machine}


def differing(runs: Sequence[NamedRun]) -> list[str]:
    """Names of the settings that are not the same in all runs."""
    all_settings = [settings(each.run) for each in runs]
    names = dict.fromkeys(name for each in all_settings for name in each)
    return [name for name in names if len({each.get(name, "") for each in all_settings}) > 1]


def curves(runs: Sequence[NamedRun]) -> list[Curve]:
    """A curve for each group of runs with the same settings and different numbers of workers."""
    groups: dict[tuple[str, ...], list[NamedRun]] = {}
    differ = differing(runs)
    for each in runs:
        if each.complete and each.run.seconds > 0:
            groups.setdefault(tuple(settings(each.run).get(name, "") for name in differ), []).append(each)
    return [_curve(", ".join(filter(None, key)), group) for key, group in groups.items() if _varies(group)]


def _varies(group: Iterable[NamedRun]) -> bool:
    return len({each.run.all_workers for each in group}) > 1


def _curve(label: str, group: Sequence[NamedRun]) -> Curve:
    times: dict[int, list[float]] = {}
    for each in group:
        times.setdefault(each.run.all_workers, []).append(each.run.seconds)
    fewest = min(times)
    first = median(times[fewest]) * fewest
    return Curve(
        label,
        tuple(Point(workers, median(times[workers]), first / median(times[workers])) for workers in sorted(times)),
    )


def notes(runs: Sequence[NamedRun]) -> list[str]:
    """Notes that readers need before they compare times."""
    found = []
    differ = differing(runs)
    if "problem" in differ or "instance" in differ:
        found.append("These runs did not do the same: problems or instances differ, so ratios of times say little.")
    found += _disagreements(runs)
    for each in runs:
        if not each.complete:
            found.append(f"{each.name} was stopped: its time is not that of the whole, and is in no ratio or curve.")
        if isinstance(each.run, StatesRun) and each.run.expected_missed > 0:
            missed = f"{each.run.expected_missed:.2g}"
            found.append(f"{each.name} is expected to have missed {missed} states, as not all of each is kept.")
        found += [f"{each.name}: {sentence}" for sentence in sharing(each.run)]
    if len({each.run.program for each in runs}) > 1:
        found.append(
            "They were made by different versions: " + _listed(runs, lambda run: run.program or "unknown") + "."
        )
    machines = {tuple(host.name for host in each.run.hosts) for each in runs if each.run.hosts}
    if len(machines) > 1:
        found.append("They ran on different machines.")
    return found


def _listed(runs: Sequence[NamedRun], text: Callable[[Run], str]) -> str:
    return ", ".join(f"{each.name} {text(each.run)}" for each in runs)


def _disagreements(runs: Sequence[NamedRun]) -> list[str]:
    """Notes on complete runs of one instance with different decisive results."""
    by_instance: dict[tuple[str, str], list[NamedRun]] = {}
    for each in runs:
        if each.complete and _decisive(each.run):
            what = settings(each.run)
            by_instance.setdefault((what["problem"], what["instance"]), []).append(each)
    found = []
    for same in by_instance.values():
        answers = {_decisive(each.run) for each in same}
        if len(answers) > 1:
            told = _listed(same, lambda run: ", ".join(f"{name} {value}" for name, value in _decisive(run)))
            found.append(f"Complete runs of one instance do not agree, which must not be: {told}.")
    return found


def _decisive(run: Run) -> tuple[tuple[str, str], ...]:
    """The decisive result. Decisions may find different solutions. Numbers of states of an incomplete state space are
    not decisive."""
    if isinstance(run, StatesRun):
        whole = run.all_expanded and run.expected_missed == 0
        return tuple(each for each in run.answer if each[0] != "found") if whole else ()
    exists = tuple(each for each in run.answer if each[0] == "exists")
    return exists or run.answer


def sharing(run: Run) -> list[str]:
    """Notes on workers that have to share processors, a sentence for each host."""
    found = []
    for each in run.shared_processors:
        numbers = units.plural(len(each.processors), "processor")
        who = " and ".join(map(str, each.localities))
        if len(each.localities) > 1:
            found.append(
                f"processes share cores: the {units.plural(each.workers, 'worker')} of localities {who} on {each.host} "
                f"have {numbers}."
            )
        else:
            found.append(f"{units.plural(each.workers, 'worker')} on {each.host} share {numbers}.")
    return found
