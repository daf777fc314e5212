"""The command `scrump-report`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from scrump.report.errors import ReportError
from scrump.report.files import page_beside, read_text, write_text
from scrump.version import version

_DESCRIPTION = """\
Makes one HTML page of what Scrump measured. The page holds all it shows and loads nothing from any network.

  scrump maxclique brock:n=800,i=4 --json > run.json
  scrump-report run.json                    why is it not faster? writes run.html
  scrump-report run.json trace.json         the same, and who did what when

  scrump-report one.json two.json four.json
                                            how do they differ? writes comparison.html

  scrump maxclique brock:n=800,i=4 --json | scrump-report - -o run.html

Files may be packed by gzip.
"""

_EPILOG = """\
Exit statuses: 0 the page was written; 1 a file cannot be read, understood or written; 2 wrong use.
"""


def main(arguments: Sequence[str] | None = None) -> int:
    parser = _parser()
    options = parser.parse_args(arguments)
    inputs: list[Path] = options.inputs
    trace: list[Path] = [] if options.trace is None else [options.trace]
    twice = next((each for each in inputs if inputs.count(each) > 1), None)
    if twice is not None:
        parser.error(f"{twice} is given twice; expected each file once")
    _spare(options.output or page_beside(inputs[0]), [*inputs, *trace], parser)
    try:
        texts = {each: read_text(each) for each in inputs}
        traces = {each: text for each, text in texts.items() if _is_trace(text)}
        runs = {each: text for each, text in texts.items() if each not in traces}
        if trace and not runs:
            parser.error("--trace is of a run, and there is none")
        traces |= {each: read_text(each) for each in trace}
        if (traces and len(runs) > 1) or len(traces) > 1:
            parser.error(f"{next(iter(traces))} is a trace, which belongs to one run")
        output, page = _page(runs, traces, options.title)
        output = options.output or output
        _spare(output, [*texts, *traces], parser)
        write_text(output, page)
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
        help="the JSON of a run ('scrump … --json'; - is standard input), alone or with its trace; several of them, to "
        "compare them",
    )
    parser.add_argument(
        "-o",
        "--output",
        metavar="PAGE",
        type=Path,
        help="the page to write (default: the first input, with .html; scrump.html of standard input; of several runs comparison.html beside it)",
    )
    parser.add_argument(
        "--trace", metavar="FILE", type=Path, help="what '--trace' of the run wrote: the page draws who did what when"
    )
    parser.add_argument("--title", help="the heading of the page")
    parser.add_argument("--version", action="version", version=f"scrump-report {version()}")
    return parser


def _page(runs: dict[Path, str], traces: dict[Path, str], title: str | None) -> tuple[Path, str]:
    """The requested page, and its default file."""
    if len(runs) > 1:
        return next(iter(runs)).with_name("comparison.html"), _comparison_page(runs, title)
    if runs:
        ((run, text),) = runs.items()
        return page_beside(run), _run_page(run, text, title, traces)
    trace = next(iter(traces))  # alone, which is rejected when it is read
    return page_beside(trace), _run_page(trace, traces[trace], title, {})


def _spare(output: Path, read: Sequence[Path], parser: argparse.ArgumentParser) -> None:
    if any(output.resolve() == each.resolve() for each in read):
        parser.error(f"{output} would be written over; name another file with -o")


def _is_trace(text: str) -> bool:
    """Whether it is a trace, by the beginning of files of '--trace', which are too large to be parsed for that."""
    return '"traceEvents"' in text[:1000]


# Plotly takes a moment to load, which a usage error need not wait for.


def _run_page(file: Path, text: str, title: str | None, traces: dict[Path, str]) -> str:
    """The page of a run, with its trace, if given."""
    from scrump.report.reading import parse_run
    from scrump.report.run_page import run_page
    from scrump.report.timeline import expect_of, parse_trace

    run, trace = parse_run(text, str(file)), None
    for name, content in traces.items():  # at most one
        trace = parse_trace(content, str(name))
        expect_of(run, trace, str(name))
    return run_page(run, file.name, title, trace)


def _comparison_page(texts: dict[Path, str], title: str | None) -> str:
    from scrump.report.comparison import NamedRun
    from scrump.report.comparison_page import comparison_page
    from scrump.report.reading import parse_run

    names = _short_names(list(texts))
    return comparison_page([NamedRun(names[file], parse_run(text, str(file))) for file, text in texts.items()], title)


def _short_names(files: Sequence[Path]) -> dict[Path, str]:
    """Names of the files without folders and extensions, if they remain distinct."""
    short = {file: file.name.removesuffix(".gz").removesuffix(".json") for file in files}
    return short if len(set(short.values())) == len(files) else {file: str(file) for file in files}
