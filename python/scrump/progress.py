"""Displays of the progress of a run."""

from __future__ import annotations

import sys

from . import _native

try:
    from tqdm.auto import tqdm
except ImportError:  # an extra: pip install 'scrump[progress]'
    tqdm = None


class Bar:
    """A bar with nodes per second and the best objective so far: by tqdm, or as a line on standard error."""

    def __init__(self) -> None:
        self._bar = tqdm(unit=" nodes", unit_scale=True, leave=False) if tqdm is not None else None

    def __call__(self, now: _native.Progress) -> None:
        best = "" if now.objective is None else f"best {now.objective:g}"
        if now.bound is not None:
            best += f" bound {now.bound:g}"
        if self._bar is not None:
            self._bar.set_postfix_str(best, refresh=False)
            self._bar.update(now.nodes - self._bar.n)
        else:
            sys.stderr.write(f"\r{now.seconds:.0f} s, {now.nodes:.3g} nodes {best}  ")
            sys.stderr.flush()

    def close(self) -> None:
        if self._bar is not None:
            self._bar.close()
        else:
            sys.stderr.write("\r" + " " * 60 + "\r")


class DiagramLine:
    """The size of the table of nodes, as a line on standard error."""

    def __call__(self, now: _native.DiagramProgress) -> None:
        share = now.nodes / now.buckets if now.buckets else 0
        sys.stderr.write(f"\r{now.seconds:.0f} s, {now.nodes:.3g} nodes, {share:.0%} of the table  ")
        sys.stderr.flush()

    def close(self) -> None:
        sys.stderr.write("\r" + " " * 72 + "\r")


class RandomWalkLine:
    """The number of steps, as a line on standard error."""

    def __call__(self, now: _native.RandomWalkProgress) -> None:
        speed = f"{now.steps_per_second:.3g}/s"
        sys.stderr.write(f"\r{now.seconds:.0f} s, {now.steps} steps in {now.walks} walks, {speed}  ")
        sys.stderr.flush()

    def close(self) -> None:
        sys.stderr.write("\r" + " " * 72 + "\r")


class ExplorationLine:
    """The number of states found, as a line on standard error."""

    def __call__(self, now: _native.ExplorationProgress) -> None:
        speed = f"{now.states_per_second:.3g}/s"
        sys.stderr.write(f"\r{now.seconds:.0f} s, {now.states} states, {now.waiting} of them wait, {speed}  ")
        sys.stderr.flush()

    def close(self) -> None:
        sys.stderr.write("\r" + " " * 72 + "\r")


class LtlLine:
    """The number of states visited by the check of a formula, as a line on standard error."""

    def __call__(self, now: _native.LtlProgress) -> None:
        sys.stderr.write(f"\r{now.seconds:.0f} s, {now.states} states, {now.pairs} pairs, level {now.level}  ")
        sys.stderr.flush()

    def close(self) -> None:
        sys.stderr.write("\r" + " " * 72 + "\r")
