"""The functions of scrump.dd, beside its classes: of relations, and of two managers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .dd import BDD, Function


def and_exists(u: Function, v: Function, qvars: Iterable[str]) -> Function:
    """`(u & v).exist(*qvars)`, without the diagram in between."""
    numbers, two = u.bdd._manager._numbers([*qvars]), u.bdd._node(v)
    return u.bdd._yielded(lambda _: u._node.and_exists(two, numbers))


def or_forall(u: Function, v: Function, qvars: Iterable[str]) -> Function:
    """`(u | v).forall(*qvars)`, without the diagram in between."""
    return ~and_exists(~u, ~v, qvars)


def image(
    trans: Function, source: Function, rename: Mapping[str, str], qvars: Iterable[str], forall: bool = False
) -> Function:
    """What a transition relation leads to from some states: `source & trans` with these variables quantified, then
    renamed."""
    found = (trans & source).forall(*qvars) if forall else and_exists(trans, source, qvars)
    return trans.bdd.let(rename, found)


def preimage(
    trans: Function, target: Function, rename: Mapping[str, str], qvars: Iterable[str], forall: bool = False
) -> Function:
    """From where a transition relation leads to some states: `target`, renamed, and `trans`, with these variables
    quantified."""
    renamed = trans.bdd.let(rename, target)
    return (trans & renamed).forall(*qvars) if forall else and_exists(trans, renamed, qvars)


def copy_vars(source: BDD, target: BDD) -> None:
    """Declares the variables of `source` in `target`, in the same order."""
    target.declare(*source._manager.names)


def copy_bdd(u: Function, target: BDD) -> Function:
    """The same function in other diagrams, where its variables have to be declared."""
    return u.bdd.copy(u, target)


def reorder(bdd: BDD, dvars: Mapping[str, int] | None = None) -> None:
    """Changes the order of the variables: see BDD.reorder."""
    bdd.reorder(dvars)
