"""The pages as files: what they hold, and that they load nothing."""

from __future__ import annotations

import base64
import gzip
import io
import json
import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
import synthetic
import synthetic_loops
import synthetic_tasks
from kinds_of_pages import KINDS, make_page
from scrump.report.cli import main


class Page(HTMLParser):
    """What a page refers to, its elements' ids, its scripts."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.references: list[tuple[str, str]] = []
        self.ids: list[str] = []
        self.scripts: list[str] = []
        self.styles: list[str] = []
        self._within = ""
        self.feed(text)

    @property
    def figures(self) -> dict[str, Any]:
        """What is drawn, by the plots' ids."""
        found: dict[str, Any] = json.loads(self.scripts[0])["figures"]
        return found

    @property
    def sections(self) -> list[str]:
        """Ids in their order, without those of plots and those that the page has for itself."""
        return [each for each in self.ids if not each.startswith(("plot-", "page-"))]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._within = tag
        for name, value in attrs:
            if name in ("src", "href", "srcset", "action", "data", "poster", "xlink:href"):
                self.references.append((tag, value or ""))
            if name == "id" and value:
                self.ids.append(value)
        if tag == "script":
            self.scripts.append("")

    def handle_endtag(self, tag: str) -> None:
        self._within = ""

    def handle_data(self, data: str) -> None:
        if self._within == "script":
            self.scripts[-1] += data
        elif self._within == "style":
            self.styles.append(data)


def make(tmp_path: Path, name: str, content: str | dict[str, Any], *arguments: str) -> str:
    """The page that the command makes of a file."""
    file = tmp_path / name
    file.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    assert main([str(file), *arguments]) == 0
    return file.with_suffix(".html").read_text(encoding="utf-8")


def check_that_it_loads_nothing(text: str) -> None:
    page = Page(text)
    assert page.references == []
    assert not any("@import" in style or "url(" in style for style in page.styles)
    assert "default-src 'none'" in text
    plotly = page.scripts[1]
    assert gzip.decompress(base64.b64decode(plotly)).count(b"plotly.js (cartesian - minified) v") == 1
    assert len(page.ids) == len(set(page.ids)), "an id that two elements have names one of them alone"
    for plot in page.figures:
        assert plot in page.ids


@pytest.mark.parametrize("kind", KINDS)
def test_a_page_loads_nothing_and_forbids_it(tmp_path: Path, kind: str):
    check_that_it_loads_nothing(make_page(tmp_path, kind).read_text(encoding="utf-8"))


@pytest.mark.parametrize("kind", KINDS)
def test_a_page_is_small_enough_for_a_notebook(tmp_path: Path, kind: str):
    assert make_page(tmp_path, kind).stat().st_size < 1_000_000


def test_a_long_command_line_has_a_row_of_its_own(tmp_path: Path):
    run = synthetic.good_run() | {"command": ["scrump", "maxclique", "a file.clq", "--time-limit", "<60s>"]}
    text = make(tmp_path, "run.json", run)
    row = '<div class="whole-row"><dt>command</dt><dd><code>'
    assert text.count(row) == 1
    assert row + "scrump maxclique &#x27;a file.clq&#x27; --time-limit &#x27;&lt;60s&gt;&#x27;</code>" in text


def test_what_processors_counted_is_told_as_far_as_it_was_read(tmp_path: Path):
    run = synthetic.good_run()
    counted = {"instructions": 6_000_000, "cycles": 4_000_000}
    text = make(tmp_path, "counted.json", run | {"statistics": run["statistics"] | counted})
    assert "6,000,000, 1.50 for each cycle" in text
    assert "4,000,000" in text
    assert "cache misses" not in text
    assert "1.50 for each cycle" not in make(tmp_path, "run.json", run)


def check_colours(text: str) -> None:
    """Each colour near black or white, which the other ground would swallow, has another one for it."""
    carried = json.loads(Page(text).scripts[0])
    assert re.findall(r'"(?:white|black)"', json.dumps(carried["figures"])) == []
    for colour in set(re.findall(r"#[0-9a-fA-F]{6}\b", json.dumps(carried["figures"]))):
        parts = [int(colour[at : at + 2], 16) for at in (1, 3, 5)]
        assert colour in carried["dark"] or (max(parts) >= 0x70 and min(parts) < 0xA0), colour


