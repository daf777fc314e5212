"""Questions about nets from Python: answers, how they were found, and what is refused."""

from __future__ import annotations

import json
import lzma
import pickle
from pathlib import Path

import pytest
from models import write_kanban

pytest.importorskip("scrump._native", reason="the compiled part is not built")

import scrump
from scrump.report.errors import ReportError
from scrump.report.reach_run import ReachRun
from scrump.report.reading import read_run

CARDS = 3


def property_of(identifier: str, formula: str) -> str:
    return f"<property><id>{identifier}</id><formula>{formula}</formula></property>"


def at_most(left: str, right: str) -> str:
    return f"<integer-le>{left}{right}</integer-le>"


def tokens(*places: str) -> str:
    return "<tokens-count>" + "".join(f"<place>{each}</place>" for each in places) + "</tokens-count>"


def number(value: int) -> str:
    return f"<integer-constant>{value}</integer-constant>"


@pytest.fixture
def kanban(tmp_path: Path) -> Path:
    write_kanban(tmp_path / "kanban.pnml", CARDS)
    return tmp_path / "kanban.pnml"


@pytest.fixture
def properties(tmp_path: Path) -> Path:
    conserved = at_most(tokens("kanban1", "m1", "back1", "out1"), number(CARDS))
    filled = at_most(number(CARDS), tokens("out4"))
    stays = "<is-fireable><transition>in</transition></is-fireable>"
    text = "".join(
        [
            property_of("k-00", f"<all-paths><globally>{conserved}</globally></all-paths>"),
            property_of("k-01", f"<exists-path><finally>{filled}</finally></exists-path>"),
            property_of("k-02", f"<all-paths><finally><globally>{stays}</globally></finally></all-paths>"),
            property_of("k-03", "<place-bound><place>m1</place><place>m2</place></place-bound>"),
        ]
    )
    file = tmp_path / "properties.xml"
    file.write_text(f'<property-set xmlns="http://mcc.lip6.fr/">{text}</property-set>', "utf-8")
    return file


def test_properties_of_files_are_answered(kanban: Path, properties: Path) -> None:
    found = scrump.check_net(kanban, properties, workers=2)
    assert found.complete
    assert [each.id for each in found] == ["k-00", "k-01", "k-02", "k-03"]
    # Cards go round in a cell for ever.
    assert [each.answer for each in found] == [True, True, False, 2 * CARDS]
    assert (found["k-03"].bound, found["k-03"].holds, found["k-00"].bound) == (2 * CARDS, None, None)
    assert found["k-03"].formula == "max(m1 + m2)"
    path = found["k-01"].path
    assert path is not None
    assert path.count("ok4") - path.count("out") == CARDS
    assert found["k-02"].cycle
    with pytest.raises(KeyError):
        found["k-04"]


def test_markings_that_are_visited_may_be_reduced(kanban: Path, properties: Path) -> None:
    whole = scrump.check_net(kanban, properties, reduction="none")
    reduced = scrump.check_net(kanban, properties)
    assert [each.answer for each in whole] == [each.answer for each in reduced]
    assert (whole.to_dict()["reduction"], reduced.to_dict()["reduction"]) == ("none", "stubborn")
    assert whole.visited == reduced.to_dict()["visited"] == 0  # diagrams answer what walks do not
    with pytest.raises(scrump.UsageError, match="no reduction is called 'most'; there are none, stubborn"):
        scrump.check_net(kanban, reduction="most")


def test_questions_are_asked_by_name(kanban: Path) -> None:
    every = scrump.check_net(kanban)
    assert {each.id: each.answer for each in every} == {
        "deadlock": False,
        "one-safe": False,
        "quasi-live": True,
        "live": True,
        "stable-marking": False,
    }
    some = scrump.check_net(kanban, ask="OneSafe,deadlock")
    assert [(each.id, each.answer) for each in some] == [("OneSafe", False), ("deadlock", False)]
    assert len(scrump.check_net(kanban, ask=["live"])) == 1


def test_formulas_may_be_texts(kanban: Path) -> None:
    back = "EF m1 = 0"
    found = scrump.check_net(kanban, ltl=["G F fires(in)", "E G m1 >= 1"], ctl=back)
    assert [each.id for each in found] == ["G F fires(in)", "E G m1 >= 1", back]
    assert [each.formula for each in found] == ["AG F fires(in)", "EG (1 <= m1)", "EF (m1 <= 0 & 0 <= m1)"]
    assert found[back].answer is True
    fair = scrump.check_net(kanban, ltl="G F fires(in)", weakly_fair="in")
    assert fair.answers[0].formula.startswith("A (!")
    with pytest.raises(scrump.UsageError, match="column 4: the net has no place 'm0'"):
        scrump.check_net(kanban, ctl="EF m0 > 0")
    with pytest.raises(scrump.UsageError, match="fair transitions are for formulas of LTL"):
        scrump.check_net(kanban, ask="live", weakly_fair="in")
    with pytest.raises(scrump.UsageError, match="ltl=.*expected formulas"):
        scrump.check_net(kanban, ltl=[""])


