"""The page of measurements as a file: what it holds, and that it loads nothing."""

import gzip
import io
import re
from pathlib import Path

import pytest
import synthetic_grain
from page_test import Page, check_colours, check_that_it_loads_nothing
from report_command import main

from lab.grain.charts import signed_log


def make(folder: Path, name: str, content: str, *arguments: str) -> str:
    """The page that the command makes of a file."""
    file = folder / name
    file.write_text(content, encoding="utf-8")
    assert main([str(file), *arguments]) == 0
    return file.with_suffix(".html").read_text(encoding="utf-8")


def make_both(folder: Path) -> Path:
    """The page of files of both kinds."""
    heat, search, page = (folder / name for name in ("heat.csv", "search.csv", "grain.html"))
    heat.write_text(synthetic_grain.heat_csv(), encoding="utf-8")
    search.write_text(synthetic_grain.sweep_csv(), encoding="utf-8")
    assert main([str(heat), str(search), "-o", str(page)]) == 0
    return page


def test_the_page_loads_nothing_is_small_and_has_dark_colours(tmp_path: Path):
    page = make_both(tmp_path)
    text = page.read_text(encoding="utf-8")
    check_that_it_loads_nothing(text)
    check_colours(text)
    assert page.stat().st_size < 1_000_000


def test_several_measurements_make_one_page(tmp_path: Path):
    heat, other, search = (tmp_path / name for name in ("heat.csv", "other.csv", "search.csv"))
    heat.write_text(synthetic_grain.heat_csv())
    other.write_text(synthetic_grain.heat_csv(points=10_000_000))
    search.write_text(synthetic_grain.sweep_csv())
    assert main([str(heat), str(other), str(search), "-o", str(tmp_path / "grain.html")]) == 0
    text = (tmp_path / "grain.html").read_text(encoding="utf-8")
    page = Page(text)
    for name in ("time", "idle", "wait", "overheads", "accesses", "comparison", "variation"):
        assert f"heat-{name}" in page.ids
        assert f"heat-{name}-2" in page.ids
    assert "sweep" in page.ids
    assert "10,000,000 points, 50 steps" in text
    assert "4 of 4 within 5%" in text
    assert re.search(
        r"knapsack &amp; hard</th><td[^>]*>2</td><td[^>]*>budget</td>.*?<span class=\"no\">no</span>", text
    )


def test_what_the_papers_rules_pick_stands_beside_the_best(tmp_path: Path):
    text = make(tmp_path, "heat.csv", synthetic_grain.heat_csv())
    assert "heat-rules" in Page(text).ids
    for workers in (2, 4, 8):
        row = f'<th scope="row" class="number">{workers}</th><td>fewest accesses to pools</td>'
        assert f'{row}<td class="number">12,500,000<' in text, workers
    assert '<th scope="row" class="number">1</th><td>fewest' not in text, "one worker never starves"
    assert text.count("smallest with an idle-rate of at most 30%") == 3


def test_simulated_nodes_are_told_apart_from_machines(tmp_path: Path):
    header, *lines = synthetic_grain.heat_csv().splitlines()
    lines = [line for line in lines if not line.startswith("seq")]
    simulated, real = ("\n".join([f"{header},node", *(f"{line},{node}" for line in lines)]) for node in ("haswell", ""))
    for name, text in (("simulated.csv", simulated), ("real.csv", real)):
        (tmp_path / name).write_text(text)
    assert main([str(tmp_path / "simulated.csv"), str(tmp_path / "real.csv"), "-o", str(tmp_path / "both.html")]) == 0
    text = (tmp_path / "both.html").read_text(encoding="utf-8")
    assert re.findall(r'class="experiment">Heat stencil, ([^<]*)<', text) == [
        "100,000,000 points, 50 steps, simulated on haswell",
        "100,000,000 points, 50 steps",
    ]


def test_measurements_without_some_figures_say_so(tmp_path: Path):
    text = make(tmp_path, "heat.csv", synthetic_grain.heat_csv(alone=False))
    assert "There is no wait time" in text
    only_adaptive = [line for line in synthetic_grain.heat_csv().splitlines() if not line.startswith("fixed")]
    text = make(tmp_path, "adaptive.csv", "\n".join(only_adaptive))
    assert "There are no runs with a fixed partition." in text
    assert "There is nothing to compare" in text


def with_order(text: str, order: str) -> str:
    """As measured today, with the order in which a worker takes its own tasks; a plain loop has none."""
    header, *lines = text.splitlines()
    return "\n".join([f"{header},order", *(f"{line},{'' if line.startswith('seq') else order}" for line in lines)])


