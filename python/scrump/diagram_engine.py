"""A program on decision diagrams that carries out the requests of other threads, until it is closed."""

from __future__ import annotations

import atexit
import os
import threading
import weakref
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from functools import cache
from queue import SimpleQueue
from typing import Any, Generic, TypeVar

from . import _native
from .diagram_options import DiagramOptions
from .diagrams import Diagrams
from .errors import Error, UsageError
from .options import joined
from .unpack import Unpack

Value = TypeVar("Value")


class _Closed(Exception):
    """Ends the program of an engine that is being closed."""


@dataclass(frozen=True)
class _Job(Generic[Value]):
    operation: Callable[[Diagrams], Value]
    future: Future[Value] = field(default_factory=Future)

    def carry_out(self, diagrams: Diagrams) -> None:
        try:
            self.future.set_result(self.operation(diagrams))
        except Exception as error:
            self.future.set_exception(error)
        except BaseException:  # the program ends
            self.future.set_exception(Error("the operation was stopped, as its manager ends"))
            raise


class DiagramEngine:
    """Runs on a thread of its own. It belongs to the process that made it."""

    def __init__(self, **options: Unpack[DiagramOptions]) -> None:
        values = joined(DiagramOptions, options)
        if _native.processes() > 1:
            raise UsageError(
                "a DiagramManager is for one process alone; expected run_diagrams() where there are several"
            )
        self._show = values["progress"]
        self._options = _native.DiagramOptions(**{**values, "progress": self._look})
        self._jobs: SimpleQueue[_Job[Any] | None] = SimpleQueue()
        self._lock = threading.Lock()
        self._process = os.getpid()
        self._closing = False
        self._ended: str | None = None
        self._thread = threading.Thread(target=self._run, name="scrump diagrams", daemon=True)
        _close_all_at_exit()
        _running.add(self)
        self._thread.start()

    @property
    def ended(self) -> str | None:
        """Why it no longer carries out requests, or None."""
        if os.getpid() != self._process:
            return "the process that made it is another one"
        return self._ended

    def carry_out(self, operation: Callable[[Diagrams], Value]) -> Value:
        """Waits for the value of an operation, and raises the exceptions of the operation."""
        job = _Job(operation)
        with self._lock:
            if self.ended is not None or self._closing:
                raise _ended_error(self.ended or "it was closed")
            self._jobs.put(job)
        return job.future.result()

    def close(self, *, wait: bool = True) -> None:
        """Stops an operation that is being carried out."""
        if os.getpid() != self._process:
            return
        self._closing = True
        self._jobs.put(None)
        if wait and threading.current_thread() is not self._thread:
            self._thread.join()

    def _run(self) -> None:
        try:
            status = _native.run_diagrams(self._serve, self._options)["status"]
            ended = "it was closed" if self._closing else f"it was stopped by its {status}"
        except _Closed:
            ended = "it was closed"
        except BaseException as error:  # whatever it is, the waiting threads get it
            ended = str(error)
        with self._lock:
            self._ended = ended
        while not self._jobs.empty():
            if (job := self._jobs.get()) is not None:
                job.future.set_exception(_ended_error(ended))
        _running.discard(self)
        if hasattr(self._show, "close"):
            self._show.close()

    def _serve(self, program: _native.DiagramProgram) -> None:
        diagrams = Diagrams(program)
        while (job := self._jobs.get()) is not None:
            job.carry_out(diagrams)
            del job  # it refers to the manager, which ends with its last reference

    def _look(self, now: _native.DiagramProgress) -> None:
        if self._closing:
            raise _Closed
        if self._show is not None:
            self._show(now)


def _ended_error(why: str) -> UsageError:
    return UsageError(f"the manager of these functions has ended: {why}")


_running: weakref.WeakSet[DiagramEngine] = weakref.WeakSet()


def _close_all() -> None:
    for engine in list(_running):
        engine.close()


@cache
def _close_all_at_exit() -> None:
    """Closes all engines before Python ends. To be called after joined(), which registers the function that stops all
    calls: functions that are registered later are called first."""
    atexit.register(_close_all)
