"""Graphs in files, read as the command reads them."""

from __future__ import annotations

import os
import warnings
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from . import _native
from .errors import UsageError
from .option_table import a_file


@dataclass(frozen=True, eq=False, repr=False)
class Graph:
    """The graph in a file, for all functions that take one. Vertices have their names in the file.

    The labels and directions of a file count for subgraphs and common subgraphs, as for the command, and its weights
    for `max_weight_clique`.
    """

    vertices: Sequence[Hashable]
    """Names of the vertices, in the order of the file."""
    edges: NDArray[np.uint32]
    """A row for each edge: the places of its two vertices in `vertices`; includes loops."""
    directed: bool
    """Whether edges go from the first to the second vertex of a row."""
    weights: Sequence[int] | None = None
    """Weight of each vertex; None if the file has none."""
    labels: Sequence[Hashable] | None = None
    """Label of each vertex; None if the file has none."""
    edge_labels: Sequence[Hashable] | None = None
    """Label of each row of `edges`; None if the file has none."""
    format: str = ""
    """Format in which the file was read."""
    source: str = ""
    """Name of the file."""
    unread: str = ""
    """The unread parts of a file whose format is a guess, such as columns after the ends of edges. Functions for
    subgraphs, to which they may matter, then reject the graph."""

    def to_networkx(self) -> Any:
        """The graph as a `networkx.Graph` or `DiGraph`, with weights and labels as attributes "weight" and "label"."""
        import networkx as nx

        graph = nx.DiGraph() if self.directed else nx.Graph()
        of_vertices = {"weight": self.weights, "label": self.labels}
        given = {name: values for name, values in of_vertices.items() if values is not None}
        for place, vertex in enumerate(self.vertices):
            graph.add_node(vertex, **{name: values[place] for name, values in given.items()})
        for row, (one, other) in enumerate(self.edges.tolist()):
            data = {} if self.edge_labels is None else {"label": self.edge_labels[row]}
            graph.add_edge(self.vertices[one], self.vertices[other], **data)
        return graph

    def plain(self) -> Graph:
        """The graph without weights, labels, and all other data of the file."""
        return Graph(self.vertices, self.edges, self.directed, format=self.format, source=self.source)

    def __len__(self) -> int:
        """Number of vertices."""
        return len(self.vertices)

    def __iter__(self) -> Iterator[Any]:
        """The vertices, as in networkx."""
        return iter(self.vertices)

    def __bool__(self) -> bool:
        return True

    def __repr__(self) -> str:
        kind = "directed graph" if self.directed else "graph"
        more = {"weights": self.weights, "labels": self.labels, "labels of edges": self.edge_labels}
        having = " and ".join(name for name, values in more.items() if values is not None)
        with_ = f" with {having}" if having else ""
        return f"<{kind} of {len(self)} vertices and {len(self.edges)} edges{with_}, read as {self.format}>"


def read_graph(
    file: str | os.PathLike[str] | IO[Any], format: str | None = None, *, directed: bool = False, weights: bool = True
) -> Graph:
    """The graph in a file, which may be compressed by gzip, xz or zstd.

    `file`: its name, or an object with a `read` method. `format`: "dimacs", "lad", "csv", "metis", "matrix-market",
    "graph6", "graphml" and others (docs/command.md); None: detected from its name and text. `directed`: in formats
    without directions, edges go from the first vertex to the second. `weights=False`: weights of vertices are not read.

    Raises Error, with the file and the line, for a file that is not a graph in this format.

    >>> with open("houses.csv", "w") as file:
    ...     print("from,to\\nann,bob\\nbob,cid\\ncid,ann\\ncid,dan", file=file)
    >>> graph = scrump.read_graph("houses.csv")
    >>> len(graph), len(graph.edges)
    (4, 4)
    >>> scrump.max_clique(graph).solution
    ['ann', 'bob', 'cid']
    """
    if format is not None and not isinstance(format, str):
        raise UsageError(f"format={format!r}; expected the name of one, or None")
    source, text = _source(file)
    found = _native.read_graph(source, text, format, bool(directed), bool(weights))
    for warning in found["warnings"]:
        warnings.warn(warning, stacklevel=2)
    names = found["names"]
    return Graph(
        vertices=range(found["vertices"]) if names is None else names,
        edges=found["edges"],
        directed=found["directed"],
        weights=found["weights"],
        labels=found["labels"],
        edge_labels=found["edge_labels"],
        format=found["format"],
        source=source,
        unread=found["unread"],
    )


def _source(file: Any) -> tuple[str, bytes | None]:
    """Name of the file for messages, and its content if it was read here."""
    if hasattr(file, "read"):
        text = file.read()
        if not isinstance(text, str | bytes | bytearray | memoryview):
            raise UsageError(f"file.read() gave {type(text).__name__}; expected text or bytes")
        name = getattr(file, "name", "")
        source = os.fsdecode(name) if isinstance(name, str | bytes | os.PathLike) and name else "<stream>"
        return source, text.encode() if isinstance(text, str) else bytes(text)
    try:
        return a_file("file", file), None
    except TypeError:
        raise UsageError(f"file={file!r}; expected the name of a file, or what has a read method") from None
