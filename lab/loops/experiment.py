"""Runs everything, or shows it, and keeps what it told."""

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace

from lab.harness.arguments import CORES
from lab.harness.running import as_text, environment
from lab.harness.samples import rounds, say

from . import launch, plan, summary


class Experiment:
    """Runs what was chosen, or only shows it, and keeps what it told."""

    def __init__(self, given: argparse.Namespace, programs: launch.Programs) -> None:
        self._given = given
        self._programs = programs
        self._schemes = plan.schemes(given.victims, given.amounts)
        per_term, per_step, per_pixel = (1e-9, 1e-9, 3e-7) if given.dry_run else launch.calibrate(programs, given.quick)
        self._per_pixel = per_pixel
        self.machine = launch.Machine(
            per_term=given.seconds_per_term or per_term,
            per_step=given.seconds_per_step or per_step,
            near_latency=given.near_latency,
            far_latency=given.far_latency,
            bytes_per_second=given.bytes_per_second,
            handling=given.handling,
            overhead=given.overhead,
        )
        self.kinds: list[plan.Kind] = []  # in the order of tables
        self.samples: list[summary.Sample] = []

    def measure(self) -> Iterator[None]:
        """Comes back whenever there is something to keep: after each simulated workload and each real round."""
        given = self._given
        workloads = list(plan.workloads(given.applications, given.imbalances, given.spreads))
        if "simulated" in given.ways:
            for workload in workloads:
                if workload.application in plan.SIMULATED:
                    self._simulate(workload)
                    yield
        if "runtime" in given.ways:
            for workload in workloads:
                if workload.application in plan.SIMULATED:
                    self._run_on_simulated(workload)
                    yield
        if "real" in given.ways:
            for ranks in given.ranks:
                yield from self._run_all(plan.Place(False, 1, ranks), workloads)

    def _simulate(self, workload: plan.Workload) -> None:
        given = self._given
        size, place = self._simulated_size(workload)
        kinds = plan.kinds(place, workload, self._schemes)
        self.kinds += kinds
        for kind in kinds:
            if given.dry_run:
                print(as_text(launch.simulation(kind, size, self.machine, self._programs)))
                continue
            told = launch.simulate(kind, size, self.machine, self._programs, given.seed, given.repetitions)
            outcomes = [launch.of_simulation(each) for each in told]
            self.samples += [summary.Sample(kind, number, each) for number, each in enumerate(outcomes)]
            print(f"{kind}: {outcomes[0].seconds:.4f} s", file=sys.stderr)

    def _simulated_size(self, workload: plan.Workload) -> tuple[plan.Size, plan.Place]:
        places = plan.QUICK_PLACES if self._given.quick else plan.THESIS_PLACES
        return plan.QUICK if self._given.quick else plan.THESIS, places[workload.application]

    def _run_on_simulated(self, workload: plan.Workload) -> None:
        given = self._given
        size, like = self._simulated_size(workload)
        kinds = plan.kinds(replace(like, simulated=False, runtime=True), workload, self._schemes)
        self.kinds += kinds
        facts = self._facts(plan.Kind(like, workload), size)
        for number, known in enumerate(facts):
            assert known is not None
            for kind in kinds:
                seed = given.seed + number
                costs = launch.costs_of(known)
                if given.dry_run:
                    print(as_text(launch.on_simulated(kind, size, costs, self.machine, self._programs, seed)))
                    continue
                outcome = launch.execute_simulated(kind, size, known, self.machine, self._programs, seed)
                self._keep(kind, outcome, number)
                print(f"{kind}: {outcome.seconds:.4f} s", file=sys.stderr)

    def _run_all(self, place: plan.Place, workloads: Sequence[plan.Workload]) -> Iterator[None]:
        given = self._given
        cores = place.ranks if given.hosts else min(place.ranks, CORES)
        seconds = given.seconds * cores / place.ranks
        usual = plan.QUICK if given.quick else plan.THESIS
        size = plan.real_size(seconds, place.ranks, self.machine.per_term, self._per_pixel, usual)
        facts = {each: self._facts(plan.Kind(place, each), size) for each in workloads}
        # Round by round, and in each of these workload by workload, so that what is compared was run side by side.
        orders = []
        for each in workloads:
            kinds = plan.kinds(place, each, self._schemes)
            self.kinds += kinds
            # Those without stealing come by themselves, as what the others are compared with.
            orders.append(rounds(kinds[1:], given.repetitions, given.seed))
        for number in range(given.repetitions):
            for of_workload in orders:
                for kind in of_workload[number]:
                    which = f"round {number + 1} of {given.repetitions}"
                    self._run(kind, size, facts[kind.workload][number], cores, number, which)
            yield

    def _facts(self, kind: plan.Kind, size: plan.Size) -> Sequence[launch.Known]:
        """What the simulation knows of the loop of each round, whose seed is that of its loads, without running it."""
        given = self._given
        if kind.workload.application not in plan.SIMULATED:
            return [None] * given.repetitions
        return launch.simulate(kind, size, self.machine, self._programs, given.seed, given.repetitions)

    def _run(self, kind: plan.Kind, size: plan.Size, facts: launch.Known, cores: int, number: int, which: str) -> None:
        seed = self._given.seed + number
        if self._given.dry_run:
            line = launch.command(kind, size, launch.costs_of(facts), self._programs, seed)
            print(as_text(line, environment(self._programs.hosts)))
            return
        outcome = launch.execute(kind, size, facts, cores, self._programs, seed)
        self._keep(kind, outcome, number)
        say(which, kind, outcome.seconds)

    def _keep(self, kind: plan.Kind, outcome: launch.Outcome, number: int) -> None:
        """All runs of a round find the same."""
        same = (each for each in self.samples if each.kind.sequential() == kind.sequential() and each.round == number)
        first = next(same, None)
        launch.check(kind, outcome, outcome if first is None else first.outcome)
        self.samples.append(summary.Sample(kind, number, outcome))
