"""dd's interface to Scrump's decision diagrams, against dd itself, and functions in files, in both directions."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("scrump._native", reason="the compiled part is not built")

import scrump
from scrump import dd
from scrump.diagram_files import read_dddmp

NAMES = ["a", "b", "c", "d", "e"]


@pytest.fixture
def bdd() -> Iterator[dd.BDD]:
    with dd.BDD(workers=2, buckets=2**12) as made:
        made.declare(*NAMES)
        yield made


@pytest.fixture
def other() -> Any:
    autoref = pytest.importorskip("dd.autoref", reason="dd, the package to compare with, is not installed")
    made = autoref.BDD()
    made.declare(*NAMES)
    return made


def expression(rng: random.Random, depth: int) -> str:
    """A formula in dd's syntax, with few parentheses, so that precedences matter."""
    if depth == 0:
        return rng.choice([*NAMES, "TRUE", "FALSE"])
    part = lambda: expression(rng, depth - 1)  # noqa: E731
    kind = rng.randrange(12)
    if kind == 0:
        return f"~ {rng.choice(NAMES)}"
    if kind == 1:
        return f"ite({part()}, {part()}, {part()})"
    if kind == 2:
        return rf"(\{rng.choice('EA')} {', '.join(rng.sample(NAMES, 2))}: {part()})"
    if kind == 3:
        return f"({part()})"
    return f"{part()} {rng.choice(['&', '|', '^', '=>', '<=>', '->', '<->', '&&', '||'])} {part()}"


def table(function: Any) -> list[bool]:
    """The values of a function of either package."""
    values = [dict(zip(NAMES, each, strict=True)) for each in product((False, True), repeat=len(NAMES))]
    return [function.bdd.let(each, function) == function.bdd.true for each in values]


def test_formulas_are_read_and_written_as_in_dd(bdd: dd.BDD, other: Any) -> None:
    rng = random.Random(1)
    for _ in range(150):
        text = expression(rng, 3)
        mine, theirs = bdd.add_expr(text), other.add_expr(text)
        assert bdd.to_expr(mine) == other.to_expr(theirs), text
        assert mine.negated == theirs.negated
        assert len(mine) == len(theirs) == mine.dag_size
        assert (mine.var, mine.level) == (theirs.var, theirs.level)
        assert bdd.add_expr(mine.to_expr()) == mine
        for part, their_part in ((mine.low, theirs.low), (mine.high, theirs.high)):
            assert (part is None) == (their_part is None)
            if part is not None:
                assert part.to_expr() == their_part.to_expr()


def test_operations_are_those_of_dd(bdd: dd.BDD, other: Any) -> None:
    rng = random.Random(2)
    for _ in range(40):
        texts = [expression(rng, 3) for _ in range(3)]
        mine, theirs = [bdd.add_expr(each) for each in texts], [other.add_expr(each) for each in texts]
        some = rng.sample(NAMES, 2)
        for apply in (
            lambda u, v, w: u & ~v | w,
            lambda u, v, w: u.bdd.apply("xor", u, v).implies(w),
            lambda u, v, w: u.equiv(v),
            lambda u, v, w: u.bdd.ite(u, v, w),
            lambda u, v, w: u.exist(*some),
            lambda u, v, w: u.forall(*some),
            lambda u, v, w: u.bdd.apply("diff", u, v),
            lambda u, v, w: u.bdd.apply(r"\A", u, v),
            lambda u, v, w: u.bdd.apply("ite", u, v, w),
            lambda u, v, w: u.bdd.let({"a": v, "d": w}, u),
            lambda u, v, w: u.bdd.let({"a": "d", "d": "a", "b": "e"}, u),
            lambda u, v, w: u.let(a=True, c=False),
            lambda u, v, w: u.bdd.cube({"a": False, "c": True}) | u,
            lambda u, v, w: u.bdd.quantify(u, some, forall=True),
        ):
            assert apply(*mine).to_expr() == apply(*theirs).to_expr(), (texts, some)
        u, v = mine[0], theirs[0]
        assert u.count() == v.count()
        assert u.count(12) == v.count(12)
        assert u.support == v.support
        assert bdd.support(u, as_levels=True) == other.support(v, as_levels=True)
        assert (mine[0] <= mine[1]) == (theirs[0] <= theirs[1])
        assert (mine[0] < mine[1]) == (theirs[0] < theirs[1])