@pytest.mark.parametrize("kind", KINDS)
def test_colours_of_charts_have_dark_ones(tmp_path: Path, kind: str):
    check_colours(make_page(tmp_path, kind).read_text(encoding="utf-8"))


def test_the_sections_of_a_run_in_their_order(tmp_path: Path):
    page = Page(make(tmp_path, "run.json", synthetic.cluster_run()))
    sections = page.sections
    assert sections == [
        "summary",
        "diagnosis",
        "key-figures",
        "incumbents",
        "node-rate",
        "utilisation",
        "idle-rate",
        "task-durations",
        "steal-latencies",
        "steals-within",
        "steals-between",
    ]


def told(page: str) -> str:
    """What a reader of the page sees, without its charts."""
    return re.sub(r"<[^>]+>", " ", page[page.index("<main>") : page.index("<noscript>")].replace("<wbr>", ""))


def test_the_sections_of_tasks_are_those_that_they_have_figures_for(tmp_path: Path):
    text = make(tmp_path, "tasks.json", synthetic_tasks.make_tasks(localities=2, deque="private"))
    sections = Page(text).sections
    assert sections == [
        "summary",
        "diagnosis",
        "key-figures",
        "idle-rate",
        "task-durations",
        "steal-latencies",
        "steals-within",
        "steals-between",
    ]
    for shown in ("deque  private", "steal  one", "policy  hierarchical", "round trips  90, 2.2 for each steal"):
        assert shown in told(text), shown
    for of_searches in ("node", "incumbent", "prune", "skeleton", "absent"):
        assert of_searches not in told(text), of_searches


def test_the_sections_of_a_loop_over_parts(tmp_path: Path):
    text = make(tmp_path, "loop.json", synthetic_loops.parted_loop())
    sections = Page(text).sections
    assert sections == [
        "summary",
        "diagnosis",
        "key-figures",
        "transfer-figures",
        "finishing-times",
        "iterations",
        "chunks",
        "transfers",
        "idle-rate",
        "task-durations",
        "steal-latencies",
        "steals-between",
    ]
    for shown in (
        "technique  fac2",
        "steal order  decentralised",
        "parallel time  1.00 s",
        "cost  2.00 s",
        "imbalance  1.0050",
        "variation  0.5%",
        "iterations stolen  10,000, 10%",
        "steals  8 of 12 tried",
        "time to send  20.0 µs (10.0 µs to 50.0 µs)",
        "time to receive  30.0 µs (20.0 µs to 90.0 µs)",
        "0  50,000  6  4  5,000  20,000  30.0 µs (20.0 µs to 90.0 µs)  4  20.0 µs (10.0 µs to 50.0 µs)",
        "8 of 12 tries got iterations, 10,000 in all, with 40,000 bytes",
    ):
        assert shown in re.sub(r" +", " ", told(text)).replace("  ", " ") or shown in told(text), shown
    for of_others in ("node", "incumbent", "skeleton", "absent", "deque", "round trip"):
        assert of_others not in told(text), of_others


def test_a_loop_of_one_locality_says_nothing_of_others(tmp_path: Path):
    text = make(tmp_path, "loop.json", synthetic_loops.uneven_loop())
    ids = Page(text).ids
    for section in ("transfer-figures", "transfers", "steal-latencies", "steals-between", "steals-within"):
        assert section not in ids
    for word in ("stolen", "steal order", "policy"):
        assert word not in told(text), word
    assert "The last one was worker 3, after 1.00 s: 1.429 times the mean." in told(text)


def test_several_loops_are_told_as_such(tmp_path: Path):
    text = make(tmp_path, "loops.json", synthetic_loops.make_loop() | {"loops": 42})
    assert "42 loops  1.00 s" in told(text)
    assert "after 1.00 s: 1.005 times the mean" in told(text)
    assert "sums of 42 loops" in told(text)
    assert "sums of" not in told(make(tmp_path, "loop.json", synthetic_loops.make_loop()))


