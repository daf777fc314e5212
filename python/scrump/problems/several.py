"""Several solutions instead of one: the common arguments of all functions that find them."""

from __future__ import annotations

import os

from .. import _native
from ..arguments import whole
from ..errors import UsageError


def wanted(
    best: int | None,
    all_solutions: bool,
    good_enough: int | None = None,
    *,
    name: str = "at_least",
    proof: str | os.PathLike[str] | None = None,
) -> _native.Wanted | None:
    """The solutions that are wanted; None: only one. `good_enough` is called `name` by users. Raises UsageError."""
    if good_enough is not None:
        good_enough = whole(f"{name}=", good_enough)
    if best is None and not all_solutions:
        if good_enough is not None:
            raise UsageError(f"{name} is for several solutions; expected best=… or all_solutions=True with it")
        return None
    if best is not None and all_solutions:
        raise UsageError("best and all_solutions exclude each other")
    if proof is not None:
        raise UsageError("there are no proofs of several solutions; leave proof out")
    return _native.Wanted(None if best is None else whole("best=", best, least=1), good_enough)