def test_assignments_are_those_of_dd(bdd: dd.BDD, other: Any) -> None:
    def sorted_items(assignments: Any) -> list[list[tuple[str, bool]]]:
        return sorted(sorted(each.items()) for each in assignments)

    rng = random.Random(3)
    for _ in range(40):
        text = expression(rng, 3)
        mine, theirs = bdd.add_expr(text), other.add_expr(text)
        for care in (None, NAMES, NAMES[:2], []):
            found = list(bdd.pick_iter(mine, care))
            assert sorted_items(found) == sorted_items(other.pick_iter(theirs, care)), (text, care)
            assert bdd.pick(mine, care) == (found[0] if found else None)
        drawn = bdd.sample(mine, 20, seed=4)
        assert len(drawn) == (0 if mine == bdd.false else 20)
        assert all(bdd.let(each, mine) == bdd.true for each in drawn)


def test_images_are_those_of_dd() -> None:
    autoref = pytest.importorskip("dd.autoref", reason="dd, the package to compare with, is not installed")
    found = []
    for module in (dd, autoref):
        bdd = module.BDD()
        bdd.declare("x", "x'", "y", "y'")
        step = bdd.add_expr("(x' <=> ~x) & (y' <=> (x ^ y))")
        start = bdd.add_expr("x & ~y")
        after = module.image(step, start, {"x'": "x", "y'": "y"}, {"x", "y"})
        before = module.preimage(step, start, {"x": "x'", "y": "y'"}, {"x'", "y'"})
        forall = module.image(step, start, {"x'": "x", "y'": "y"}, {"x", "y"}, forall=True)
        found.append([each.to_expr() for each in (after, before, forall)])
        if module is dd:
            assert dd.and_exists(step, start, ["x"]) == (step & start).exist("x")
            assert dd.or_forall(step, start, ["x"]) == (step | start).forall("x")
            bdd.close()
    assert found[0] == found[1]


def test_functions_are_compared_and_hashed(bdd: dd.BDD) -> None:
    a, b = bdd.var("a"), bdd.var("b")
    assert {a & b: 1}[~(~a | ~b)] == 1
    assert a != b and a in bdd and 1 not in bdd and a != 1
    assert int(bdd.true) == 1 and int(bdd.false) == -1 and int(~a) == -int(a) and str(bdd.true) == "@1"
    assert bdd.true.low is None and bdd.true.var is None and bdd.true.level == len(NAMES)
    assert bdd.find_or_add("a", bdd.false, bdd.true) == a
    level, low, high = bdd.succ(a ^ b)
    assert level == 0 and low == ~high
    assert len(bdd) > 0 and bdd.statistics().nodes == len(bdd)
    bdd.collect_garbage()
    assert bdd.vars == bdd.var_levels == {name: level for level, name in enumerate(NAMES)}
    assert bdd.add_var("a") == 0 and bdd.add_var("f") == 5 and bdd.add_var("g", 6) == 6
    assert bdd.var_at_level(5) == "f" and bdd.level_of_var("g") == 6
    assert bdd.configure() == bdd.configure(reordering=False) == {"reordering": False}


def test_functions_have_the_nodes_and_levels_of_dd_in_each_order(bdd: dd.BDD, other: Any, tmp_path: Path) -> None:
    autoref = pytest.importorskip("dd.autoref")
    rng = random.Random(7)
    texts = [expression(rng, 3) for _ in range(12)]
    functions, others = [bdd.add_expr(each) for each in texts], [other.add_expr(each) for each in texts]
    tables = [table(each) for each in functions]
    for _ in range(8):
        order = dict(zip(rng.sample(NAMES, len(NAMES)), range(len(NAMES)), strict=True))
        bdd.reorder(order)
        autoref.reorder(other, order)
        assert bdd.vars == order == {name: other.level_of_var(name) for name in NAMES}
        for function, of_dd in zip(functions, others, strict=True):
            assert (len(function), function.level, function.to_expr()) == (len(of_dd), of_dd.level, of_dd.to_expr())
    assert tables == [table(each) for each in functions]
    assert functions == [bdd.add_expr(each) for each in texts]
    bdd.dump(tmp_path / "functions.json", functions)
    for loaded, of_dd in zip(other.load(str(tmp_path / "functions.json")), others, strict=True):
        assert loaded == of_dd
    bdd.dump(tmp_path / "functions.dddmp", functions)
    assert bdd.load(tmp_path / "functions.dddmp") == functions


def separated_pairs(bdd: dd.BDD, pairs: int) -> dd.Function:
    """a0 & b0 | a1 & b1 | …, where all a come first."""
    bdd.declare(*(f"{name}{each}" for name in "ab" for each in range(pairs)))
    return bdd.add_expr(" | ".join(f"a{each} & b{each}" for each in range(pairs)))


