"""What the scripts that reproduce experiments read from their command lines."""

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def words(text: str) -> list[str]:
    return [word for word in text.split(",") if word]


def numbers(text: str) -> list[int]:
    try:
        values = [int(word) for word in words(text)]
    except ValueError:
        values = []
    if not values or min(values) < 1:
        raise argparse.ArgumentTypeError(f"{text!r}: numbers from 1, with commas between them")
    return sorted(set(values))


def positive(text: str) -> int:
    values = numbers(text)
    if len(values) != 1:
        raise argparse.ArgumentTypeError(f"{text!r}: one number")
    return values[0]


def known(noun: str, names: Sequence[str]) -> Callable[[str], list[str]]:
    """Reads some of the names, with commas between them."""

    def read(text: str) -> list[str]:
        given = words(text)
        for name in given:
            if name not in names:
                raise argparse.ArgumentTypeError(f"there is no {noun} {name!r}; there are {', '.join(names)}")
        if not given:
            raise argparse.ArgumentTypeError(f"names of {noun}s, with commas between them")
        return list(dict.fromkeys(given))

    return read


def powers_up_to(cores: int) -> list[int]:
    """1, 2, 4, … and all cores."""
    return sorted({1 << power for power in range(cores.bit_length()) if 1 << power <= cores} | {cores})


def built(name: str) -> str | None:
    paths = [ROOT / "build" / preset / name for preset in ("release", "bench")]
    return next((str(path) for path in paths if path.exists()), None)
