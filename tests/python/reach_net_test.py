"""Markings of nets from Python: what is found, how, and what is refused."""

from __future__ import annotations

import json
import lzma
from pathlib import Path

import pytest
from models import write_kanban, write_pairs

pytest.importorskip("scrump._native", reason="the compiled part is not built")

import scrump
from scrump.report.reach_run import ReachRun
from scrump.report.reading import read_run


_variable = '<variable refvariable="x"/>'


@pytest.fixture
def kanban(tmp_path: Path) -> Path:
    write_kanban(tmp_path / "kanban.pnml", 3)
    return tmp_path / "kanban.pnml"


@pytest.mark.parametrize("order", ["best", "given", "force", "noack", "tovchigrechko", "sloan", "invariants"])
def test_markings_are_counted_with_each_order(kanban: Path, order: str) -> None:
    found = scrump.reach_net(kanban, order=order, deadlocks=True, workers=2)
    assert (found.states, found.transitions, found.deadlocks) == (58_400, 446_400, 0)
    assert (found.max_tokens, found.max_tokens_of_marking) == (3, 12)
    assert (found.dead_transitions, found.stable_places) == ([], [])
    assert found.bounds == dict.fromkeys(found.places, 3)
    assert found.coloured_bounds == {}
    assert found.complete
    # Invariants of few tokens tell nothing.
    assert order in ("best", found.order) or (order, found.order) == ("invariants", "force")


def test_an_order_is_used_again(kanban: Path) -> None:
    # Where deadlocks are asked for, places between which tokens move freely do not become one.
    places = scrump.reach_net(kanban, deadlocks=True).places
    again = scrump.reach_net(kanban, places=places[::-1], deadlocks=True)
    assert (again.states, again.order, again.places) == (58_400, "places", places[::-1])
    with pytest.raises(scrump.UsageError, match="leaves out the place"):
        scrump.reach_net(kanban, places=places[1:])


def test_places_move_during_the_search(tmp_path: Path) -> None:
    net = tmp_path / "pairs.pnml"
    write_pairs(net, 9)
    plain = scrump.reach_net(net, order="given", deadlocks=True)
    found = scrump.reach_net(net, order="given", reorder=True, reorder_growth=1.5, deadlocks=True)
    assert (found.states, found.deadlocks, found.transitions) == (3**9, 1, plain.transitions)
    assert found.nodes is not None and plain.nodes is not None and 10 * found.nodes < plain.nodes
    reordering = found.diagrams.reordering
    assert 0 < reordering.reorderings <= reordering.siftings
    assert reordering.nodes_after < reordering.nodes_before
    assert found.to_dict()["diagrams"]["reordering"]["swaps"] == reordering.swaps
    assert plain.diagrams.reordering.siftings == 0
    with pytest.raises(scrump.UsageError, match="without reorder=True"):
        scrump.reach_net(net, reorder_growth=2)
    with pytest.raises(scrump.UsageError, match="above 1"):
        scrump.reach_net(net, reorder=True, reorder_growth=1)


_bank = """<pnml><net id="n" type="http://www.pnml.org/version-2009/grammar/ptnet"><page id="g">
<place id="free"><initialMarking><text>2</text></initialMarking></place><place id="done"/>
<transition id="end"/><arc id="a" source="free" target="end"/><arc id="b" source="end" target="done"/>
</page></net></pnml>"""


def test_paths_name_their_transitions(tmp_path: Path) -> None:
    net = tmp_path / "net.pnml"
    net.write_text(_bank)
    found = scrump.reach_net(net, deadlocks=True, path_to=[1, 1])
    assert (found.deadlocks, found.deadlock_path) == (1, ["end", "end"])
    assert (found.reachable, found.path) == (True, ["end"])
    assert json.loads(found.to_json())["deadlock_path_steps"] == ["end", "end"]
    other = scrump.reach_net(net, path_to=[2, 1])
    assert (other.deadlock_path, other.reachable, other.path) == (None, False, None)
    with pytest.raises(scrump.UsageError, match="expected those of each of 2"):
        scrump.reach_net(net, path_to=[1])
    with pytest.raises(scrump.UsageError, match="-1 is not a number of tokens"):
        scrump.reach_net(net, path_to=[-1, 1])


def test_files_may_be_compressed(kanban: Path, tmp_path: Path) -> None:
    packed = tmp_path / "packed"
    packed.write_bytes(lzma.compress(kanban.read_bytes()))
    assert scrump.reach_net(packed).states == 58_400


def test_the_object_is_that_of_the_command(kanban: Path) -> None:
    found = scrump.reach_net(kanban)
    value = json.loads(found.to_json())
    assert (value["schema"], value["states"], value["instance"]["places"]) == ("scrump-reach", "58400", 16)
    run = read_run(value, "run.json")
    assert isinstance(run, ReachRun)
    assert run.answer[0] == ("states", "58,400")


def test_coloured_nets_are_unfolded(tmp_path: Path) -> None:
    sort = '<finiteintrange start="1" end="3"/>'

    def labelled(name: str, term: str) -> str:
        return f"<{name}><structure>{term}</structure></{name}>"

    ring = tmp_path / "ring.pnml"
    ring.write_text(
        '<pnml><net id="n" type="http://www.pnml.org/version-2009/grammar/symmetricnet">'
        + labelled("declaration", f'<declarations><variabledecl id="x" name="x">{sort}</variabledecl></declarations>')
        + f'<place id="Ring">{labelled("type", sort)}{labelled("hlinitialMarking", f"<all>{sort}</all>")}</place>'
        + f'<place id="Once">{labelled("type", sort)}</place><transition id="Move"/>'
        + f'<arc source="Ring" target="Move">{labelled("hlinscription", _variable)}</arc>'
        + f'<arc source="Move" target="Once">{labelled("hlinscription", _variable)}</arc></net></pnml>',
        "utf-8",
    )
    found = scrump.reach_net(ring)
    assert (found.states, found.transitions, found.max_tokens, found.max_tokens_of_marking) == (8, 12, 1, 3)
    assert found.bounds["Ring_2"] == 1
    assert found.coloured_bounds == {"Ring": 3, "Once": 3}
    assert (found.dead_transitions, found.stable_places) == ([], [])


def test_a_stopped_search_has_no_answer(tmp_path: Path) -> None:
    write_kanban(tmp_path / "large.pnml", 1000)
    found = scrump.reach_net(tmp_path / "large.pnml", order="given", time_limit=0.1)
    assert (found.status, found.states, found.max_tokens, found.bounds) == ("time-limit", None, None, {})
    assert not found.complete
    with pytest.raises(TypeError):
        bool(found)


def test_what_is_wrong_is_said(tmp_path: Path, kanban: Path) -> None:
    with pytest.raises(scrump.UsageError, match="unknown order 'x'"):
        scrump.reach_net(kanban, order="x")
    with pytest.raises(scrump.Error, match="none.pnml"):
        scrump.reach_net(tmp_path / "none.pnml")
    with pytest.raises(scrump.UsageError, match="one process"):
        scrump.reach_net(kanban, localities=2)
    (tmp_path / "timed.pnml").write_text('<pnml><net id="n" type="timednet"/></pnml>')
    with pytest.raises(scrump.Error, match="expected a place/transition net"):
        scrump.reach_net(tmp_path / "timed.pnml")
