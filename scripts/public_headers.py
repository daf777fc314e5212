"""The headers that programs include say for what in their first comment. The lists of headers are made from that."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
API = ROOT / "docs/api.md"

_PURPOSE = re.compile(r"#pragma once\n\n// Include it for (.+)\.\n")
_INCLUDED = re.compile(r'^ *#include [<"](scrump/[^>"]+)[>"]', re.MULTILINE)
# What a user's build leaves out.
_DEBUG_ONLY = re.compile(r"#if defined\(SCRUMP_CHECK_SEARCHES\).*?#(?:else|endif)", re.DOTALL)
_TABLE = re.compile(r"(?<=\| include \| for \|\n\|---\|---\|\n)(?:\|.*\n)+")


def purposes(root: Path = ROOT) -> dict[str, str]:
    """Every header that programs include, such as `scrump/search.hpp`, with its purpose; the front doors come first."""
    include = root / "include"
    found = {}
    for path in (include / "scrump").rglob("*.hpp"):
        if match := _PURPOSE.match(path.read_text("utf-8")):
            found[path.relative_to(include).as_posix()] = match[1]
    return dict(sorted(found.items(), key=lambda row: (row[0].count("/"), row[0])))


def included_in(text: str) -> list[str]:
    return _INCLUDED.findall(text)


def reached_from(header: str, found: set[str]) -> set[str]:
    """Headers of Scrump that it brings along, and itself, besides those that were found."""
    if header not in found:
        found.add(header)
        text = _DEBUG_ONLY.sub("", (ROOT / "include" / header).read_text("utf-8"))
        for other in included_in(text):
            reached_from(other, found)
    return found


def described() -> list[str]:
    """What the reference describes: these headers, and those they bring along that are outside the inner rings."""
    found: set[str] = set()
    for header in purposes():
        reached_from(header, found)
    return sorted(header for header in found if not re.search("/(detail|ext)/", header))


def with_table(page: str, rows: dict[str, str]) -> str:
    """The page docs/api.md with these rows in its table of headers."""
    table = "".join(f"| `{header}` | {purpose} |\n" for header, purpose in rows.items())
    changed, tables = _TABLE.subn(lambda _: table, page)
    if tables != 1:
        raise ValueError(f"{API}: expected one table of headers, found {tables}")
    return changed
