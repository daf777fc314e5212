"""Readable numbers: three digits, and a unit that fits."""

_LARGE = ((1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k"))
_SMALL = ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs"))


def _three_digits(value: float) -> str:
    magnitude = abs(value)
    if magnitude >= 100:
        return f"{value:.0f}"
    return f"{value:.1f}" if magnitude >= 10 else f"{value:.2f}"


def _bare(text: str) -> str:
    """The number without trailing zeros of its fraction."""
    return text.rstrip("0").rstrip(".") if "." in text else text


def duration(seconds: float) -> str:
    """A duration such as `1.50 µs`, `23.4 ms`, `12.3 s`, `2 h 5 min`."""
    magnitude = abs(seconds)
    if magnitude >= 3600:
        minutes = round(magnitude / 60)
        return f"{'−' if seconds < 0 else ''}{minutes // 60} h {minutes % 60} min"
    for scale, unit in _SMALL:
        if magnitude >= scale:
            return f"{_three_digits(seconds / scale)} {unit}"
    return "0 s" if seconds == 0 else f"{_bare(_three_digits(seconds * 1e9))} ns"


def short_duration(seconds: float) -> str:
    """A duration for the ticks of an axis: `20 µs`, without meaningless zeros."""
    number, unit = duration(seconds).split(" ", 1)
    return f"{_bare(number)} {unit}"


def short_count(number: float) -> str:
    """A count for the ticks of an axis: `10 k`."""
    value, _, prefix = count(number).partition(" ")
    return f"{_bare(value)} {prefix}".strip()


def count(number: float) -> str:
    """A count such as `412`, `18.2 k`, `1.66 M`; beyond these prefixes, `1.66 × 10^20`."""
    if abs(number) >= 1e15:
        digits, _, power = f"{number:.2e}".partition("e")
        return f"{digits} × 10^{int(power)}"
    for scale, prefix in _LARGE:
        if abs(number) >= scale:
            return f"{_three_digits(number / scale)} {prefix}"
    return str(int(number)) if float(number).is_integer() else _three_digits(number)


def rate(per_second: float, what: str) -> str:
    """A rate such as `1.66 M nodes/s`."""
    return f"{count(per_second)} {what}/s"


def percent(share: float) -> str:
    """A percentage such as `0.4%`, `12%`; a positive share is never `0%`."""
    value = share * 100
    if 0 < value < 0.05:
        return "under 0.1%"
    return f"{value:.1f}%" if abs(value) < 9.95 else f"{value:.0f}%"


def plural(number: int, word: str) -> str:
    """A number with its noun: `1 worker`, `8 workers`."""
    text = f"{number:,}"
    if number == 1:
        return f"{text} {word}"
    return f"{text} {word[:-1]}ies" if word.endswith("y") else f"{text} {word}s"
