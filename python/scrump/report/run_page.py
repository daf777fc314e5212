"""The page of one run."""

from __future__ import annotations

import shlex

from scrump.report import key_figures
from scrump.report.diagnosis import diagnose
from scrump.report.findings import Finding
from scrump.report.loop_run import LoopRun
from scrump.report.page import breakable, chart_section, escape, prose, render, table
from scrump.report.run import Run, Times
from scrump.report.run_charts import run_charts
from scrump.report.timeline import Trace, timeline
from scrump.report.units import duration, percent


def run_page(run: Run, source: str, title: str | None = None, trace: Trace | None = None) -> str:
    """The page of one run; `source` is the file from which it was read."""
    charts = run_charts(run)
    if trace is not None:
        charts.append(timeline(run, trace))
    heading = title or f"A run of {run.problem}"
    body = "\n".join(
        [
            _header(run, heading),
            _diagnosis(run),
            _key_figures(run),
            *([_transfers(run)] if isinstance(run, LoopRun) and run.stealing else []),
            *map(chart_section, charts),
            f"<footer>Made by scrump-report from {escape(source)}.</footer>",
        ]
    )
    return render(heading, body, charts)


def _header(run: Run, heading: str) -> str:
    entries = "".join(_entry(name, breakable(value)) for name, value in key_figures.summary(run))
    if run.command:
        entries += _entry("command", f"<code>{escape(shlex.join(run.command))}</code>", "whole-row")
    problem = f"{run.problem}: {key_figures.instance(run)}" if run.instance else run.problem
    return (
        f'<header><h1>{escape(heading)}</h1><p class="subtitle">{escape(problem)}</p></header>\n'
        f'<section id="summary"><dl class="summary">{entries}</dl></section>'
    )


def _entry(name: str, value: str, kind: str = "") -> str:
    css = f' class="{kind}"' if kind else ""
    return f"<div{css}><dt>{escape(name)}</dt><dd>{value}</dd></div>"


def _diagnosis(run: Run) -> str:
    found = diagnose(run)
    parts = ["<h2>What held this run back</h2>", f'<p class="headline">{prose(found.headline)}</p>']
    if run.times is not None and run.times.total > 0:
        parts.append(_shares(run, run.times))
    if found.findings:
        parts.append(f'<ol class="findings">{"".join(map(_finding, found.findings))}</ol>')
    parts += [f'<p class="note">{prose(note)}</p>' for note in found.notes]
    return f'<section id="diagnosis">\n{chr(10).join(parts)}\n</section>'


def _shares(run: Run, times: Times) -> str:
    """All workers' time as one bar."""
    parts = (
        ("working", "computing", times.working),
        ("managing", f"managing {run.piece}s", times.managing),
        ("waiting", "waiting for work", times.waiting),
    )
    bar = "".join(f'<span class="{css}" style="width:{part / times.total:.2%}"></span>' for css, _, part in parts)
    legend = "".join(
        f'<span><i class="{css}"></i>{name} {percent(part / times.total)}, {duration(part)}</span>'
        for css, name, part in parts
    )
    return (
        f'<div class="shares" role="img" aria-label="All workers\' time">{bar}</div><div class="legend">{legend}</div>'
    )


def _finding(finding: Finding) -> str:
    cost = f"About {duration(finding.seconds)} of all workers' time, {percent(finding.share)}."
    evidence = "".join(f"<li>{prose(each)}</li>" for each in finding.evidence)
    advice = "".join(f"<li>{prose(each)}</li>" for each in finding.advice)
    tried = f'<p class="try">What to try</p><ul>{advice}</ul>' if advice else ""
    return (
        f'<li data-kind="{finding.kind}"><h3>{prose(finding.title)}</h3><p class="cost">{cost}</p>'
        f"<ul>{evidence}</ul>{tried}</li>"
    )


def _key_figures(run: Run) -> str:
    rows = [[escape(each.name), escape(each.value), escape(each.meaning)] for each in key_figures.key_figures(run)]
    return (
        '<section id="key-figures"><h2>Key figures</h2>'
        f"{table(['figure', 'value', 'what it says'], rows, numbers=[1], kind='figures')}</section>"
    )


def _transfers(run: LoopRun) -> str:
    header = [
        *("locality", "of its own part", "steals tried", "won", "iterations stolen", "bytes", "to receive a chunk"),
        *("chunks sent", "to send a chunk"),
    ]
    rows = key_figures.transfers(run)
    return (
        '<section id="transfer-figures"><h2>Between localities</h2>'
        '<p class="caption">What each locality took from others, and sent to them.</p>'
        f"{table(header, rows, numbers=range(1, len(header)))}</section>"
    )
