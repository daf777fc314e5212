r"""Boolean functions as text, such as "a & ~b | c => \E x: x ^ a", in the notation of dd and TLA+.

Operators from the weakest to the strongest: `<=>`, `=>`, then `|` and `^`, then `&`, then `~`. `\E x, y:` and `\A x:`
extend as far as possible. A text without parentheses that conventions read differently is rejected: `^` beside `|`, and
a chain of `=>`. The dialect of dd has them, with its precedences, and also `#` for `^` and `-` for difference.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Generic, NamedTuple, Protocol, TypeVar

from .errors import UsageError

Value = TypeVar("Value")

_TOKEN = re.compile(
    r"""\s*(?:
    (?P<equal><=>|<->) | (?P<implies>=>|->) | (?P<or>\|\||\||\\/) | (?P<and>&&|&|/\\) | (?P<xor>\^) | (?P<not>~|!)
    | (?P<sharp>\#) | (?P<minus>-)
    | (?P<exists>\\E\b) | (?P<all>\\A\b) | (?P<open>\() | (?P<close>\)) | (?P<comma>,) | (?P<colon>:)
    | (?P<name>[^\W\d][\w.]*'*) | (?P<digit>[01]\b) | (?P<end>$)
    )""",
    re.VERBOSE,
)
_CONSTANTS = {
    "TRUE": True,
    "True": True,
    "true": True,
    "1": True,
    "FALSE": False,
    "False": False,
    "false": False,
    "0": False,
}
_WORDS = {"and": "&", "or": "|", "not": "~", "xor": "^"}
_RESERVED = {*_CONSTANTS, *_WORDS, "ite"}

_DD_SYMBOLS = {
    "and": ("and", "/\\", "&", "&&"),
    "or": ("or", "\\/", "|", "||"),
    "xor": ("xor", "^", "#"),
    "implies": ("implies", "=>", "->"),
    "equiv": ("equiv", "<=>", "<->"),
    "diff": ("diff", "-"),
    "forall": ("forall", "\\A"),
    "exists": ("exists", "\\E"),
}
#: The name of each of dd's binary operators, by its symbols and by the name itself.
DD_OPERATORS = {symbol: name for name, symbols in _DD_SYMBOLS.items() for symbol in symbols}


class Algebra(Protocol[Value]):
    """Operators of expressions, on values of some type."""

    def constant(self, value: bool) -> Value: ...
    def variable(self, name: str) -> Value: ...
    def negated(self, value: Value) -> Value: ...
    def both(self, one: Value, other: Value) -> Value: ...
    def either(self, one: Value, other: Value) -> Value: ...
    def one_of(self, one: Value, other: Value) -> Value: ...
    def implied(self, one: Value, other: Value) -> Value: ...
    def without(self, one: Value, other: Value) -> Value: ...
    def chosen(self, by: Value, one: Value, other: Value) -> Value: ...
    def exists(self, names: Sequence[str], value: Value) -> Value: ...
    def for_all(self, names: Sequence[str], value: Value) -> Value: ...


class _Token(NamedTuple):
    kind: str
    text: str
    column: int


def is_name(text: str) -> bool:
    """Whether expressions can have a variable of this name."""
    found = _TOKEN.fullmatch(text)
    return found is not None and found["name"] == text and text not in _RESERVED


def evaluate(text: str, algebra: Algebra[Value], *, dd: bool = False) -> Value:
    """The value of an expression, in the dialect of dd or the one without ambiguities. Raises UsageError, with the
    column, for a text that is not one."""
    if not isinstance(text, str):
        raise UsageError(f"{text!r}; expected an expression as text")
    parser = (_DdParser if dd else _Parser)(text, algebra)
    try:
        value = parser.all_of()
    except RecursionError:
        raise UsageError("an expression whose parentheses are nested too deeply") from None
    parser.take("end", "an operator, or the end")
    return value


class _Parser(Generic[Value]):
    def __init__(self, text: str, algebra: Algebra[Value]) -> None:
        self._tokens = list(_tokens(text))
        self._at = 0
        self._of = algebra

    def all_of(self) -> Value:
        """Parses a whole expression: equivalences of implications."""
        value = self._implication()
        while self._next("equal"):
            value = self._of.negated(self._of.one_of(value, self._implication()))
        return value

    def _implication(self) -> Value:
        value = self._disjunction()
        if not self._next("implies"):
            return value
        value = self._of.implied(value, self._disjunction())
        if self._seen.kind == "implies":
            self._refuse("parentheses, as a => b => c has two meanings")
        return value

    def _disjunction(self) -> Value:
        value = self._conjunction()
        first = self._seen.kind
        while self._seen.kind in ("or", "xor"):
            if self._seen.kind != first:
                self._refuse("parentheses, as | and ^ beside each other have two meanings")
            self._at += 1
            other = self._conjunction()
            value = self._of.either(value, other) if first == "or" else self._of.one_of(value, other)
        return value

    def _conjunction(self) -> Value:
        value = self._negation()
        while self._next("and"):
            value = self._of.both(value, self._negation())
        return value

    def _negation(self) -> Value:
        negated = False
        while self._next("not"):
            negated = not negated
        value = self._atom()
        return self._of.negated(value) if negated else value

    def _atom(self) -> Value:
        for quantifier, apply in (("exists", self._of.exists), ("all", self._of.for_all)):
            if self._next(quantifier):
                names = [self.take("name", "a variable").text]
                while self._next("comma"):
                    names.append(self.take("name", "a variable").text)
                self.take("colon", "':' behind the variables")
                return apply(names, self.all_of())
        if self._next("open"):
            value = self.all_of()
            self.take("close", "')'")
            return value
        if self._seen.text in _CONSTANTS:
            self._at += 1
            return self._of.constant(_CONSTANTS[self._before.text])
        name = self.take("name", "a variable, a constant, '~' or '('")
        if name.text == "ite":
            return self._choice()
        return self._of.variable(name.text)

    def _choice(self) -> Value:
        parts = []
        self.take("open", "'(' behind ite")
        for after, expected in (("comma", "','"), ("comma", "','"), ("close", "')'")):
            parts.append(self.all_of())
            self.take(after, expected)
        return self._of.chosen(*parts)

    @property
    def _seen(self) -> _Token:
        return self._tokens[self._at]

    @property
    def _before(self) -> _Token:
        return self._tokens[self._at - 1]

    def _next(self, kind: str) -> bool:
        """Whether the next token is of this kind, which is then consumed."""
        if self._seen.kind != kind:
            return False
        self._at += 1
        return True

    def take(self, kind: str, expected: str) -> _Token:
        if self._seen.text in _WORDS:
            self._refuse(f"{_WORDS[self._seen.text]!r} instead of it")
        if not self._next(kind):
            self._refuse(expected)
        return self._before

    def _refuse(self, expected: str) -> None:
        what = repr(self._seen.text) if self._seen.text else "the end"
        raise UsageError(f"expression, column {self._seen.column}: {what}; expected {expected}")


class _DdParser(_Parser[Value]):
    """The dialect of dd: binary operators from the weakest to the strongest, all of which associate to the left."""

    _LEVELS = (("equal",), ("implies",), ("minus",), ("xor", "sharp"), ("or",), ("and",))

    def all_of(self) -> Value:
        return self._level(0)

    def _level(self, level: int) -> Value:
        if level == len(self._LEVELS):
            return self._negation()
        value = self._level(level + 1)
        while (kind := self._seen.kind) in self._LEVELS[level]:
            self._at += 1
            value = self._combined(kind, value, self._level(level + 1))
        return value

    def _combined(self, kind: str, one: Value, other: Value) -> Value:
        of = self._of
        if kind == "equal":
            return of.negated(of.one_of(one, other))
        operators = {"implies": of.implied, "minus": of.without, "or": of.either, "and": of.both}
        return operators.get(kind, of.one_of)(one, other)


def _tokens(text: str) -> list[_Token]:
    tokens: list[_Token] = []
    at = 0
    while not tokens or tokens[-1].kind != "end":
        found = _TOKEN.match(text, at)
        if found is None or found.lastgroup is None:
            column = len(text[:at]) + len(text[at:]) - len(text[at:].lstrip()) + 1
            raise UsageError(f"expression, column {column}: {text[column - 1]!r}; expected an operator or a variable")
        tokens.append(_Token(found.lastgroup, found[found.lastgroup], found.start(found.lastgroup) + 1))
        at = found.end()
    return tokens
