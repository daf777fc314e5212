"""Runs everything, or shows it, and keeps what it told."""

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from lab.harness import samples
from lab.harness.arguments import CORES
from lab.harness.running import as_text, environment

from . import launch, plan, summary


@dataclass(frozen=True)
class Loop:
    """What all schemes run of a workload at a place."""

    size: plan.Size
    facts: Sequence[launch.Known]  # by round
    cores: int  # of all its ranks


class Experiment(samples.Experiment[plan.Kind, launch.Outcome]):
    """Simulates, too, and has a loop of its own for each round."""

    def __init__(self, given: argparse.Namespace, programs: launch.Programs) -> None:
        super().__init__(given.dry_run)
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
        self._loops: dict[tuple[plan.Place, plan.Workload], Loop] = {}

    def line(self, kind: plan.Kind, number: int) -> str:
        loop = self._loops[kind.place, kind.workload]
        costs, seed = launch.costs_of(loop.facts[number]), self._given.seed + number
        if kind.place.runtime:
            return as_text(launch.on_simulated(kind, loop.size, costs, self.machine, self._programs, seed))
        line = launch.command(kind, loop.size, costs, self._programs, seed)
        return as_text(line, environment(self._programs.hosts))

    def execute(self, kind: plan.Kind, number: int) -> launch.Outcome:
        loop = self._loops[kind.place, kind.workload]
        known, seed = loop.facts[number], self._given.seed + number
        if kind.place.runtime:
            assert known is not None
            outcome = launch.execute_simulated(kind, loop.size, known, self.machine, self._programs, seed)
        else:
            outcome = launch.execute(kind, loop.size, known, loop.cores, self._programs, seed)
        # All runs of a round find the same.
        same = (each for each in self.samples if each.kind.sequential() == kind.sequential() and each.round == number)
        first = next(same, None)
        launch.check(kind, outcome, outcome if first is None else first.outcome)
        return outcome

    def measure_all(self) -> Iterator[None]:
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
        kinds = plan.kinds(place, workload, self._schemes, given.paper is not None)
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
        size, like = self._simulated_size(workload)
        place = replace(like, simulated=False, runtime=True)
        kinds = plan.kinds(place, workload, self._schemes, self._given.paper is not None)
        self.kinds += kinds
        facts = self._facts(plan.Kind(like, workload), size)
        self._loops[place, workload] = Loop(size, facts, like.all_ranks)
        for number in range(self._given.repetitions):
            for kind in kinds:
                self.run(kind, number, f"round {number + 1} of {self._given.repetitions}")

    def _run_all(self, place: plan.Place, workloads: Sequence[plan.Workload]) -> Iterator[None]:
        given = self._given
        cores = place.ranks if given.hosts else min(place.ranks, CORES)
        seconds = given.seconds * cores / place.ranks
        usual = plan.QUICK if given.quick else plan.THESIS
        size = plan.real_size(seconds, place.ranks, self.machine.per_term, self._per_pixel, usual)
        # Round by round, and in each of these workload by workload, so that what is compared was run side by side.
        orders = []
        for each in workloads:
            self._loops[place, each] = Loop(size, self._facts(plan.Kind(place, each), size), cores)
            kinds = plan.kinds(place, each, self._schemes, given.paper is not None)
            self.kinds += kinds
            # The one without stealing comes by itself, as what the others are compared with.
            orders.append(samples.rounds(kinds[1:], given.repetitions, given.seed))
        for number in range(given.repetitions):
            for of_workload in orders:
                for kind in of_workload[number]:
                    self.run(kind, number, f"round {number + 1} of {given.repetitions}")
            yield

    def _facts(self, kind: plan.Kind, size: plan.Size) -> Sequence[launch.Known]:
        """What the simulation knows of the loop of each round, whose seed is that of its loads, without running it."""
        given = self._given
        if kind.workload.application not in plan.SIMULATED:
            return [None] * given.repetitions
        return launch.simulate(kind, size, self.machine, self._programs, given.seed, given.repetitions)