def test_the_charts_of_a_loop_show_what_each_worker_had(tmp_path: Path):
    figures = Page(make(tmp_path, "loop.json", synthetic_loops.parted_loop())).figures
    finished = figures["plot-finishing-times"]["data"][0]
    assert (finished["x"], finished["y"]) == (["0.0", "1.0"], [0.99, 1.0])
    assert len(set(finished["marker"]["color"])) == 2  # the last one has another colour
    own, stolen = figures["plot-iterations"]["data"]
    assert (own["y"], stolen["y"]) == ([45_000, 45_000], [5000, 5000])
    assert figures["plot-chunks"]["data"][0]["y"] == [20, 20]
    won, in_vain = figures["plot-transfer-steals"]["data"]
    assert (won["y"], in_vain["y"]) == ([4, 4], [2, 2])
    sent, received = figures["plot-transfer-times"]["data"]
    assert (sent["y"][0], received["y"][0]) == (pytest.approx(2e-5), pytest.approx(3e-5))
    assert (sent["error_y"]["array"][0], sent["error_y"]["arrayminus"][0]) == (pytest.approx(3e-5), pytest.approx(1e-5))


def test_time_steps_are_drawn(tmp_path: Path):
    text = make(tmp_path, "loop.json", synthetic_loops.stepped_loop())
    assert "steps" in Page(text).sections
    figures = Page(text).figures
    assert figures["plot-step-times"]["data"][0]["y"] == [0.25, 0.5, 0.25]
    assert figures["plot-step-imbalances"]["data"][0]["y"] == [1.1, 1.0, 1.2]
    assert "The longest was step 2, of 500 ms; the least balanced was step 3" in told(text)
    assert "steps" not in Page(make(tmp_path, "one.json", synthetic_loops.parted_loop())).sections


def test_steals_through_a_coordinator_are_told_though_the_statistics_have_none(tmp_path: Path):
    value = synthetic_loops.parted_loop() | {"steal_order": "coordinator:victims=rws"}
    value["statistics"] |= {"remote_steal_latencies": [], "steals_between": [], "steals_tried": 0, "steals_won": 0}
    text = make(tmp_path, "loop.json", value)
    assert "8 of 12 tried" in told(text)
    assert "Nothing was stolen" not in text
    assert "nothing was stolen" not in text


def test_how_many_tasks_a_steal_takes_is_said_as_the_policy_has_it(tmp_path: Path):
    assert "each steal takes one task" in make(tmp_path, "one.json", synthetic_tasks.make_tasks())
    several = make(tmp_path, "half.json", synthetic_tasks.make_tasks(policy="hierarchical:steal=half"))
    assert "each steal takes one task" not in several
    assert "a steal may take several tasks" in several


def test_tasks_of_one_locality_have_no_round_trips(tmp_path: Path):
    assert "round trips" not in told(make(tmp_path, "tasks.json", synthetic_tasks.make_tasks()))


def test_where_a_run_comes_from_stands_on_the_page(tmp_path: Path):
    text = make(tmp_path, "run.json", synthetic.cluster_run())
    for told in ("node1: 8 processors, 8 workers", "scrump 0.1.0", "2026-11-22 16:40:03 UTC"):
        assert told in text.replace("<wbr>", "")
    assert "scrump maxclique brock:n=800,i=4 --json" in text.replace("<wbr>", "")


def test_a_simulated_run_is_said_to_be_one(tmp_path: Path):
    words = "simulated: times are that machine"
    assert words not in told(make(tmp_path, "real.json", synthetic.cluster_run()))
    assert words in told(make(tmp_path, "simulated.json", synthetic.cluster_run() | {"simulated": {"hosts": 20}}))