def test_variables_that_belong_together_become_neighbours(bdd: dd.BDD) -> None:
    function = separated_pairs(bdd, 8)
    assert len(function) == 2**9 - 1
    picked = bdd.pick_iter(function)
    first = next(picked)
    dd.reorder(bdd)
    assert len(function) == 17 and function == separated_pairs(bdd, 8)
    assert all(abs(bdd.level_of_var(f"a{each}") - bdd.level_of_var(f"b{each}")) == 1 for each in range(8))
    assert [bdd.var_at_level(level) for level in sorted(bdd.vars.values())] == sorted(bdd.vars, key=bdd.level_of_var)
    assert 1 + sum(1 for _ in picked) == function.count() and first["b7"]
    done = bdd.statistics().reordering
    assert (done.siftings, done.reorderings, done.nodes_before, done.nodes_after) == (1, 1, 2**9 - 2, 16)


def test_variables_are_sifted_when_functions_grow(bdd: dd.BDD) -> None:
    assert bdd.configure(reordering=True) == {"reordering": False}
    assert len(separated_pairs(bdd, 13)) < 1000
    assert bdd.configure(reordering=False) == {"reordering": True}
    assert bdd.statistics().reordering.siftings > 0


@pytest.mark.parametrize(
    "wrong, says",
    [
        (lambda bdd: bdd.add_var("a", 3), "'a' cannot be at level 3; its level is 0"),
        (lambda bdd: bdd.var("aa"), "there is no variable 'aa'; did you mean 'a'?"),
        (lambda bdd: bdd.var_at_level(5), "there is no level 5; expected 0 to 4"),
        (lambda bdd: bdd.add_expr("a & b").count(1), "the function depends on 2 variables, more than 1"),
        (lambda bdd: bdd.apply("nand", bdd.true, bdd.true), "there is no operator 'nand'; expected one such as"),
        (lambda bdd: bdd.apply("and", bdd.true), "'and' has 2 operands, not 1"),
        (lambda bdd: bdd.configure(max_growth=2), "there is no setting 'max_growth'; expected reordering=True or False"),
        (lambda bdd: bdd.reorder({"a": 1, "b": 0}), "expected each variable with a level from 0 to 4, each level once"),
        (lambda bdd: bdd.dump("x.json"), "no functions to write; expected a list of them, or a dict with their names"),
        (lambda bdd: bdd.dump("x.pdf", [bdd.true]), "x.pdf: files of type 'pdf' are unknown; expected json, dddmp, dot"),
        (lambda bdd: bdd.load("x.p"), "x.p: files of type 'p' are unknown; expected json, dddmp"),
        (lambda bdd: bdd.add_expr("a # # b"), "expression, column 5: '#'; expected a variable"),
    ],
)
def test_errors_say_what_is_wrong(bdd: dd.BDD, wrong: Any, says: str) -> None:
    with pytest.raises(ValueError) as raised:
        wrong(bdd)
    assert says in str(raised.value)


# --- Files


def functions(bdd: Any, seed: int) -> dict[str, Any]:
    rng = random.Random(seed)
    return {f"f{place}": bdd.add_expr(expression(rng, 4)) for place in range(5)}


@pytest.mark.parametrize("suffix", ["json", "dddmp"])
def test_files_are_read_as_they_were_written(bdd: dd.BDD, tmp_path: Path, suffix: str) -> None:
    for seed in range(5):
        path = tmp_path / f"some.{suffix}"
        some = {**functions(bdd, seed), "yes": bdd.true, "no": bdd.false}
        bdd.dump(path, some)
        assert bdd.load(path) == some
        bdd.dump(path, [*some.values()])
        assert bdd.load(path) == [*some.values()]
        with dd.BDD({name: level for level, name in enumerate(reversed(NAMES))}) as reverse:
            loaded = reverse.load(path)
            assert [reverse.add_expr(each.to_expr()) for each in some.values()] == loaded
            assert [reverse.copy(each, bdd) for each in loaded] == [*some.values()]


