"""The permutation flow shop."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .. import _native
from ..arguments import whole
from ..errors import UsageError
from ..option_table import takes
from ..options import SearchOptions, native
from ..results import IntegerResult, result_of
from ..shapes import columns_of, in_order, is_table, row_names
from ..unpack import Unpack


@takes(SearchOptions)
def flow_shop(
    times: ArrayLike | Mapping[Any, Iterable[Any]] | Any,
    *,
    at_most: int | None = None,
    known: Iterable[Hashable] = (),
    local_search: bool = True,
    **options: Unpack[SearchOptions],
) -> IntegerResult[list[Any]]:
    """An order of the jobs with the least makespan, where all jobs go through the machines in the same order.

    `times[job][machine]`: a matrix of whole numbers that are not negative; a dict of the times of each job; or a pandas
    DataFrame with a row for each job. Jobs are called by the keys or the index, and otherwise by their places from 0.

    `at_most`: find an order with this makespan or less, or prove that none exists, which is then complete without a
    solution. `known`: an order of all jobs; only better ones are searched for.

    >>> found = scrump.flow_shop([[5, 4], [3, 6], [8, 2]])
    >>> found.objective, found.solution
    (18, [1, 0, 2])
    >>> bool(scrump.flow_shop([[5, 4], [3, 6], [8, 2]], at_most=17))
    False
    """
    jobs, rows = _jobs(times)
    matrix, order, how = _matrix(jobs, rows), _order(known, jobs), native(**options)
    if at_most is None:
        outcome = _native.flow_shop(matrix, order, local_search, how)
    else:
        most = whole("at_most=", at_most, least=-(2**63))
        outcome = _native.flow_shop_at_most(matrix, most, order, local_search, how)
    return result_of(
        "flowshop",
        outcome,
        options=how,
        instance={"jobs": matrix.shape[0], "machines": matrix.shape[1]},
        named=lambda numbers: [jobs[number] for number in numbers],
        optimum=at_most is None,
    )


def _jobs(times: Any) -> tuple[Sequence[Any], list[Any]]:
    """The names of jobs, and the times of each."""
    if isinstance(times, Mapping):
        return list(times), list(times.values())
    if is_table(times):
        columns = columns_of(times)
        rows = [list(row) for row in zip(*columns.values(), strict=True)]
        return row_names(times) or range(len(rows)), rows
    rows = in_order("times", times)
    return range(len(rows)), rows


def _matrix(jobs: Sequence[Any], rows: list[Any]) -> NDArray[np.int64]:
    checked: list[list[int]] = []
    for job, row in zip(jobs, rows, strict=True):
        its = in_order(f"the times of job {job!r}", row)
        if checked and len(its) != len(checked[0]):
            raise UsageError(
                f"job {job!r} has {len(its)} times, but job {jobs[0]!r} {len(checked[0])}; expected one a machine"
            )
        what = f"the time of job {job!r} on machine "
        checked.append([whole(f"{what}{place} is ", time, scalable=True) for place, time in enumerate(its)])
    if not checked or not checked[0]:
        raise UsageError(f"{len(checked)} jobs on 0 machines; expected at least one of each")
    return np.array(checked, np.int64)


def _order(given: Iterable[Hashable], jobs: Sequence[Any]) -> list[int]:
    """The numbers of its jobs. Raises UsageError where it is not an order; nothing is fine."""
    if not isinstance(given, Iterable):
        raise UsageError(f"known={given!r}; expected the jobs in an order")
    number = {job: place for place, job in enumerate(jobs)}
    order: dict[int, None] = {}
    for job in given:
        if not isinstance(job, Hashable) or job not in number:
            raise UsageError(f"known: there is no job {job!r}")
        if number[job] in order:
            raise UsageError(f"known: job {job!r} is there twice; expected each once")
        order[number[job]] = None
    if order and len(order) < len(jobs):
        missing = next(job for job in jobs if number[job] not in order)
        raise UsageError(f"known: job {missing!r} is missing; expected all {len(jobs)} of them")
    return list(order)