def test_no_axis_of_counts_has_thousandths(tmp_path: Path):
    value = synthetic.make_run(workers=2, tasks_each=1)
    value["statistics"]["steal_latencies"] = [[1000, 2000, 1]]
    figures = Page(make(tmp_path, "run.json", value)).figures
    for plot in figures.values():
        for name, axis in plot["layout"].items():
            assert not (name.startswith(("xaxis", "yaxis")) and str(axis.get("tickformat", "")).endswith("s")), name
    assert figures["plot-steal-latencies"]["layout"]["yaxis"]["ticktext"] == ["0", "1"]


def test_what_is_absent_is_said(tmp_path: Path):
    text = make(tmp_path, "old.json", synthetic.old_run())
    page = Page(text)
    assert page.figures == {}
    assert text.count('<p class="absent">') == 6
    assert "incumbents" not in page.ids
    assert "steals-between" not in page.ids


def test_texts_of_the_file_are_text_on_the_page(tmp_path: Path):
    value = synthetic.cluster_run()
    value["problem"] = "<img src=http://example.org/x>"
    value["instance"] = {"graph": "</script><script>alert(1)</script>", "big": 10**6, "first": {"graph": "a&b"}}
    value["statistics"]["per_locality"][1]["process"] = "<b onclick=x>rank</b>"
    text = make(tmp_path, "run.json", value)
    page = Page(text)
    assert page.references == []
    assert len(page.scripts) == 3
    assert "&lt;/script&gt;" in text
    assert "big 1,000,000" in text
    assert "first a&amp;b" in text
    assert "<b onclick" not in text


def test_a_run_may_be_packed_or_come_from_standard_input(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    text = json.dumps(synthetic.good_run()).encode()
    packed = tmp_path / "run.json.gz"
    packed.write_bytes(gzip.compress(text))
    assert main([str(packed)]) == 0
    assert "<!doctype html>" in (tmp_path / "run.html").read_text(encoding="utf-8").lower()
    packed.write_bytes(gzip.compress(text)[:-20])
    assert main([str(packed)]) == 1
    assert capsys.readouterr().err == f"scrump-report: {packed}: packed by gzip, and damaged or cut off\n"

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text)))
    assert main(["-"]) == 0
    assert (tmp_path / "scrump.html").exists()


def test_a_file_is_given_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    run = tmp_path / "run.json"
    run.write_text(json.dumps(synthetic.good_run()))
    with pytest.raises(SystemExit):
        main([str(run), str(run)])
    assert f"{run} is given twice" in capsys.readouterr().err
    assert not run.with_suffix(".html").exists()


def test_title_and_output_are_chosen(tmp_path: Path):
    run = tmp_path / "run.json"
    run.write_text(json.dumps(synthetic.good_run()))
    assert main([str(run), "-o", str(tmp_path / "page.html"), "--title", "Mine & yours"]) == 0
    text = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "<title>Mine &amp; yours</title>" in text
    assert "<h1>Mine &amp; yours</h1>" in text
    assert not run.with_suffix(".html").exists()


def test_the_diagnosis_stands_on_the_page_with_options_as_code(tmp_path: Path):
    text = make(tmp_path, "run.json", synthetic.starving_run())
    assert 'data-kind="starvation"' in text
    assert "<code>--skeleton budget:backtracks=5000</code>" in text


def test_a_tiny_run_makes_a_page(tmp_path: Path):
    tiny = synthetic.make_run(seconds=0.0004, workers=1, tasks_each=1, incumbents=((0.0, 3),))
    assert "plot-incumbents" in Page(make(tmp_path, "tiny.json", tiny)).ids
    nothing = {"schema": "scrump-result", "version": 1, "problem": "queens", "status": "complete", "seconds": 0}
    nothing |= {"nodes": 0, "workers": 1, "localities": 1, "skeleton": "adaptive"}
    assert "diagnosis" in Page(make(tmp_path, "nothing.json", nothing)).ids


def test_the_module_is_the_command(tmp_path: Path):
    run = tmp_path / "run.json"
    run.write_text(json.dumps(synthetic.old_run()))
    path = os.pathsep.join(sys.path)
    subprocess.run(
        [sys.executable, "-m", "scrump.report", str(run)], check=True, env={**os.environ, "PYTHONPATH": path}
    )
    assert run.with_suffix(".html").exists()
