"""In which order runs are made that are compared with each other."""

import random
from collections.abc import Iterable

from .samples import KindT


def rounds(kinds: Iterable[KindT], repetitions: int, seed: int) -> list[list[KindT]]:
    """Every kind once a round, beside its sequential one, so that what is compared was run side by side. Each round has
    an order of its own: what comes after what must not matter."""
    wanted = list(dict.fromkeys(kinds))
    wanted += dict.fromkeys(kind.sequential() for kind in wanted)
    made = []
    for number in range(repetitions):
        order = wanted.copy()
        random.Random(f"{seed} {number}").shuffle(order)
        made.append(order)
    return made
