"""The version of the package, which is that of all of Scrump."""

from __future__ import annotations

from importlib import metadata


def version() -> str:
    """`0.3.0`; `(not installed)` if only the sources are there."""
    try:
        return metadata.version("scrump")
    except metadata.PackageNotFoundError:
        return "(not installed)"
