"""Chapter 5: the imbalance benchmark on 200 simulated ranks and the Mandelbrot set on 128; for real, on the ranks that
this machine has, the blast and the adaptive mesh."""

from pathlib import Path

from lab.harness.published import Value, value
from lab.papers.comparison import number, only, results, span
from lab.papers.plan import Comparison, Step, Table

PAPER = "shatri2023"
TITLE = "Shatri (2023)"
# Of the ranks' loads. The thesis does not describe its own; what it saves at 20 and 30 % is what a uniform one allows.
SPREAD = "uniform"

Rows = list[dict[str, str]]


def steps(quick: bool) -> list[Step]:
    usual = (*(("--quick",) if quick else ()), "--paper", PAPER, "--published")
    return [
        Step("simulated", "loops", ("--ways", "simulated", *usual)),
        Step("real", "loops", ("--ways", "real", "--applications", "sedov,amr", "--ranks", "4", *usual)),
    ]


def stealing(rows: Rows) -> Rows:
    return [row for row in rows if row["scheme"] != "off"]


def column(rows: Rows, name: str) -> list[float]:
    return [float(row[name]) for row in rows if row[name]]


def of_victims(rows: Rows, *victims: str) -> Rows:
    return [row for row in rows if row["scheme"].partition("_")[0] in victims]


def fixed(rows: Rows) -> Rows:
    return [row for row in rows if "_static" in row["scheme"]]


def won(rows: Rows) -> list[float]:
    return [100 * float(row["won"]) / float(row["tried"]) for row in rows if float(row["tried"])]


def about_imbalance(rows: Rows) -> dict[Value, str]:
    ours = {}
    for where, percent in (("figure 5.2", 20), ("figure 5.3", 30), ("figure 5.3", 40)):
        own = stealing(only(rows, application="imbalance", spread=SPREAD, imbalance_percent=percent))
        ours[value(PAPER, where, "time saved", f"Pisolver at {percent} %")] = span(
            column(own, "faster_percent"), 2, "%"
        )
    none = only(rows, application="imbalance", spread=SPREAD, imbalance_percent=0)
    times = column(none, "seconds")
    if times:
        ours[value(PAPER, "figure 5.2", "largest difference")] = number(100 * (max(times) / min(times) - 1), unit="%")
    some = stealing(only(rows, application="imbalance", spread=SPREAD, imbalance_percent=20))
    stolen, varied = column(fixed(some), "stolen_percent"), column(some, "variation_percent")
    ours[value(PAPER, "figure 5.4", "iterations stolen", "Pisolver at 20 %: fixed ratios")] = span(stolen, 1, "%")
    ours[value(PAPER, "figure 5.7", "c.o.v. of finishing times")] = span(varied, 5, "%")
    all_of = stealing(only(rows, application="imbalance", spread=SPREAD))
    for case, victims in (("rws and laws", ("rws", "laws")), ("nlaws", ("nlaws",))):
        told = span(won(of_victims(all_of, *victims)), 0, "%")
        ours[value(PAPER, "figure 5.6", "steals won", f"Pisolver: {case}")] = told
    return ours


def over_none(rows: Rows) -> list[float]:
    """Times by that without stealing."""
    without = column(only(rows, scheme="off"), "seconds")
    return [each / without[0] for each in column(stealing(rows), "seconds")] if without else []


def about_mandelbrot(rows: Rows) -> dict[Value, str]:
    own = only(rows, application="mandelbrot")
    stolen, varied = column(stealing(own), "stolen_percent"), column(stealing(own), "variation_percent")
    return {
        value(PAPER, "figure 5.9", "time over that without stealing"): span(over_none(own)),
        value(PAPER, "figure 5.10", "iterations stolen"): span(stolen, 2, "%"),
        value(PAPER, "figure 5.12", "c.o.v. of finishing times"): span(varied, 2, "%"),
    }


def about_sedov(rows: Rows) -> dict[Value, str]:
    own = stealing(only(rows, application="sedov"))
    near, naive = of_victims(own, "rws", "laws"), of_victims(own, "nlaws")
    transfers = [each / 1e6 for each in column(own, "send_us") + column(own, "receive_us")]
    return {
        value(PAPER, "figure 5.14", "iterations stolen"): span(column(own, "stolen_percent"), 2, "%"),
        value(PAPER, "figure 5.15", "steals tried", "Sedov: rws and laws"): span(column(near, "tried"), 0),
        value(PAPER, "figure 5.15", "steals tried", "Sedov: nlaws_wf and nlaws_fac"): span(column(naive, "tried"), 0),
        value(PAPER, "figure 5.16", "time to send or receive a chunk"): span(transfers, 6, "s"),
    }


def verdicts(rows: Rows) -> Table:
    """The best and the worst scheme of each workload."""
    lines = []
    keys = dict.fromkeys((row["place"], row["application"], row["imbalance_percent"], row["spread"]) for row in rows)
    for place, application, percent, spread in keys:
        own = only(rows, place=place, application=application, imbalance_percent=percent, spread=spread)
        by_gain = sorted(stealing(own), key=lambda row: float(row["faster_percent"]))
        if by_gain:
            what = f"{application} {percent} %, {spread}" if application == "imbalance" else application
            ends = [f"{row['scheme']} {float(row['faster_percent']):+.1f} %" for row in (by_gain[-1], by_gain[0])]
            lines.append(
                [f"{place}, {by_gain[0]['ranks']} ranks", what, *ends, PUBLISHED.get(application, {}).get(percent, "")]
            )
    names = ("where", "what", "ours: best, time saved", "worst", "published best")
    return Table("The best and the worst amount and victims", names, 5, lines)


# The text's words on what was best (5.2.2, 5.3.1, 6).
PUBLISHED = {
    "imbalance": {"20": "rws_STATIC50 25.96 %", "30": "rws_STATIC50 33.61 %", "40": "rws_STATIC50 28.22 %"},
    "mandelbrot": {"0": "nlaws_WF, slower than without"},
    "sedov": {"0": "rws_FAC, slower than without"},
}


def compare(folder: Path) -> Comparison:
    simulated, real = results(folder / "simulated"), results(folder / "real")
    ours = {**about_imbalance(simulated), **about_mandelbrot(simulated), **about_sedov(real)}
    return Comparison(ours, [verdicts(simulated + real)])
