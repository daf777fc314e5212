"""What to try: options that fit the run as it was. What is to be typed stands in backticks."""

from __future__ import annotations

import math
import re

from scrump.report.run import Run


def _parameter(skeleton: str, key: str) -> int | None:
    found = re.search(rf"[:,]{key}=(\d+)(?:,|$)", skeleton)
    return int(found.group(1)) if found else None


def skeleton_of_choice(run: Run) -> list[str]:
    if run.of_tasks or run.skeleton == "adaptive":
        return []
    return ["Let the grain follow the machine: `--skeleton adaptive`."]


def finer(run: Run) -> list[str]:
    if run.of_tasks:
        return _more_to_steal(run)
    backtracks, depth = _parameter(run.skeleton, "backtracks"), _parameter(run.skeleton, "depth")
    if run.skeleton.startswith("budget") and backtracks is not None:
        return [
            f"Give work away sooner: `--skeleton budget:backtracks={max(backtracks // 10, 1)}`.",
            *skeleton_of_choice(run),
        ]
    if run.skeleton.startswith("depth-bounded") and depth is not None:
        return [f"Make tasks deeper down: `--skeleton depth-bounded:depth={depth + 2}`.", *skeleton_of_choice(run)]
    if run.skeleton.startswith("ordered"):
        return [
            "More tasks, or more under way at once: a larger `depth` or `window` in `--skeleton ordered`.",
            *skeleton_of_choice(run),
        ]
    if run.skeleton == "adaptive":
        return [
            "This skeleton gives work away whenever a worker is idle, so the tree may have no more of it to give: "
            "one long path, or too small a search."
        ]
    return skeleton_of_choice(run)


def coarser(run: Run) -> list[str]:
    if run.of_tasks:
        return _fewer_to_steal(run)
    backtracks, depth = _parameter(run.skeleton, "backtracks"), _parameter(run.skeleton, "depth")
    if run.skeleton.startswith("budget") and backtracks is not None:
        return [
            f"Give work away less often: `--skeleton budget:backtracks={backtracks * 10}`.",
            *skeleton_of_choice(run),
        ]
    if run.skeleton.startswith("depth-bounded") and depth is not None and depth > 1:
        return [f"Make tasks higher up: `--skeleton depth-bounded:depth={depth - 1}`.", *skeleton_of_choice(run)]
    if run.skeleton == "adaptive":
        return ["Try a fixed grain: `--skeleton budget:backtracks=100000`, or fewer `--workers`."]
    return [*skeleton_of_choice(run), "Or a fixed grain: `--skeleton budget:backtracks=100000`."]


def _more_to_steal(run: Run) -> list[str]:
    """Of tasks of fork and join: thieves take the oldest one, which their victim parts with at a sync."""
    return [
        "Spawn more, and before the work is begun: thieves take the oldest task of a worker, so it should be about "
        "half of what there is to do, and spawn in its turn. What is called, what is spawned just before its sync, and "
        "what is done before the first spawn, such as dividing an array, leaves nothing to steal.",
        "A function that computes for long without a sync calls `fork.communicate()` now and then: thieves wait for "
        "it.",
        *_shared_deque(run),
    ]


def _fewer_to_steal(run: Run) -> list[str]:
    return [
        "Call instead of spawning where little is left to do, and give loops larger pieces (`grain`).",
        *more_at_a_time(run),
        *_shared_deque(run),
    ]


def _shared_deque(run: Run) -> list[str]:
    if run.deque != "private":
        return []
    return ["Let thieves take tasks that their victim shares, without waiting for its answer: `--deque split`."]


def fewer_workers(run: Run) -> list[str]:
    """How many would have had enough to do."""
    times = run.times
    if times is None or times.total <= 0:
        return []
    enough = math.ceil(times.working / times.total * run.all_workers / run.localities)
    if enough >= run.workers_each:
        return []
    each = " in each locality" if run.localities > 1 else ""
    return [f"As the run was, `--workers {max(enough, 1)}`{each} would do about as well, and leave cores to others."]


def more_at_a_time(run: Run) -> list[str]:
    """Half of all, which is the most that there is, unless something else was asked for."""
    if run.steal_amount in ("half", "all"):
        return []
    policy, _, parameters = run.policy.partition(":")
    kept = [each for each in parameters.split(",") if each and not each.startswith(("steal=", "chunk="))]
    return [f"Take more at a time: `--policy {policy}:{','.join([*kept, 'steal=half'])}`."]


def policy_that_measures(run: Run) -> list[str]:
    if run.of_tasks:  # whose policies have no figures of others to look at
        other = "hierarchical" if run.policy.startswith("sticky-random") else "sticky-random"
        return [f"Compare with another policy: `--policy {other}`."]
    if run.policy.startswith("performance-driven"):
        return ["Compare with another policy: `--policy sticky-random`."]
    return ["Steal from where there is most to do: `--policy performance-driven`."]


def nearer(run: Run) -> list[str]:
    if run.on_one_host:
        return ["Have fewer localities with more `--workers` each: all are on one host."]
    if run.policy.startswith(("hierarchical", "locality-aware")):
        return []
    return [
        "Steal from near localities first: `--policy hierarchical`; or have fewer localities with more `--workers` "
        "each."
    ]
