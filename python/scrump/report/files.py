"""The files that reports read and write."""

from __future__ import annotations

import gzip
import sys
import zlib
from pathlib import Path

from scrump.report.errors import ReportError

STANDARD_INPUT = Path("-")


def page_beside(file: Path) -> Path:
    """run.html for run.json, run.json.gz, and scrump.html for standard input."""
    if file == STANDARD_INPUT:
        return Path("scrump.html")
    return file.with_suffix("").with_suffix(".html") if file.suffix == ".gz" else file.with_suffix(".html")


def read_text(file: Path) -> str:
    """The text of a file, which gzip may have packed, or of standard input."""
    try:
        content = sys.stdin.buffer.read() if file == STANDARD_INPUT else file.read_bytes()
        if content.startswith(b"\x1f\x8b"):
            content = gzip.decompress(content)
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ReportError(f"{file}: not text in UTF-8 (byte {error.start})") from None
    except (EOFError, gzip.BadGzipFile, zlib.error):
        raise ReportError(f"{file}: packed by gzip, and damaged or cut off") from None
    except OSError as error:
        raise ReportError(f"{file}: {_reason(error)}") from None


def write_text(file: Path, text: str) -> None:
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise ReportError(f"{file}: cannot be written: {_reason(error)}") from None


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()
