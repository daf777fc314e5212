"""Graphs of files: the same as the command reads, for all functions, and for networkx."""

from __future__ import annotations

import gzip
import io
import re
from pathlib import Path
from typing import Any

import pytest

native = pytest.importorskip("scrump._native", reason="the compiled part is not built")
nx = pytest.importorskip("networkx")

import scrump  # noqa: E402
from scrump import Error, UsageError, read_graph  # noqa: E402

# A triangle with a tail, in the formats that are text. Vertices are 1 to 4, 0 to 3, or a to d.
FILES = {
    "dimacs": ("g.clq", "p edge 4 4\ne 1 2\ne 2 3\ne 1 3\ne 3 4\n", [1, 2, 3]),
    "lad": ("g.lad", "4\n2 1 2\n2 0 2\n3 0 1 3\n1 2\n", [0, 1, 2]),
    "csv": ("g.csv", "a,b\nb,c\nc,a\nc,d\n", ["a", "b", "c"]),
    "edge-list": ("g.txt", "# edges\n1 2\n2 3\n3 1\n3 4\n", [1, 2, 3]),
    "metis": ("g.graph", "4 4\n2 3\n1 3\n1 2 4\n3\n", [1, 2, 3]),
    "matrix-market": (
        "g.mtx",
        "%%MatrixMarket matrix coordinate pattern symmetric\n4 4 4\n2 1\n3 2\n3 1\n4 3\n",
        [1, 2, 3],
    ),
    "graph6": (
        "g.g6",
        nx.to_graph6_bytes(nx.Graph([(0, 1), (1, 2), (2, 0), (2, 3)]), header=False).decode(),
        [0, 1, 2],
    ),
    "graphml": (
        "g.graphml",
        "\n".join(nx.generate_graphml(nx.Graph([("a", "b"), ("b", "c"), ("c", "a"), ("c", "d")]))),
        ["a", "b", "c"],
    ),
}


def write(folder: Path, name: str, text: str) -> Path:
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return file


@pytest.mark.parametrize("format", FILES)
def test_files_of_all_formats(tmp_path: Path, format: str) -> None:
    name, text, clique = FILES[format]
    file = write(tmp_path, name, text)
    assert read_graph(file, format).format == format
    for graph in (read_graph(file), read_graph(str(file), format), read_graph(io.StringIO(text), format)):
        assert (len(graph), len(graph.edges), graph.directed) == (4, 4, False)
        assert sorted(scrump.max_clique(graph).solution) == clique
        same = graph.to_networkx()
        assert nx.is_isomorphic(same, nx.Graph([(0, 1), (1, 2), (2, 0), (2, 3)]))
        assert sorted(scrump.max_clique(same).solution) == clique
        assert [*graph] == [*same]


def test_every_function_takes_one(tmp_path: Path) -> None:
    graph = read_graph(write(tmp_path, *FILES["csv"][:2]))
    assert scrump.clique(graph, 3)
    assert scrump.cliques(graph, 3).objective == 1
    assert scrump.independent_set(graph).objective == 2
    assert scrump.vertex_cover(graph).objective == 2
    assert scrump.colouring(graph).solution.keys() == {*"abcd"}
    assert scrump.max_weight_clique(graph, {"a": 1, "b": 1, "c": 1, "d": 9}).solution == ["c", "d"]
    assert scrump.subgraph_isomorphisms_count(graph, graph).objective == 2
    assert scrump.common_subgraph(graph, [(0, 1), (1, 2), (2, 0)]).objective == 3
    assert scrump.max_clique(graph, known=["a", "b"]).objective == 3


def test_streams_packed_files_and_names_of_them(tmp_path: Path) -> None:
    name, text, clique = FILES["dimacs"]
    packed = gzip.compress(text.encode())
    (tmp_path / f"{name}.gz").write_bytes(packed)
    for source in (tmp_path / f"{name}.gz", io.BytesIO(packed), io.BytesIO(text.encode())):
        assert scrump.max_clique(read_graph(source)).solution == clique
    with open(tmp_path / f"{name}.gz", "rb") as stream:
        assert read_graph(stream).source == str(tmp_path / f"{name}.gz")


