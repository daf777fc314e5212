"""Which runs the experiments consist of (table 5.1). Nothing here runs anything."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

# How victims are chosen: the thesis' three ways, and Scrump's own, without a coordinator.
VICTIMS = {
    "rws": "coordinator:victims=rws",
    "laws": "coordinator:victims=laws",
    "nlaws": "coordinator:victims=nlaws",
    "own": "decentralised",
}
# How much is stolen: a percentage of what the victim has left, or the next chunk of a technique.
PAPER = "shatri2023"
RATIOS = ("25", "35", "50")
TECHNIQUES = ("ss", "fsc", "mfsc", "tss", "gss", "fac", "wf")

IMBALANCE = "imbalance"  # one step of Pisolver
PISOLVER = "pisolver"
MANDELBROT = "mandelbrot"
SEDOV = "sedov"
AMR = "amr"  # miniAMR
SIMULATED = (IMBALANCE, MANDELBROT)
APPLICATIONS = (*SIMULATED, PISOLVER, SEDOV, AMR)
LOADED = (IMBALANCE, PISOLVER)  # whose ranks have loads that differ by as much as is wanted
NAMES = {MANDELBROT: "Mandelbrot", SEDOV: "Sedov", AMR: "adaptive mesh"}
# Techniques that are told what an iteration costs, which is known by simulation.
INFORMED = ("fsc", "fac")
SPREADS = ("uniform", "normal")


@dataclass(frozen=True)
class Scheme:
    """What has a column in the thesis' figures."""

    victims: str
    amount: str  # one of RATIOS or TECHNIQUES

    def __str__(self) -> str:
        return f"{self.victims}_{'static' if self.amount in RATIOS else ''}{self.amount}"


@dataclass(frozen=True)
class Workload:
    application: str
    imbalance: int = 0  # per cent
    spread: str = "uniform"

    def __str__(self) -> str:
        if self.application not in LOADED:
            return NAMES[self.application]
        return f"{self.application} {self.imbalance} %, {self.spread}"


@dataclass(frozen=True)
class Place:
    """Where the ranks are."""

    simulated: bool  # chunk by chunk
    hosts: int  # real ones: as the command line says, so this is 1
    ranks: int  # of each host
    runtime: bool = False  # the program of real runs, on simulated hosts

    @property
    def way(self) -> str:
        return "simulated" if self.simulated else "runtime" if self.runtime else "real"

    def __str__(self) -> str:
        if self.way == "real":
            return f"real, {self.ranks} ranks"
        return f"{self.way}, {self.hosts} x {self.ranks} ranks"

    @property
    def all_ranks(self) -> int:
        return self.hosts * self.ranks


@dataclass(frozen=True)
class Kind:
    """Runs that differ in nothing but when they were made, and in their seeds."""

    place: Place
    workload: Workload
    scheme: Scheme | None = None  # none: static, and nothing is stolen
    paper: bool = False  # whether it is the thesis' system, whose coordinator does not steal

    @property
    def system(self) -> str | None:
        """What the command calls the thesis' system with that scheme; none: Scrump's own."""
        return f"{PAPER}:{self.scheme}" if self.paper and self.scheme is not None else None

    def __str__(self) -> str:
        return f"{self.place}, {self.workload}, {self.scheme or 'no stealing'}"

    def sequential(self) -> "Kind":
        """What it is compared with: not sequential, but without stealing."""
        return replace(self, scheme=None, paper=False)


@dataclass(frozen=True)
class Size:
    """Of the loops."""

    iterations: int  # imbalance
    terms: int  # of each of these, at most
    pixels: int  # along each side
    steps: int
    side: int = 20  # of Sedov's cube, in particles
    finest: int = 3  # how often the adaptive mesh is halved
    time_steps: int = 20  # of both, and of Pisolver


# An iteration has 75,000 terms on average: some 70 µs. In the thesis it takes 133 µs, if its 200 s are those of 150
# times 10,000 iterations on each rank.
THESIS = Size(iterations=2_000_000, terms=100_000, pixels=1024, steps=1500)
QUICK = Size(iterations=4_000, terms=1_000, pixels=64, steps=100, side=8, finest=2, time_steps=2)
THESIS_PLACES = {IMBALANCE: Place(True, 10, 20), MANDELBROT: Place(True, 8, 16)}
QUICK_PLACES = {IMBALANCE: Place(True, 2, 4), MANDELBROT: Place(True, 2, 4)}


def schemes(victims: Sequence[str], amounts: Sequence[str]) -> list[Scheme]:
    return [Scheme(each, amount) for each in victims for amount in amounts]


def workloads(applications: Sequence[str], imbalances: Sequence[int], spreads: Sequence[str]) -> Iterator[Workload]:
    for application in applications:
        if application not in LOADED:
            yield Workload(application)
        else:
            yield from (Workload(application, each, spread) for spread in spreads for each in imbalances)


def figure_of(numbers: Mapping[str, str], application: str) -> str | None:
    """The thesis' figure of an application; those of Pisolver are those of one of its steps, too."""
    return numbers.get(IMBALANCE if application in LOADED else application)


def kinds(place: Place, workload: Workload, of: Sequence[Scheme], paper: bool = False) -> list[Kind]:
    """All schemes that can be told what they need, after the run without stealing."""
    known = [each for each in of if workload.application in SIMULATED or each.amount not in INFORMED]
    return [Kind(place, workload), *(Kind(place, workload, scheme, paper) for scheme in known)]


def real_size(seconds: float, ranks: int, seconds_per_term: float, seconds_per_pixel: float, usual: Size) -> Size:
    """The size with which a loop takes `seconds` on `ranks` with a core each; `usual`: the other parts of a size."""
    iterations = 5_000 * ranks
    terms = seconds * ranks / (iterations * 0.75 * seconds_per_term)  # an iteration has 3/4 of them on average
    pixels = (seconds * ranks / seconds_per_pixel) ** 0.5
    return replace(
        usual,
        iterations=iterations,
        terms=max(1, round(terms)),
        pixels=max(8, round(pixels)),
        steps=THESIS.steps,
    )
