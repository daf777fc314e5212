"""What is counted: numerical semigroups, queens, the nodes of trees."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import _native
from ..options import native
from ..results import Result, result_of

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ..options import SearchOptions


def semigroups(genus: int, **options: Unpack[SearchOptions]) -> Result[list[int]]:
    """How many numerical semigroups there are of each genus from 0 to `genus`; the objective is the last number.

    >>> scrump.semigroups(10).solution
    [1, 1, 2, 4, 7, 12, 23, 39, 67, 118, 204]
    """
    how = native(**options)
    return result_of("semigroups", _native.semigroups(genus, how), options=how, instance={"genus": genus})


def queens(size: int, **options: Unpack[SearchOptions]) -> Result[list[int]]:
    """The column of the queen in each row of a board of `size`, none of which attacks another.

    Complete without a solution: there is none.

    >>> scrump.queens(3).solution is None
    True
    """
    how = native(**options)
    return result_of("queens", _native.queens(size, how), options=how, instance={"size": size})


def queens_count(size: int, **options: Unpack[SearchOptions]) -> Result[None]:
    """In how many ways that can be done: the objective.

    >>> scrump.queens_count(8).objective
    92
    """
    how = native(**options)
    return result_of("queens", _native.count_queens(size, how), options=how, instance={"size": size})


def uts(tree: str, **options: Unpack[SearchOptions]) -> Result[None]:
    """The nodes of a sample tree of the unbalanced tree search benchmark (Olivier et al. 2006), such as "T1".

    The objective is how many; `details` has `leaves` and `depth`.

    >>> scrump.uts("T1").objective
    4130071
    """
    how = native(**options)
    return result_of("uts", _native.uts(tree, how), options=how, instance={"tree": tree})