def test_weights_labels_and_directions_are_kept(tmp_path: Path) -> None:
    weighted = read_graph(write(tmp_path, "w.clq", "p edge 3 2\nn 1 5\nn 2 1\nn 3 2\ne 1 2\ne 2 3\n"))
    assert weighted.weights == [5, 1, 2]
    assert scrump.max_weight_clique(weighted).solution == [1, 2]
    assert weighted.to_networkx().nodes[1] == {"weight": 5}
    assert read_graph(tmp_path / "w.clq", weights=False).weights is None
    with pytest.raises(UsageError, match=r"w.clq does not say this of vertices; it has neither"):
        scrump.max_weight_clique(weighted.plain())

    pattern = read_graph(write(tmp_path, "p.csv", "a>b,red\nb>c,blue\n"), "csv")
    target = read_graph(write(tmp_path, "t.csv", "x>y,red\ny>z,blue\ny>w,red\nw>z,blue\n"), "csv")
    assert pattern.directed
    assert sorted(map(str, pattern.edge_labels)) == ["blue", "red"]
    found = scrump.subgraph_isomorphisms(pattern, target)
    assert sorted(tuple(each.values()) for each in found.solution) == [("x", "y", "z"), ("y", "w", "z")]
    assert scrump.subgraph_isomorphisms_count(pattern.plain(), target.plain()).objective == 3
    assert pattern.to_networkx().edges["a", "b"] == {"label": "red"}
    named = scrump.subgraph_isomorphisms_count(pattern.to_networkx(), target.to_networkx(), edge_labels="label")
    assert named.objective == 2
    with pytest.raises(UsageError, match=r"p.csv: the edges have labels, but those of .*t.csv have none"):
        scrump.subgraph_isomorphism(pattern, target.plain())
    with pytest.raises(UsageError, match=r"p.csv: the edges have labels, but those of the other graph have none"):
        scrump.subgraph_isomorphism(pattern, nx.DiGraph([(0, 1)]))
    with pytest.raises(UsageError, match=r"graph: the graph of .*p.csv is directed"):
        scrump.max_clique(pattern)
    one_way = read_graph(tmp_path / "p.csv", "csv", directed=True)
    assert one_way.directed

    labelled = read_graph(write(tmp_path, "l.csv", "a,b\nb,c\na,,red\nb,,blue\nc,,red\n"), "csv")
    assert labelled.labels == ["red", "blue", "red"]
    assert scrump.subgraph_isomorphisms_count(labelled, labelled).objective == 2
    assert scrump.subgraph_isomorphisms_count(labelled.plain(), labelled.plain()).objective == 2


def test_what_is_not_read_is_refused_where_it_matters(tmp_path: Path) -> None:
    """Numbers behind edges may be labels or weights: for cliques they make no difference."""
    rated = read_graph(write(tmp_path, "rated.txt", "1 2 5\n2 3 5\n1 3 7\n"))
    assert "rated.txt" in rated.unread
    assert "--format" not in rated.unread
    assert scrump.max_clique(rated).objective == 3
    with pytest.raises(UsageError, match=r"rated.txt.*\(plain\(\) leaves it out\)"):
        scrump.subgraph_isomorphism(rated, rated)
    assert scrump.subgraph_isomorphism(rated.plain(), rated.plain())
    with pytest.warns(UserWarning, match=r"rated.txt"):
        said = read_graph(tmp_path / "rated.txt", "edge-list")
    assert scrump.subgraph_isomorphisms_count(said, said).objective == 6


def test_loops_count_for_subgraphs(tmp_path: Path) -> None:
    looped = read_graph(write(tmp_path, "loop.lad", "2\n2 0 1\n1 0\n"))
    assert len(looped.edges) == 2
    assert scrump.subgraph_isomorphism(looped, [("u", "v")]).solution is None
    assert scrump.max_clique(looped).objective == 2


@pytest.mark.parametrize(
    ("call", "kind", "says"),
    [
        (lambda folder: read_graph(folder / "none.clq"), Error, "none.clq"),
        (lambda folder: read_graph(write(folder, "g.clq", "p edge 2 1\ne 1 9\n")), Error, "g.clq:2: "),
        (lambda folder: read_graph(io.StringIO("p edge 2 1\ne 1 9\n")), Error, "<stream>:2: "),
        (lambda folder: read_graph(io.StringIO("1 2\n"), "edgelist"), UsageError, "format='edgelist'; expected one of"),
        (lambda folder: read_graph(io.StringIO("1 2\n"), "edgelist"), UsageError, "did you mean"),
        (lambda folder: read_graph(io.StringIO("1 2\n"), 3), UsageError, "format=3; expected the name of one"),
        (lambda folder: read_graph(17), UsageError, "file=17; expected the name of a file, or what has a read method"),
        (lambda folder: read_graph(""), UsageError, "file=''; expected the name of a file"),
    ],
)
def test_what_is_wrong(tmp_path: Path, call: Any, kind: type[Exception], says: str) -> None:
    with pytest.raises(kind, match=re.escape(says)):
        call(tmp_path)


def test_the_page_of_the_command_names_every_format() -> None:
    page = (Path(__file__).parents[2] / "docs/command.md").read_text(encoding="utf-8")
    for format in native.graph_formats():
        assert f"`{format}`" in page, format