def test_some_properties_are_kept_and_paths_may_be_left_out(kanban: Path, properties: Path) -> None:
    found = scrump.check_net(kanban, [properties], ask=["live"], only="01,live", paths=False, order="given")
    assert [each.id for each in found] == ["k-01", "live"]
    assert found["k-01"].path is None


def test_answers_are_told_when_they_are_known(kanban: Path, properties: Path) -> None:
    told: list[scrump.NetAnswer] = []
    found = scrump.check_net(kanban, properties, ask="live", answered=told.append)
    assert sorted(told, key=lambda each: each.id) == sorted(found, key=lambda each: each.id)

    def fail(answer: scrump.NetAnswer) -> None:
        raise ValueError(answer.id)

    with pytest.raises(ValueError, match="live"):
        scrump.check_net(kanban, ask="live", answered=fail)


def test_files_may_be_compressed(kanban: Path, properties: Path, tmp_path: Path) -> None:
    packed = tmp_path / "packed"
    packed.write_bytes(lzma.compress(properties.read_bytes()))
    assert scrump.check_net(kanban, packed, only=["k-03"])["k-03"].answer == 2 * CARDS


def test_the_object_is_that_of_the_command(kanban: Path, properties: Path) -> None:
    found = scrump.check_net(kanban, properties)
    value = json.loads(found.to_json())
    assert (value["schema"], value["instance"]["properties"]) == ("scrump-check", 4)
    assert [each["answer"] for each in value["answers"]] == [each.answer for each in found]
    run = read_run(value, "run.json")
    assert isinstance(run, ReachRun)
    assert run.answer[:3] == (("true", "2"), ("false", "1"), ("bounds", "1"))
    assert "check" in scrump.report(found).html
    assert pickle.loads(pickle.dumps(found)) == found


def test_figures_of_diagrams_are_those_of_some(kanban: Path) -> None:
    found = scrump.check_net(kanban, ask=["live"])
    assert found.diagrams is not None
    assert found.diagrams.operations > 0
    assert json.loads(found.to_json())["diagrams"]["operations"] == found.diagrams.operations
    without = scrump.check_net(kanban, ctl=f"EF kanban1 < {CARDS}")
    assert (without.diagrams, without.statistics) == (None, None)
    assert not {"diagrams", "statistics", "strategy"} & json.loads(without.to_json()).keys()
    with pytest.raises(ReportError, match="no diagrams were made"):
        scrump.report(without)


def test_a_run_that_is_stopped_keeps_what_is_known(tmp_path: Path) -> None:
    write_kanban(tmp_path / "large.pnml", 1000)
    now = f"<exists-path><finally>{at_most(number(1), tokens('kanban1'))}</finally></exists-path>"
    file = tmp_path / "now.xml"
    file.write_text(f"<property-set>{property_of('now', now)}</property-set>", "utf-8")
    found = scrump.check_net(tmp_path / "large.pnml", file, ask="live", order="given", time_limit=1)
    assert (found.status, found.complete) == ("time-limit", False)
    assert found["now"].answer is True
    live = found["live"]
    assert (live.known, live.answer, live.method, live.seconds) == (False, None, None, None)
    assert live.why
    with pytest.raises(TypeError, match="has no truth value.*answers what they are"):
        bool(found)


def test_what_is_wrong_is_said(tmp_path: Path, kanban: Path, properties: Path) -> None:
    with pytest.raises(scrump.UsageError, match="unknown question 'dead'; there are deadlock"):
        scrump.check_net(kanban, ask="dead")
    with pytest.raises(scrump.UsageError, match="expected names"):
        scrump.check_net(kanban, ask="live,")
    with pytest.raises(scrump.UsageError, match="answered=1; expected a function"):
        scrump.check_net(kanban, answered=1)  # type: ignore[arg-type]
    with pytest.raises(scrump.UsageError, match="no property has the id 'k-9'"):
        scrump.check_net(kanban, properties, only="k-9")
    with pytest.raises(scrump.Error, match=r"is a net \(PNML\); expected properties"):
        scrump.check_net(kanban, kanban)
    with pytest.raises(scrump.Error, match=r"has properties \(XML\); expected a net"):
        scrump.check_net(properties, kanban)
    with pytest.raises(scrump.Error, match="none.xml"):
        scrump.check_net(kanban, tmp_path / "none.xml")
    with pytest.raises(scrump.UsageError, match="one process"):
        scrump.check_net(kanban, localities=2, ask="live")
