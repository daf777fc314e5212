"""The command `scrump-report`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from scrump.report.errors import ReportError

_DESCRIPTION = """\
Makes one HTML page of what Scrump measured. The page holds all it shows and loads nothing from any network.

  scrump maxclique brock:n=800,i=4 --json > run.json
  scrump-report run.json                    why is it not faster? writes run.html
  scrump-report run.json --trace trace.json
                                            the same, and who did what when

  scrump-report heat.csv search.csv -o grain.html
                                            how does time depend on the size of tasks?
"""

_EPILOG = """\
Exit statuses: 0 the page was written; 1 a file cannot be read, understood or written; 2 wrong use.
"""


def main(arguments: Sequence[str] | None = None) -> int:
    parser = _parser()
    options = parser.parse_args(arguments)
    inputs: list[Path] = options.inputs
    output: Path = options.output or inputs[0].with_suffix(".html")
    read = [*inputs, *([options.trace] if options.trace is not None else [])]
    if any(output.resolve() == each.resolve() for each in read):
        parser.error(f"{output} would be written over; name another file with -o")
    try:
        texts = {each: _read(each) for each in dict.fromkeys(inputs)}
        runs = [each for each, text in texts.items() if _is_json(each, text)]
        if runs and len(texts) > 1:
            parser.error(f"{runs[0]} is a run, and a page shows one run alone; only CSV files can be put together")
        if options.trace is not None and not runs:
            parser.error("--trace is of a run, and there is none")
        if runs:
            page = _run_page(runs[0], texts[runs[0]], options.title, options.trace)
        else:
            page = _grain_page(texts, options.title)
        _write(output, page)
    except ReportError as error:
        print(f"scrump-report: {error}", file=sys.stderr)
        return 1
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="scrump-report",
        description=_DESCRIPTION,
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "inputs",
        metavar="FILE",
        nargs="+",
        type=Path,
        help="the JSON of one run ('scrump … --json'), or CSV files of scrump_heat and of the sweep over searches",
    )
    parser.add_argument(
        "-o", "--output", metavar="PAGE", type=Path, help="the page to write (default: the first input, with .html)"
    )
    parser.add_argument(
        "--trace", metavar="FILE", type=Path, help="what '--trace' of the run wrote: the page draws who did what when"
    )
    parser.add_argument("--title", help="the heading of the page")
    parser.add_argument("--version", action="version", version=f"scrump-report {_version()}")
    return parser


def _version() -> str:
    try:
        return version("scrump")
    except PackageNotFoundError:
        return "(not installed)"


def _is_json(file: Path, text: str) -> bool:
    """By what is in it; a file of neither kind is judged by its name, so that its error is about what it was to be."""
    start = text.lstrip()[:1]
    return start in ("{", "[") or (file.suffix.lower() == ".json")


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise ReportError(f"{file}: not text in UTF-8 (byte {error.start})") from None
    except OSError as error:
        raise ReportError(f"{file}: {_reason(error)}") from None


def _write(file: Path, page: str) -> None:
    try:
        file.write_text(page, encoding="utf-8")
    except OSError as error:
        raise ReportError(f"{file}: cannot be written: {_reason(error)}") from None


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()


# Plotly takes a moment to load, which wrong use need not wait for.


def _run_page(file: Path, text: str, title: str | None, trace: Path | None) -> str:
    from scrump.report.reading import parse_run
    from scrump.report.run_page import run_page
    from scrump.report.timeline import parse_trace

    run = parse_run(text, str(file))
    return run_page(run, file.name, title, parse_trace(_read(trace), str(trace)) if trace is not None else None)


def _grain_page(texts: dict[Path, str], title: str | None) -> str:
    from scrump.report.grain import HeatRun, SweepRun, parse_grain
    from scrump.report.grain_page import grain_page

    heat: list[HeatRun] = []
    sweep: list[SweepRun] = []
    for file, text in texts.items():
        for run in parse_grain(text, str(file)):
            if isinstance(run, HeatRun):
                heat.append(run)
            else:
                sweep.append(run)
    return grain_page(heat, sweep, [file.name for file in texts], title)
