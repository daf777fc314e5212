"""Problems that Scrump solves, a module for each kind."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from . import cliques, counting, subgraphs, tours

__all__ = ["cliques", "counting", "subgraphs", "tours"]


def __getattr__(name: str) -> object:
    """Loads modules on first use."""
    if name not in __all__:
        raise AttributeError(f"module 'scrump.problems' has no attribute {name!r}")
    return import_module(f"scrump.problems.{name}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
