"""Counting problems: numerical semigroups, queens, the nodes of trees."""

from __future__ import annotations

from .. import _native
from ..arguments import whole
from ..errors import UsageError
from ..option_table import takes
from ..options import SearchOptions, native
from ..results import IntegerResult, result_of
from ..unpack import Unpack

_MOST = 2**32 - 1  # largest argument; the problems themselves report what can be searched


@takes(SearchOptions)
def semigroups(genus: int, **options: Unpack[SearchOptions]) -> IntegerResult[list[int]]:
    """Number of numerical semigroups of each genus from 0 to `genus`; the objective is the last number.

    >>> scrump.semigroups(10).solution
    [1, 1, 2, 4, 7, 12, 23, 39, 67, 118, 204]
    """
    how, genus = native(enumerates=True, **options), whole("genus=", genus, most=_MOST)
    return result_of("semigroups", _native.semigroups(genus, how), options=how, instance={"genus": genus}, count=True)


@takes(SearchOptions)
def queens(size: int, **options: Unpack[SearchOptions]) -> IntegerResult[list[int]]:
    """The column of the queen in each row of a board of `size`, such that none attacks another.

    Complete without a solution: none exists.

    >>> scrump.queens(3).solution is None
    True
    """
    how, size = native(enumerates=True, **options), whole("size=", size, most=_MOST)
    return result_of("queens", _native.queens(size, how), options=how, instance={"size": size})


@takes(SearchOptions)
def queens_count(size: int, **options: Unpack[SearchOptions]) -> IntegerResult[None]:
    """Number of ways to place the queens: the objective.

    >>> scrump.queens_count(8).objective
    92
    """
    how, size = native(enumerates=True, **options), whole("size=", size, most=_MOST)
    return result_of("queens", _native.count_queens(size, how), options=how, instance={"size": size}, count=True)


@takes(SearchOptions)
def uts(tree: str, **options: Unpack[SearchOptions]) -> IntegerResult[None]:
    """Nodes of a sample tree of the unbalanced tree search benchmark (Olivier et al. 2006), such as "T1".

    The objective is the number of nodes; `details` has `leaves` and `depth`.

    >>> scrump.uts("T1").objective
    4130071
    """
    if not isinstance(tree, str):
        raise UsageError(f"tree={tree!r}; expected the name of a sample tree, such as 'T1'")
    how = native(enumerates=True, **options)
    return result_of("uts", _native.uts(tree, how), options=how, instance={"tree": tree}, count=True)