def test_orders_of_tasks_are_told_apart_and_the_loop_stands_beside_both(tmp_path: Path):
    fifo, lifo = tmp_path / "fifo.csv", tmp_path / "lifo.csv"
    fifo.write_text(with_order(synthetic_grain.heat_csv(), "fifo"))
    lifo.write_text(with_order(synthetic_grain.heat_csv(), "lifo"))
    assert main([str(fifo), str(lifo), "-o", str(tmp_path / "both.html")]) == 0
    text = (tmp_path / "both.html").read_text(encoding="utf-8")
    assert text.count('<h2 class="experiment">') == 2
    assert "50 steps, the oldest task first<" in text
    assert "50 steps, one&#x27;s own newest task first<" in text or "own newest task first<" in text
    figures = Page(text).figures
    for plot in ("plot-heat-time", "plot-heat-time-2"):
        traces = {trace.get("name"): trace for trace in figures[plot]["data"]}
        assert "plain loop, no tasks" in traces
        assert all(text.endswith(", 3 runs)") for text in traces["2 workers"]["customdata"])


def test_samples_are_told_with_their_deviation(tmp_path: Path):
    header = "mode,points,partition,steps,workers,repeat,seconds,tasks,idle_rate,management_overhead_s,"
    header += "wait_time_per_task_us,wait_time_per_core_s,pool_accesses,pool_misses"
    lines = [f"fixed,1000,10,5,2,{at},{1 if at < 5 else 3},500,0.5,1,,,{100 + 10 * at},7" for at in range(10)]
    text = make(tmp_path, "ten.csv", "\n".join([header, *lines]))
    assert '<td class="number">2.00 s ± 1.05 s, 53%</td>' in text
    assert '<td class="number">145 ± 30.3, 21%</td>' in text
    assert "for execution times is 53% at most" in text
    assert "nothing varies" in make(tmp_path, "one.csv", f"{header}\n{lines[0]}\n")


def test_the_papers_numbers_are_drawn_on_request(tmp_path: Path):
    half = synthetic_grain.heat_csv(points=50_000_000)  # half of the paper's points: half of its time
    without = Page(make(tmp_path, "without.csv", half)).figures
    figures = Page(make(tmp_path, "with.csv", half, "--published")).figures

    def marks(figure: dict) -> list[dict]:
        return [trace for trace in figure["data"] if trace.get("name", "").startswith("published")]

    (times,) = marks(figures["plot-heat-time"])
    assert dict(zip(times["x"], times["y"], strict=True)) == {78125: 0.875, 40000: 0.855, 31250: 0.9625}
    (idle,) = marks(figures["plot-heat-idle-8"])
    assert (idle["x"], idle["y"], idle["yaxis"]) == ([78125], [0.3], "y2")
    (waiting,) = figures["plot-heat-overheads-8"]["layout"]["shapes"]
    assert (waiting["x0"], waiting["x1"]) == (20000, 1000000)
    (fewest,) = figures["plot-heat-accesses-8"]["layout"]["shapes"]
    assert fewest["x0"] == fewest["x1"] == 31250
    assert not marks(without["plot-heat-time"])
    assert "shapes" not in without["plot-heat-accesses-8"]["layout"]


def test_a_single_measurement_makes_a_page(tmp_path: Path):
    header, *lines = synthetic_grain.heat_csv().splitlines()
    one = next(line for line in lines if line.startswith("fixed"))
    assert "plot-heat-time" in Page(make(tmp_path, "one.csv", f"{header}\n{one}\n")).ids
    header, *lines = synthetic_grain.sweep_csv().splitlines()
    auto = next(line for line in lines if ",auto," in line)
    assert "plot-sweep-0" in Page(make(tmp_path, "auto.csv", f"{header}\n{auto}\n")).ids


def test_the_scale_of_wait_times_keeps_signs_and_order():
    values = [-1e-3, -1e-6, -1e-9, 0, 1e-9, 1e-6, 1e-3]
    places = [signed_log(each) for each in values]
    assert places == sorted(places)
    assert places[0] == -places[-1]
    assert places[3] == 0


def test_packed_files_and_standard_input_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    packed = tmp_path / "heat.csv.gz"
    packed.write_bytes(gzip.compress(synthetic_grain.heat_csv().encode()))
    assert main([str(packed)]) == 0
    assert "plot-heat-time" in Page((tmp_path / "heat.html").read_text(encoding="utf-8")).ids
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(synthetic_grain.sweep_csv().encode())))
    page = tmp_path / "page.html"
    assert main(["-", "-o", str(page), "--title", "Mine & yours"]) == 0
    assert "<h1>Mine &amp; yours</h1>" in page.read_text(encoding="utf-8")


def test_errors_are_one_line_and_name_the_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    missing, wrong = tmp_path / "no.csv", tmp_path / "wrong.csv"
    wrong.write_text("{}")
    assert main([str(missing)]) == 1
    assert capsys.readouterr().err == f"lab/grain/report: {missing}: no such file or directory\n"
    assert main([str(wrong)]) == 1
    assert capsys.readouterr().err.startswith(f"lab/grain/report: {wrong}:1: expected the header of scrump_heat")


@pytest.mark.parametrize("arguments", [[], ["--unknown", "x"], ["heat.csv", "-o", "heat.csv"], ["heat.csv", "heat.csv"]])
def test_wrong_usage_is_status_2(arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    Path("heat.csv").write_text(synthetic_grain.heat_csv())
    with pytest.raises(SystemExit) as left:
        main(arguments)
    assert left.value.code == 2
    assert Path("heat.csv").read_text() == synthetic_grain.heat_csv()
