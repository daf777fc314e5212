"""The pages in a real browser that has no network: all charts are drawn, at two widths, without a complaint.

Needs Chromium and its driver (Debian: chromium, chromium-driver). Without them these tests are skipped, but fail if
SCRUMP_REQUIRE_BROWSER=1.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import synthetic
import synthetic_loops
import synthetic_states
import synthetic_tasks
from kinds_of_pages import KINDS, make_page
from scrump.report.cli import main
from scrump.report.shown import Page

REQUIRED = os.environ.get("SCRUMP_REQUIRE_BROWSER") == "1"
if not REQUIRED:
    pytest.importorskip("selenium")

from selenium import webdriver  # noqa: E402
from selenium.webdriver.chrome.options import Options  # noqa: E402
from selenium.webdriver.chrome.service import Service  # noqa: E402
from selenium.webdriver.support.ui import WebDriverWait  # noqa: E402

SECONDS_TO_DRAW = 60
WIDTHS = (1280, 420)  # what is laid out alike is looked at in the first alone


@pytest.fixture(scope="module")
def browser() -> Iterator[webdriver.Chrome]:
    chromium, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if chromium is None or driver is None:
        message = "needs Debian's chromium and chromium-driver"
        if REQUIRED:
            pytest.fail(message)
        pytest.skip(message)
    options = Options()
    options.binary_location = chromium
    for argument in (
        "--headless=new",
        "--no-sandbox",  # a container has no user namespaces
        "--disable-dev-shm-usage",
        "--disable-gpu",
        "--host-resolver-rules=MAP * ~NOTFOUND",
    ):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    session = webdriver.Chrome(options=options, service=Service(driver))
    try:
        session.execute_cdp_cmd("Network.enable", {})
        session.execute_cdp_cmd(
            "Network.emulateNetworkConditions",
            {"offline": True, "latency": 0, "downloadThroughput": 0, "uploadThroughput": 0},
        )
        yield session
    finally:
        session.quit()


# What a page shows, as a person would see it: for each plot the size of what was drawn, and the marks of each kind.
_DRAWN = """
return Object.fromEntries([...document.querySelectorAll('.plot')].map((plot) => {
  const box = plot.querySelector('svg.main-svg').getBoundingClientRect();
  const all = (selector) => [...plot.querySelectorAll(selector)];
  return [plot.id, {
    width: box.width, height: box.height, traces: plot.data.length,
    lines: all('.scatterlayer .trace path.js-line').length,
    points: all('.scatterlayer .points path').length,
    bars: all('.barlayer .point path').filter((bar) => bar.getAttribute('d') !== 'M0,0Z').length,
    maps: all('.heatmaplayer image').filter((map) => map.getBoundingClientRect().width > 50).length,
    fits: plot.scrollWidth <= plot.clientWidth + 1,
  }];
}));
"""


def show(browser: webdriver.Chrome, page: Path, width: int) -> dict[str, Any]:
    """Opens the page and says what it drew; it must be sound."""
    for log in ("browser", "performance"):
        browser.get_log(log)  # forgets what was before
    browser.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride", {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
    )
    browser.get(page.as_uri())
    WebDriverWait(browser, SECONDS_TO_DRAW).until(
        lambda session: session.execute_script("return document.documentElement.dataset.drawn !== undefined")
    )
    assert_no_complaint(browser)
    asked = [json.loads(entry["message"])["message"] for entry in browser.get_log("performance")]
    urls = [each["params"]["request"]["url"] for each in asked if each["method"] == "Network.requestWillBeSent"]
    assert [url for url in urls if not url.startswith(("file:", "data:", "blob:"))] == []
    assert browser.execute_script("return window.innerWidth") == width
    assert browser.execute_script("return document.documentElement.scrollWidth") <= width
    drawn: dict[str, Any] = browser.execute_script(_DRAWN)
    for name, plot in drawn.items():
        assert plot["width"] > 250, name
        assert plot["height"] > 150, name
        assert plot["fits"], name
    return drawn


def assert_no_complaint(browser: webdriver.Chrome) -> None:
    assert [entry for entry in browser.get_log("browser") if entry["level"] != "INFO"] == []


def set_scheme(browser: webdriver.Chrome, scheme: str) -> None:
    """What the system of its reader asks pages for."""
    wanted = {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", wanted)


def page_of(folder: Path, files: dict[str, str | dict[str, Any]], *arguments: str) -> Path:
    for name, content in files.items():
        (folder / name).write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    page = folder / "page.html"
    assert main([*(str(folder / name) for name in files), "-o", str(page), *arguments]) == 0
    return page


def marks(drawn: dict[str, Any], kind: str) -> dict[str, int]:
    return {name: plot[kind] for name, plot in drawn.items() if plot[kind]}


def check_drawn(browser: webdriver.Chrome, page: Path, scheme: str) -> dict[str, Any]:
    """What the page drew: all of its plots."""
    set_scheme(browser, scheme)
    try:
        drawn = show(browser, page, WIDTHS[0])
    finally:
        set_scheme(browser, "")
    expected = browser.execute_script("return [...document.querySelectorAll('.plot')].map((plot) => plot.id)")
    assert sorted(drawn) == sorted(expected)
    return drawn


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_page(browser: webdriver.Chrome, tmp_path: Path, kind: str, scheme: str):
    drawn = check_drawn(browser, make_page(tmp_path, kind), scheme)
    assert drawn or kind == "search-of-an-older-version"


def test_a_page_in_a_frame_of_a_notebook(browser: webdriver.Chrome, tmp_path: Path):
    frame = Page(make_page(tmp_path, "search").read_text(encoding="utf-8"))._repr_html_()
    notebook = tmp_path / "notebook.html"
    notebook.write_text(f"<!DOCTYPE html><meta charset=utf-8><body>{frame}{frame}", encoding="utf-8")
    browser.get_log("browser")
    browser.get(notebook.as_uri())
    for each in browser.find_elements("tag name", "iframe"):
        browser.switch_to.frame(each)
        WebDriverWait(browser, SECONDS_TO_DRAW).until(
            lambda session: session.execute_script("return document.documentElement.dataset.drawn") == "7"
        )
        browser.switch_to.default_content()
    assert_no_complaint(browser)


# How light a colour is, from 0 to 255.
_LIGHTNESS = """
const [element, property] = arguments;
const parts = getComputedStyle(document.querySelector(element))[property].match(/[0-9.]+/g).slice(0, 3).map(Number);
return parts.reduce((sum, each) => sum + each, 0) / 3;
"""


def test_a_page_follows_the_scheme_of_its_reader_and_is_printed_on_white(browser: webdriver.Chrome, tmp_path: Path):
    def lightness(element: str, of: str) -> float:
        found: float = browser.execute_script(_LIGHTNESS, element, of)
        return found

    def ground(light: bool) -> bool:
        grounds = lightness("section", "backgroundColor"), lightness("#plot-idle-rate .main-svg", "backgroundColor")
        texts = lightness("section", "color"), lightness("#plot-idle-rate .gtitle, #plot-idle-rate .xtick text", "fill")
        return all((each > 128) == light for each in grounds) and all((each > 128) != light for each in texts)

    page = page_of(tmp_path, {"run.json": synthetic.good_run()})
    set_scheme(browser, "dark")
    try:
        show(browser, page, WIDTHS[0])
        assert ground(light=False)
        set_scheme(browser, "light")
        WebDriverWait(browser, SECONDS_TO_DRAW).until(lambda _: ground(light=True))
        set_scheme(browser, "dark")
        WebDriverWait(browser, SECONDS_TO_DRAW).until(lambda _: ground(light=False))
        browser.execute_script("dispatchEvent(new Event('beforeprint'))")
        plot = "#plot-idle-rate .main-svg"
        WebDriverWait(browser, SECONDS_TO_DRAW).until(lambda _: lightness(plot, "backgroundColor") > 128)
        browser.execute_script("dispatchEvent(new Event('afterprint'))")
        WebDriverWait(browser, SECONDS_TO_DRAW).until(lambda _: ground(light=False))
        assert_no_complaint(browser)
    finally:
        set_scheme(browser, "")


@pytest.mark.parametrize("width", WIDTHS)
def test_a_run_of_one_locality(browser: webdriver.Chrome, tmp_path: Path, width: int):
    value = synthetic.good_run()
    drawn = show(browser, page_of(tmp_path, {"run.json": value}), width)
    assert sorted(drawn) == [
        "plot-idle-rate",
        "plot-incumbents",
        "plot-node-rate",
        "plot-steal-latencies",
        "plot-steals-within",
        "plot-task-durations",
        "plot-utilisation",
    ]
    assert marks(drawn, "lines") == {"plot-incumbents": 1, "plot-node-rate": 1}
    assert drawn["plot-incumbents"]["points"] == len(value["incumbents"]) + 1
    assert marks(drawn, "maps") == {"plot-utilisation": 1, "plot-steals-within": 1}
    assert drawn["plot-idle-rate"]["traces"] == 3
    assert drawn["plot-idle-rate"]["bars"] == 3 * value["workers"]
    assert drawn["plot-task-durations"]["bars"] > 10
    assert drawn["plot-steal-latencies"]["traces"] == 1


@pytest.mark.parametrize("width", WIDTHS)
def test_a_run_of_several_localities(browser: webdriver.Chrome, tmp_path: Path, width: int):
    value = synthetic.cluster_run()
    drawn = show(browser, page_of(tmp_path, {"run.json": value}), width)
    assert len(drawn) == 8
    assert drawn["plot-node-rate"]["lines"] == 1 + value["localities"]
    assert drawn["plot-steal-latencies"]["traces"] == 2
    assert drawn["plot-steal-latencies"]["bars"] > 20
    assert marks(drawn, "maps") == {"plot-utilisation": 1, "plot-steals-within": 1, "plot-steals-between": 1}
    assert drawn["plot-idle-rate"]["bars"] == 3 * 16


@pytest.mark.parametrize("width", WIDTHS[:1])
def test_a_run_of_tasks(browser: webdriver.Chrome, tmp_path: Path, width: int):
    drawn = show(browser, page_of(tmp_path, {"run.json": synthetic_tasks.make_tasks(localities=2)}), width)
    assert len(drawn) == 5
    assert drawn["plot-idle-rate"]["bars"] == 3 * 4
    assert drawn["plot-steal-latencies"]["traces"] == 2
    assert marks(drawn, "maps") == {"plot-steals-within": 1, "plot-steals-between": 1}


@pytest.mark.parametrize("width", WIDTHS[:1])
def test_a_run_of_a_loop_with_its_trace(browser: webdriver.Chrome, tmp_path: Path, width: int):
    trace = tmp_path / "trace.json"
    work = (("task", 0.0, 0.5), ("look for work", 0.5, 0.1), ("task", 0.6, 0.4))
    trace.write_text(json.dumps(synthetic.make_trace(work, work)))
    page = page_of(tmp_path, {"run.json": synthetic_loops.parted_loop()}, "--trace", str(trace))
    drawn = show(browser, page, width)
    assert len(drawn) == 10
    assert drawn["plot-finishing-times"]["bars"] == 2
    assert drawn["plot-iterations"]["bars"] == 2 * 2
    assert drawn["plot-chunks"]["bars"] == 2
    assert drawn["plot-transfer-times"]["points"] == 2 * 2
    assert drawn["plot-timeline"]["bars"] == 2 * 3
    assert marks(drawn, "maps") == {"plot-steals-between": 1}


@pytest.mark.parametrize("width", WIDTHS[:1])
def test_a_symbolic_reachability(browser: webdriver.Chrome, tmp_path: Path, width: int):
    drawn = show(browser, page_of(tmp_path, {"run.json": synthetic_states.make_reach(localities=2)}), width)
    assert len(drawn) == 8
    assert drawn["plot-rounds"]["bars"] == len(synthetic_states.ROUNDS)
    assert marks(drawn, "lines") == {"plot-reached": 2, "plot-table": 1}
    assert drawn["plot-reached"]["points"] == 2 * len(synthetic_states.ROUNDS)


@pytest.mark.parametrize("width", WIDTHS)
def test_a_state_space(browser: webdriver.Chrome, tmp_path: Path, width: int):
    drawn = show(browser, page_of(tmp_path, {"run.json": synthetic_states.make_states()}), width)
    assert len(drawn) == 4
    assert drawn["plot-levels"]["lines"] == 2
    assert drawn["plot-levels"]["points"] == 5


@pytest.mark.parametrize("width", WIDTHS[:1])
def test_a_run_that_lacks_everything_new(browser: webdriver.Chrome, tmp_path: Path, width: int):
    assert show(browser, page_of(tmp_path, {"run.json": synthetic.old_run()}), width) == {}


@pytest.mark.parametrize("width", WIDTHS[:1])
def test_many_workers_and_early_incumbents(browser: webdriver.Chrome, tmp_path: Path, width: int):
    value = synthetic.make_run(localities=8, workers=16, incumbents=((0, 4), (0.00001, 5), (0.001, 6)))
    drawn = show(browser, page_of(tmp_path, {"run.json": value}), width)
    assert drawn["plot-idle-rate"]["bars"] == 3 * 128
    assert browser.execute_script("return document.getElementById('plot-incumbents').layout.xaxis.type") == "log"


def test_a_printed_page_has_its_charts_within_the_sheet(browser: webdriver.Chrome, tmp_path: Path):
    show(browser, page_of(tmp_path, {"run.json": synthetic.good_run()}), 1280)
    browser.execute_script("dispatchEvent(new Event('beforeprint'))")
    width = "return document.querySelector('#plot-idle-rate svg.main-svg').getBoundingClientRect().width"
    assert browser.execute_script(width) <= 680
    browser.execute_script("dispatchEvent(new Event('afterprint'))")
    assert browser.execute_script(width) > 1000
