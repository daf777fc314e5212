"""The processes that search together."""

from typing import Any

from . import _native
from .options import join


def rank() -> int:
    """Number of this process among those that search together, from 0; 0 if a process is alone.

    Joins the processes that mpirun or srun started, as the first search does. To print once:

    >>> if scrump.rank() == 0:
    ...     print("found")
    found
    """
    join()
    return _native.process()


def size() -> int:
    """Number of processes that search together; 1 if a process is alone. Joins them, as `rank` does.

    >>> scrump.size()
    1
    """
    join()
    return _native.processes()


def use_communicator(communicator: Any) -> None:
    """Makes searches use the processes of an mpi4py communicator, instead of all that were started together.

    To be called by all of them, before the first search. `communicator`: an `mpi4py.MPI.Comm`, which must exist until
    the program ends.

    >>> from mpi4py import MPI  # doctest: +SKIP
    >>> half = MPI.COMM_WORLD.Split(MPI.COMM_WORLD.rank % 2)  # doctest: +SKIP
    >>> scrump.use_communicator(half)  # doctest: +SKIP
    """
    _native.use_communicator(communicator.py2f())
