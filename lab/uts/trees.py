"""The sample trees, and what is published of their shapes: no run may find anything else."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Shape:
    """None: not published."""

    nodes: int
    leaves: int | None
    depth: int | None

    def agrees_with(self, other: "Shape") -> bool:
        pairs = ((self.nodes, other.nodes), (self.leaves, other.leaves), (self.depth, other.depth))
        return all(one == another for one, another in pairs if one is not None and another is not None)

    def __str__(self) -> str:
        parts = ((self.nodes, "nodes"), (self.leaves, "leaves"), (self.depth, "levels below the root"))
        return ", ".join(f"{number} {noun}" for number, noun in parts if number is not None)


SHAPES = {
    "T1": Shape(4_130_071, 3_305_118, 10),
    "T5": Shape(4_147_582, 2_181_318, 20),
    "T2": Shape(4_117_769, 2_342_762, 81),
    "T3": Shape(4_112_897, 3_599_034, 1572),
    "T4": Shape(4_132_453, 3_108_986, 134),
    "T1L": Shape(102_181_082, 81_746_377, 13),
    "T2L": Shape(96_793_510, 53_791_152, 67),
    "T3L": Shape(111_345_631, 89_076_904, 17_844),
    "T1XL": Shape(1_635_119_272, 1_308_100_063, 15),
    "T1XXL": Shape(4_230_646_601, None, 15),
    "T3XXL": Shape(2_793_220_501, None, None),
    "T2XXL": Shape(10_612_052_303, 5_306_027_151, 216_370),  # the paper's smaller one
    "T3WL": Shape(157_063_495_159, 78_531_748_579, 758_577),  # and its larger one
}