def test_json_of_dd_in_both_directions(
    bdd: dd.BDD, other: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # dd keeps files there
    for seed in range(5):
        mine, theirs = functions(bdd, seed), functions(other, seed)
        bdd.dump("mine.json", mine)
        assert other.load("mine.json") == theirs
        other.dump("theirs.json", theirs)
        assert bdd.load("theirs.json") == mine


def test_dddmp_of_cudd_in_both_directions(bdd: dd.BDD, tmp_path: Path) -> None:
    cudd = pytest.importorskip("dd.cudd", reason="CUDD, whose files are compared, is not part of this dd")
    other = cudd.BDD()
    other.declare(*NAMES)
    for seed in range(5):
        mine, theirs = functions(bdd, seed), functions(other, seed)
        for name in mine:
            if mine[name] in (bdd.true, bdd.false):
                continue
            bdd.dump(tmp_path / "mine.dddmp", [mine[name]])
            assert other.load(str(tmp_path / "mine.dddmp")) == [theirs[name]]
            other.dump(str(tmp_path / "theirs.dddmp"), [theirs[name]])
            assert bdd.load(tmp_path / "theirs.dddmp") == [mine[name]]
            # Both write the same nodes, in another order at most.
            assert len((tmp_path / "mine.dddmp").read_text()) == len((tmp_path / "theirs.dddmp").read_text())


DDDMP = """.ver DDDMP-2.0
.mode A
.varinfo 0
.nnodes 3
.nvars 4
.nsuppvars 2
.suppvarnames b d
.ids 7 3
.permids 2 1
.nroots 1
.rootids -3
.nodes
1 T 1 0 0
2 7 1 1 -1
3 3 0 2 -1
.end
"""


def test_dddmp_by_numbers(bdd: dd.BDD, tmp_path: Path) -> None:
    path = tmp_path / "some.dddmp"
    path.write_text(DDDMP)
    assert bdd.load(path) == [bdd.add_expr("~(d & b)")]
    assert read_dddmp(path).names == ["d", "b"]
    path.write_text(DDDMP.replace(".varinfo 0", ".varinfo 1").replace("2 7 1", "2 2 1").replace("3 3 0", "3 1 0"))
    assert bdd.load(path) == [bdd.add_expr("~(d & b)")]


@pytest.mark.parametrize(
    "old, new, says",
    [
        (".mode A", ".mode B", "the mode is B; expected A, which is text"),
        (".mode A", ".add\n.mode A", "an algebraic diagram (.add); expected Boolean functions"),
        (".varinfo 0", ".varinfo 4", ".varinfo 4; expected 0, 1 or 3"),
        (".nodes\n", "", "no line '.nodes'; expected a DDDMP file"),
        (".end\n", "", "the file ends before '.end'"),
        ("3 3 0 2 -1", "3 3 0 4 -1", "an edge leads to node 4, which is not before it"),
        ("3 3 0 2 -1", "3 5 0 2 -1", "node 3 has variable 5, which the header does not list"),
        ("3 3 0 2 -1", "3 3 0 2", "'3 3 0 2'; expected a node: number, variable, its place, high and low"),
        ("3 3 0 2 -1", "3 3 0 x -1", "'x' is not the number of a node"),
        (".suppvarnames b d\n", "", "the variables have no names; expected .suppvarnames or .orderedvarnames"),
        (".rootids -3", ".rootids -9", "an edge leads to node 9, which is not before it"),
    ],
)
def test_wrong_dddmp(bdd: dd.BDD, tmp_path: Path, old: str, new: str, says: str) -> None:
    path = tmp_path / "wrong.dddmp"
    path.write_text(DDDMP.replace(old, new))
    with pytest.raises(scrump.Error) as raised:
        bdd.load(path)
    assert str(raised.value) == f"{path}: {says}"


@pytest.mark.parametrize(
    "text, says",
    [
        ("[]", "expected a JSON file of dd, with level_of_var and roots"),
        ('{"level_of_var": {"a": 0}}', "KeyError('roots'); expected a JSON file of dd"),
        ('{"level_of_var": {"a": 0}, "roots": [2], "2": [1, "F", "T"]}', "node 2 is [1, 'F', 'T']; expected its var"),
        ('{"level_of_var": {"a": 0}, "roots": [2], "2": [0, 3, "T"]}', "an edge leads to node 3, which is not before"),
        ('{"level_of_var": {"a": 0}, "roots": [2]}', "an edge leads to node 2, which is not before it"),
    ],
)
def test_wrong_json(bdd: dd.BDD, tmp_path: Path, text: str, says: str) -> None:
    path = tmp_path / "wrong.json"
    path.write_text(text)
    with pytest.raises(scrump.Error) as raised:
        bdd.load(path)
    assert says in str(raised.value)


def test_dot(bdd: dd.BDD, tmp_path: Path) -> None:
    bdd.dump(tmp_path / "some.dot", {"some": bdd.add_expr("a ^ b")})
    assert '"some"' in (tmp_path / "some.dot").read_text()
