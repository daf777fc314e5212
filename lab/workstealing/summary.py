"""The samples in numbers, and these as a table."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import mean, median

from lab.harness.tables import line

from . import equations
from .plan import CONTENDED, EXPERIMENTS, ISOLATED, ONE_WORKER, Searches
from .results import Sample

TITLES = {
    ISOLATED: "Isolated (4.3)",
    CONTENDED: "In contention: all policies' programs at the same time (4.4)",
    ONE_WORKER: "One locality of one worker (4.5)",
}


HEAD = (
    "localities", "policy", "runs", "median s", "mean s", "least … greatest s", "varies by", "steals tried", "won",
    "refreshes", "speed-up, medians", "speed-up, means", "time saved",
)  # fmt: skip


@dataclass(frozen=True)
class Group:
    """The runs that differ by nothing but their repetition."""

    localities: int
    policy: str
    seconds: tuple[float, ...]  # by repetition
    steals_tried: float  # medians
    steals_won: float
    refreshes: float


@dataclass(frozen=True)
class Chart:
    """What the paper draws as one figure: an application in one experiment."""

    experiment: str
    application: str
    localities: tuple[int, ...]
    policies: tuple[str, ...]
    groups: tuple[Group, ...]

    def group(self, localities: int, policy: str) -> Group:
        return next(each for each in self.groups if (each.localities, each.policy) == (localities, policy))

    def baselines(self) -> tuple[str, ...]:
        """What the first policy is compared with."""
        return self.policies[1:]


def _group(localities: int, policy: str, samples: Sequence[Sample]) -> Group:
    in_order = sorted(samples, key=lambda sample: sample.run.repetition)
    return Group(
        localities,
        policy,
        tuple(sample.outcome.seconds for sample in in_order),
        median(sample.outcome.steals_tried for sample in in_order),
        median(sample.outcome.steals_won for sample in in_order),
        median(sample.outcome.refreshes for sample in in_order),
    )


def chart(experiment: str, application: str, policies: Sequence[str], samples: Sequence[Sample]) -> Chart | None:
    """Of those numbers of localities for which all `policies` have samples; none if there is no such number."""
    parts: dict[tuple[int, str], list[Sample]] = {}
    for sample in samples:
        if (sample.run.experiment, sample.run.application) == (experiment, application):
            parts.setdefault((sample.run.localities, sample.run.policy), []).append(sample)
    numbers = sorted({number for number, _ in parts if all((number, policy) in parts for policy in policies)})
    groups = [_group(number, policy, parts[number, policy]) for number in numbers for policy in policies]
    return Chart(experiment, application, tuple(numbers), tuple(policies), tuple(groups)) if groups else None


def charts(policies: Sequence[str], samples: Sequence[Sample]) -> list[Chart]:
    pairs = [(experiment, name) for experiment in EXPERIMENTS for name in ("maxclique", "semigroups")]
    made = [chart(experiment, application, policies, samples) for experiment, application in pairs]
    return [each for each in made if each is not None]


def _comparison(subject: Group, baseline: Group) -> list[str]:
    medians = median(baseline.seconds), median(subject.seconds)
    means = mean(baseline.seconds), mean(subject.seconds)
    return [
        f"{equations.speedup(*medians):+.2f} %",
        f"{equations.speedup(*means):+.2f} %",
        f"{equations.time_saved(*means):+.2f} %",
    ]


def _row(group: Group, comparison: Sequence[str]) -> str:
    cells = [
        str(group.localities),
        group.policy,
        str(len(group.seconds)),
        f"{median(group.seconds):.3f}",
        f"{mean(group.seconds):.3f}",
        f"{min(group.seconds):.3f} … {max(group.seconds):.3f}",
        f"{equations.variability(group.seconds):.2f} %",
        f"{group.steals_tried:.0f}",
        f"{group.steals_won:.0f}",
        f"{group.refreshes:.0f}",
        *comparison,
    ]
    return line(cells)


def _table(drawn: Chart) -> list[str]:
    lines = [line(HEAD), "|---:|---|" + "---:|" * (len(HEAD) - 2)]
    for number in drawn.localities:
        subject = drawn.group(number, drawn.policies[0])
        lines.append(_row(subject, ["", "", ""]))
        for policy in drawn.baselines():
            baseline = drawn.group(number, policy)
            lines.append(_row(baseline, _comparison(subject, baseline)))
    return lines


def markdown(head: str, searches: Searches, drawn: Sequence[Chart]) -> str:
    """The whole report. Speed-ups are those of the first policy over the one of the row."""
    lines = ["# Work stealing by performance, and not", "", head, ""]
    for each in drawn:
        search = searches.of(each.experiment)[each.application]
        lines += [f"## {TITLES[each.experiment]}: {search.title}, {search.skeleton}", "", *_table(each), ""]
    lines += [
        "Seconds are those of the search. *varies by*: equation 4.2. *steals*: between localities, medians. "
        "*refreshes*: how often the performance monitor looked at the localities, medians. "
        f"*speed-up*: equation 4.1, of {drawn[0].policies[0] if drawn else 'the first policy'} over the policy of the "
        "row. *time saved*: the same difference as a share of the row's own mean, which is what the percentages in the "
        "paper's text are.",
        "",
    ]
    return "\n".join(lines)
