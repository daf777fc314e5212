"""Whether searches that are written in Python keep what searches rely on."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("scrump._native", reason="the compiled part is not built")

import scrump


class Sums:
    """Some of these numbers, which must not exceed 20 together."""

    numbers = (11, 8, 7, 5, 3, 2)

    def children(self, node: Any) -> Any:
        at, taken = node
        for each in range(at, len(self.numbers)):
            if sum(taken) + self.numbers[each] <= 20:
                yield each + 1, (*taken, self.numbers[each])

    def objective(self, node: Any) -> Any:
        return sum(node[1])

    def bound(self, node: Any) -> Any:
        return sum(node[1]) + sum(self.numbers[node[0] :])


ROOT = (0, ())


def broken(problem: Any, **how: Any) -> set[str]:
    return {each.contract for each in scrump.check(problem, how.pop("root", ROOT), **how).violations}


def test_nothing_is_wrong() -> None:
    report = scrump.check(Sums(), ROOT)
    assert report.ok
    assert report.whole
    assert report.nodes == scrump.enumerate(Sums(), ROOT).objective
    assert report.violations == []
    assert "nothing is wrong" in str(report)


def test_nodes_of_all_kinds() -> None:
    class Plain:
        def __init__(self, depth: int) -> None:
            self.depth = depth  # equal to none but itself

    class Trees:
        def __init__(self, make: Any, depth: Any) -> None:
            self.make, self.depth = make, depth

        def children(self, node: Any) -> Any:
            return [self.make(self.depth(node) + 1) for _ in range(2)] if self.depth(node) < 3 else []

    global Kept
    Kept = Plain  # where pickle finds it
    Plain.__qualname__ = "Kept"
    for make, depth in (
        (Plain, lambda node: node.depth),
        (lambda depth: [depth, {"set": {"a", "b", depth}}], lambda node: node[0]),
        (lambda depth: {"depth": depth, "of": ["x"] * 2}, lambda node: node["depth"]),
    ):
        report = scrump.check(Trees(make, depth), make(0))
        assert report.ok, report
        assert report.nodes == 15


def test_a_bound_that_promises_too_little() -> None:
    class Wrong(Sums):
        def bound(self, node: Any) -> Any:
            return sum(node[1]) + 7

    report = scrump.check(Wrong(), ROOT)
    assert [each.contract for each in report.violations] == ["bound"]
    assert report.violations[0].path == []
    assert "the root has the bound 7" in report.violations[0].text
    assert str(report.violations[0]).startswith("bound: the root")
    assert not report.ok


def test_the_least_is_sought() -> None:
    class Costs(Sums):
        def bound(self, node: Any) -> Any:
            return sum(node[1])

    assert broken(Costs(), minimise=True) == set()
    assert broken(Costs()) == {"bound"}
    assert broken(Sums(), minimise=True) == {"bound"}


def test_what_is_no_number() -> None:
    class Wrong(Sums):
        def objective(self, node: Any) -> Any:
            return float("nan") if len(node[1]) == 2 else 0

    assert broken(Wrong()) == {"objective"}


def test_children_that_differ_each_time() -> None:
    class Wrong(Sums):
        asked = 0

        def children(self, node: Any) -> Any:
            self.asked += 1
            return [(6, (self.asked,))] if node == ROOT else []

    assert "repeat" in broken(Wrong())
    assert broken(Wrong(), repeatable=False) == set()


def test_children_that_differ_in_what_they_are_alone() -> None:
    class Wrong:
        asked = 0

        def children(self, node: Any) -> Any:
            self.asked += 1
            return [(self.make(self.asked),)] if node == 0 else []

    for make in (int, str, lambda number: [number], lambda number: {"number": number}):
        wrong = Wrong()
        wrong.make = make
        assert "repeat" in broken(wrong, root=0)


def test_an_iterator_that_is_used_up() -> None:
    class Wrong(Sums):
        def __init__(self) -> None:
            self.once = iter([(1, (3,)), (2, (5,))])

        def children(self, node: Any) -> Any:
            return self.once if node == ROOT else ()

    assert "repeat" in broken(Wrong())


def test_a_node_that_is_changed_afterwards() -> None:
    class Wrong:
        def children(self, node: list[int]) -> Any:
            for each in range(3 if len(node) < 3 else 0):
                node.append(each)
                yield node
                node.pop()

    class Shared(Wrong):
        def __init__(self) -> None:
            self.node: list[int] = []

        def children(self, node: list[int]) -> Any:
            for each in range(2 if len(node) < 3 else 0):
                self.node[:] = [*node, each]
                yield self.node

    assert "changed once it was yielded" in str(scrump.check(Wrong(), []))
    report = scrump.check(Shared(), [])
    assert {each.contract for each in report.violations} == {"kept", "travel", "repeat"}
    assert "its siblings were kept for later: a node must not be changed once it was yielded" in str(report)
    assert "when it was pickled" in str(report)


def test_calls_that_share_what_they_change() -> None:
    class Wrong:
        def __init__(self) -> None:
            self.left: list[int] = []

        def children(self, node: int) -> Any:
            if node > 0:
                return []
            self.left = [1, 2, 3]
            return iter(self.next, 0)

        def next(self) -> int:
            return self.left.pop() if self.left else 0

    report = scrump.check(Wrong(), 0)
    assert "independent" in {each.contract for each in report.violations}
    assert "`children` of its parent is called again meanwhile" in str(report)
    for theirs in ("moved", "copy", "generator", "written over"):
        assert theirs not in str(report)


def test_nodes_that_cannot_be_sent() -> None:
    class Wrong:
        def children(self, node: Any) -> Any:
            return [lambda: 1] if node == 0 else []

    report = scrump.check(Wrong(), 0)
    assert [each.contract for each in report.violations] == ["travel"]
    assert "pickle" in report.violations[0].text


def test_a_tree_that_is_too_large() -> None:
    class Endless:
        def children(self, node: int) -> Any:
            return [2 * node, 2 * node + 1]

        def objective(self, node: int) -> int:
            return node

        def bound(self, node: int) -> float:
            return 2.0**40 if node < 2**40 else 2.0**30

    report = scrump.check(Endless(), 1, nodes=2000, depth_limit=100)
    assert (report.nodes, report.whole) == (2000, False)
    assert {each.contract for each in report.violations} == {"bound"}
    limited = scrump.check(Endless(), 1, depth_limit=4)
    assert (limited.nodes, limited.whole, limited.ok) == (31, True, True)


@pytest.mark.parametrize("method", ["children", "objective", "bound"])
def test_what_python_raises_comes_back(method: str) -> None:
    problem = Sums()

    def fail(node: Any) -> Any:
        raise LookupError(f"no {method} of this")

    setattr(problem, method, fail)
    with pytest.raises(LookupError, match=f"no {method} of this"):
        scrump.check(problem, ROOT)


@pytest.mark.parametrize("wrong", [{"nodes": 0}, {"nodes": 1.5}, {"depth_limit": -1}, {"seed": -1}])
def test_wrong_options(wrong: dict[str, Any]) -> None:
    with pytest.raises(scrump.UsageError, match=next(iter(wrong))):
        scrump.check(Sums(), ROOT, **wrong)
