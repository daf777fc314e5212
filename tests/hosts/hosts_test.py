"""The command on hosts that have nothing but a wire between them: answers, steals, names, and a host that is lost."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import unittest
from itertools import cycle
from pathlib import Path
from typing import Any

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent))

from network import Hosts, await_that, missing  # noqa: E402
from symbolic_model import write_random_model  # noqa: E402

SCRUMP = os.environ.get("SCRUMP_COMMAND", "scrump")

# Searches that are long enough to be stolen from, and what they answer.
TREES = [(["uts", "--tree", "T1"], "count", 4130071), (["uts", "--tree", "T5"], "count", 4147582)]
SEARCHES = [(["semigroups", "--genus", "32"], "count", 15195070), TREES[0],
            (["maxclique", "random:n=200,p=0.8,seed=3", "--no-local-search"], "objective", 26)]


def help_text() -> str:
    return subprocess.run([SCRUMP, "--help"], capture_output=True, text=True, check=True).stdout


def policies() -> list[str]:
    """Each by name, and those with a flag of their own once more for each flag; parameters with values are left out."""
    section = help_text().split("Policies (", 1)[1].split("  and with every policy", 1)[0]
    names: list[str] = []
    for line in section.splitlines()[1:]:
        if "if left out" in line:
            continue
        name = line.split(":")[0].strip()
        names.append(name if not line.startswith("    ") else names[-1].split(":")[0] + ":" + name)
    return names


def protocols() -> list[str]:
    listed = re.search(r"protocol: how, (.*?) \(default", help_text())
    assert listed is not None
    return re.split(r", | or ", listed.group(1))


class OnHosts(unittest.TestCase):
    hosts: Hosts

    @classmethod
    def setUpClass(cls) -> None:
        if (why := missing()) is not None:
            raise unittest.SkipTest(why)
        cls.hosts = Hosts(3)
        cls.addClassCleanup(cls.hosts.close)

    def solve(self, count: int, words: list[str], each: int = 1, environment: dict[str, str] | None = None) -> Any:
        """What the command answers on so many hosts, with one worker in each process."""
        job = self.hosts.start([SCRUMP, *words, "--workers", "1", "--json"], count, each, environment)
        try:
            self.assertEqual(job.wait(), 0, job.err())
            answer = json.loads(job.out())
        finally:
            job.close()
        self.assertEqual(answer["localities"], count * each)
        names = [host.name for host in self.hosts.hosts[:count] for _ in range(each)]
        self.assertEqual([locality["process"] for locality in answer["statistics"]["per_locality"]],
                         [f"rank {rank} on {name}" for rank, name in enumerate(names)])
        return answer


class Messages(OnHosts):
    def test_wake_who_sleeps_on_another_host(self) -> None:
        """Otherwise this never ends: nobody else says that what came was announced."""
        tests = os.environ.get("SCRUMP_MPI_TESTS")
        if tests is None:
            self.skipTest("SCRUMP_MPI_TESTS is not set")
        job = self.hosts.start([tests, "--gtest_filter=Messages.AreAnnouncedToWhomeverTheyGo"], 3)
        try:
            self.assertEqual(job.wait(), 0, job.out() + job.err())
        finally:
            job.close()


class Answers(OnHosts):
    def test_every_policy_answers_and_steals_between_hosts(self) -> None:
        self.assertGreaterEqual(len(policies()), 9)
        for policy, count, (search, field, known) in zip(policies(), cycle((2, 3)), cycle(SEARCHES)):
            with self.subTest(policy=policy, hosts=count, search=search[0]):
                answer = self.solve(count, [*search, "--policy", policy])
                self.assertEqual(answer[field], known)
                stolen = answer["statistics"]["steals_between"]
                self.assertGreater(sum(steals for _, _, steals, _ in stolen), 0)
                self.assertTrue(all(thief != victim for thief, victim, _, _ in stolen))
                for locality in answer["statistics"]["per_worker"]:
                    self.assertGreater(locality["nodes"], 0, "a host that got no work")

    def test_every_protocol_of_steal_stacks_answers_and_steals_between_hosts(self) -> None:
        self.assertGreaterEqual(len(protocols()), 5)
        for protocol, count, (search, field, known) in zip(protocols(), cycle((3, 2)), cycle(TREES)):
            with self.subTest(protocol=protocol, hosts=count, search=search[0]):
                answer = self.solve(count, [*search, "--skeleton", f"steal-stack:protocol={protocol}"])
                self.assertEqual(answer[field], known)
                self.assertGreater(answer["statistics"]["protocol"]["steals"], 0)
                for worker in answer["statistics"]["per_worker"]:
                    self.assertGreater(worker["nodes"], 0, "a host that got no work")

    def test_every_protocol_of_steal_stacks_finds_the_best_and_witnesses(self) -> None:
        search, field, known = SEARCHES[2]
        for protocol, count in zip(protocols(), cycle((3, 2))):
            with self.subTest(protocol=protocol, hosts=count):
                how = ["--skeleton", f"steal-stack:protocol={protocol}"]
                answer = self.solve(count, [*search, *how])
                self.assertEqual(answer[field], known)
                self.assertEqual(len(answer["solution"]), known)
                self.assertGreater(answer["statistics"]["protocol"]["steals"], 0)
                self.assertEqual(len(self.solve(count, ["queens", "14", "--find", *how])["solution"]), 14)

    def test_tasks_are_stolen_between_hosts(self) -> None:
        for count in (2, 3):
            with self.subTest(hosts=count):
                answer = self.solve(count, ["tasks", "uts", "T1"])
                self.assertEqual(answer["count"], 4130071)
                stolen = answer["statistics"]["steals_between"]
                self.assertEqual(sum(steals for _, _, steals, _ in stolen), answer["between_localities"]["steals_won"])
                self.assertGreater(answer["between_localities"]["steals_won"], 0)
                for worker in answer["statistics"]["per_worker"]:
                    self.assertGreater(worker["tasks"], 0, "a host that got no work")


    def test_iterations_are_stolen_between_hosts_with_their_data(self) -> None:
        loop = ["loop", "imbalance", "--iterations", "40000", "--workload", "2000", "--imbalance", "40"]
        for count in (2, 3):
            alone = subprocess.run([SCRUMP, *loop, "--localities", str(count), "--sequential", "--json"],
                                   capture_output=True, text=True, check=True)
            for order in ("decentralised", "coordinator", "coordinator:victims=laws"):
                with self.subTest(hosts=count, order=order):
                    answer = self.solve(count, [*loop, "--check", "--steal-order", order])
                    self.assertIs(answer["checked"], True)
                    self.assertAlmostEqual(answer["value"], json.loads(alone.stdout)["value"], places=12)
                    self.assertEqual(answer["iterations"], 40000)
                    stolen = sum(each["iterations_stolen"] for each in answer["transfers"])
                    if order.endswith("laws"):  # strict: nobody else is on the host
                        self.assertEqual(stolen, 0)
                    else:
                        self.assertGreater(stolen, 0)
                        self.assertGreater(sum(each["bytes"] for each in answer["transfers"]), 0)


    def test_operations_on_diagrams_are_stolen_between_hosts_with_or_without_nodes_of_their_own(self) -> None:
        for bits, relations, *nodes in ((15, 10, "--travel-from", "1"), (12, 8, "--spread-nodes")):
            with self.subTest(nodes=nodes), tempfile.TemporaryDirectory() as folder:
                model = Path(folder) / "random.distbdd.bdd"
                states = write_random_model(model, bits, relations, seed=2)
                answer = self.solve(2, ["reach", str(model), *nodes])
                self.assertEqual(answer["states"], str(states))
                stolen = answer["statistics"]["steals_between"]
                self.assertGreater(sum(steals for _, _, steals, _ in stolen), 0)

    def test_states_are_found_by_all_hosts_once(self) -> None:
        for count in (2, 3):
            with self.subTest(hosts=count):
                answer = self.solve(count, ["explore", "puzzle", "3x3"])
                self.assertEqual(answer["states"], 181440)
                self.assertEqual(len(answer["levels"]), 32)


class Topology(OnHosts):
    """Two processes on each of two hosts: 0 and 1, 2 and 3."""

    def test_hierarchical_asks_its_own_host_first(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "trace.json"
            self.solve(2, ["semigroups", "--genus", "30", "--policy", "hierarchical", "--trace", str(file)], each=2)
            events = json.loads(file.read_text())["traceEvents"]
        asked = {thief: [event["args"]["to"] for event in sorted(events, key=lambda event: event.get("ts", 0))
                         if event["pid"] == thief and event.get("name") == "send steal"]
                 for thief in range(4)}
        for thief, neighbour in enumerate((1, 0, 3, 2)):
            if thief > 0:  # the first process has all the work at first
                self.assertEqual(asked[thief][0], neighbour, asked)
            elsewhere = [victim for victim in asked[thief] if victim != neighbour]
            self.assertTrue(thief < 2 or elsewhere, "all work comes from the other host")

    def test_what_hosts_share_is_read_and_what_they_do_not_is_asked_for(self) -> None:
        search = ["semigroups", "--genus", "30", "--policy", "performance-driven"]

        def monitored(count: int, each: int, net: str) -> int:
            answer = self.solve(count, search, each, {"SCRUMP_NET": net})
            self.assertEqual(answer["count"], 5646773)
            return sum(locality["monitor_messages"] for locality in answer["statistics"]["per_locality"])

        self.assertGreater(monitored(2, 1, "direct"), 0)
        self.assertEqual(monitored(1, 2, "direct"), 0)
        self.assertGreater(monitored(1, 2, "messages"), 0)

    def test_steal_stacks_reach_both_neighbours_and_other_hosts(self) -> None:
        for net in ("direct", "messages"):
            answer = self.solve(2, [*TREES[0][0], "--skeleton", "steal-stack"], 2, {"SCRUMP_NET": net})
            self.assertEqual(answer["count"], TREES[0][2])


class Loss(OnHosts):
    def test_a_host_that_is_cut_off_is_named_and_its_run_goes_on_elsewhere(self) -> None:
        count = 178158289
        search = [SCRUMP, "semigroups", "--genus", "37", "--json"]
        lost = self.hosts.hosts[2]
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "checkpoint"
            job = self.hosts.start([*search, "--workers", "1", "--checkpoint", str(file), "--checkpoint-every",
                                    "50ms", "--dead-after", "2s"], 3)
            try:
                await_that(lambda: file.exists() or job.ended(), "a checkpoint")
                self.hosts.cut_off(lost)
                await_that(lambda: "has not answered" in job.err() or job.ended(), "a message")
                self.assertIn(f"locality 2 (rank 2 on {lost.name}) has not answered for 2 s", job.err())
                self.assertEqual(job.out(), "")
            finally:
                job.close()  # mpirun would wait for the host
                self.hosts.connect(lost)
            rest = subprocess.run([*search, "--resume", str(file)], capture_output=True, text=True, check=True)
        answer = json.loads(rest.stdout)
        self.assertEqual(answer["count"], count)
        self.assertEqual(answer["earlier"]["runs"], 1)
        self.assertGreater(answer["earlier"]["nodes"], 0)


if __name__ == "__main__":
    if (reason := missing()) is not None:
        print(f"skipped: {reason}")
        sys.exit(77)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that files are removed, too
    unittest.main()
