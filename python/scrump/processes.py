"""Which processes search together."""

from typing import Any

from . import _native


def use_communicator(communicator: Any) -> None:
    """Search with the processes of an mpi4py communicator, instead of all that were started together.

    To be called by all of them, before the first search. `communicator`: an `mpi4py.MPI.Comm`, which has to last until
    the program ends.

    >>> from mpi4py import MPI  # doctest: +SKIP
    >>> half = MPI.COMM_WORLD.Split(MPI.COMM_WORLD.rank % 2)  # doctest: +SKIP
    >>> scrump.use_communicator(half)  # doctest: +SKIP
    """
    _native.use_communicator(communicator.py2f())
