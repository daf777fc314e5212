"""Words that the rules of our English forbid, and where a file has prose: what scripts/check-prose looks for."""

from __future__ import annotations

import io
import re
import tokenize
from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path

_IDIOMS = (
    "better|deeper|doubt|earlier|faster|fewer|greater|harm|higher|larger|later|less|longer|lower|more|nearer|need"
    "|problem|reason|shorter|slower|smaller|surprise|wonder|worse"
)

# What is forbidden, and what to write instead. Patterns see a paragraph on one line, with X in place of code.
RULES = [
    (re.compile(pattern), advice)
    for pattern, advice in (
        (rf"(?<![Tt]here )\b(?:is|are|was|were) no (?!(?:{_IDIOMS})\b)\w+", "is not a …, does not have a …"),
        (r"\b(?:is|are|was|were) none of (?!(?:these|those|them)\b)", "is not one of …, is not a …"),
        (r"\bthat there (?:is|are|was|were) (?:none|not)\b", "that none exists"),
        (r"\b(?:for )?so (?:many|long|often)\b(?! (?:as|that)\b)", "a placeholder has a name: N, TIME, every TIME"),
        (r"\bwhat (?:came|comes|became|becomes|is known) of\b|\bcame of it\b", "results, the outcome of …, known"),
        (r"\b(?:go|goes|going|gone|went) on (?:from|where)\b", "resume"),
        (r"\b(?:be|been|is|are|was|were) had (?:by|from|with)\b|\bto be had\b", "available, get, download"),
        (r"\bbut for\b", "except"),
        (r"\bin vain\b", "without success, failed"),
        (r"\b(?:to|can|cannot|could|may|must|will|would) part with\b|\bpart(?:ed|ing) with\b", "give, give away"),
        (r"\b[Dd]ear(?:er|est)?\b", "expensive"),
        (r"\bparts? of no (?:larger|greater)\b", "maximal"),
        (r"\bone's own\b", "your own, a custom …"),
        (r"(?:^|[.:;] )Who [a-z]+\b(?![^.;]*\?)", "name the subject: a worker that …, if you …"),
        (r"\b(?:by|for|from|of|than|to|with) who\b", "name the subject: the worker that …"),
        (r"\b[Ww]ho(?:so)?ever\b(?![^.;]*\?)", "name the subject: a worker that …, every caller"),
        (r"\b(?:of|from|by|than) what (?:is|are|was|were|it|they)\b", "name it: the result, the input, the state"),
        (r"^That (?:are|its|it|the|they|was|were)\b", "a phrase that stands alone: Number of …, Whether …"),
        (r"^(?:By|From|In|Of|On|To) which\b", "a phrase that stands alone: Order of …, Size of …"),
    )
]


@dataclass(frozen=True)
class Finding:
    line: int
    words: str
    advice: str


Line = tuple[int, str]  # its number, and its prose; none ends a paragraph


def findings(name: str, text: str) -> list[Finding]:
    """All words in a file of this name that a rule forbids, in the order of their lines."""
    found = [each for lines in _paragraphs(_reader(name, text)(text)) for each in _in_paragraph(lines)]
    return sorted(found, key=lambda each: each.line)


def _in_paragraph(lines: list[Line]) -> Iterator[Finding]:
    texts = [" ".join(text.split()) for _, text in lines]
    starts = [0, *accumulate(len(text) + 1 for text in texts)]
    joined = re.sub(r"`[^`]*`", lambda code: "X" * len(code[0]), " ".join(texts))
    for pattern, advice in RULES:
        for match in pattern.finditer(joined):
            words = match[0].lstrip(" .:;")
            line = bisect_right(starts, match.end() - len(words)) - 1
            yield Finding(lines[line][0], words, advice)


def _paragraphs(lines: Iterator[Line]) -> Iterator[list[Line]]:
    paragraph: list[Line] = []
    for line in lines:
        if line[1].strip():
            paragraph.append(line)
        elif paragraph:
            yield paragraph
            paragraph = []
    if paragraph:
        yield paragraph


_MARKDOWN_ITEM = re.compile(r"\s*(?:[-*]|\d+\.) ")
_MARKDOWN_ALONE = re.compile(r"\s*(?:#|\|)")  # headings and rows of tables


def _markdown(text: str) -> Iterator[Line]:
    """All lines outside of code blocks. Headings, cells of tables and items of lists are paragraphs."""
    in_block = False
    after_blank = True
    for number, line in enumerate(text.splitlines(), 1):
        fence = line.lstrip().startswith("```")
        in_block ^= fence
        item, alone = _MARKDOWN_ITEM.match(line), _MARKDOWN_ALONE.match(line)
        if fence or in_block or (after_blank and line.startswith("    ") and not item):
            yield number, ""
            continue
        after_blank = not line.strip()
        if item or alone:
            yield number, ""
        words = re.sub(r"\]\([^)]*\)", "]", line[item.end() :] if item else line).lstrip("#>| ")
        for cell in words.split("|") if alone else [words]:
            yield number, cell
            if alone:
                yield number, ""


_CPP_TOKEN = re.compile(
    r"""
    //(?P<comment>[^\n]*) | /\*(?P<block>.*?)\*/
    | R"(?P<mark>[^(\s]*)\((?P<raw>.*?)\)(?P=mark)" | "(?P<string>(?:[^"\\\n]|\\.)*)"
    | (?<!\w)'(?:[^'\\\n]|\\.)+'
    """,
    re.DOTALL | re.VERBOSE,
)


def _cpp(text: str) -> Iterator[Line]:
    """Comments and string literals. Those with at most the end of a line between them are one paragraph."""
    end = 0
    for token in _CPP_TOKEN.finditer(text):
        between = text[end : token.start()]
        end = token.end()
        number = text.count("\n", 0, token.start()) + 1
        if between.strip() or between.count("\n") > 1:
            yield number, ""
        words = token["comment"] or token["block"] or token["raw"] or token["string"] or ""
        for offset, line in enumerate(words.replace(r"\n", "  ").split("\n")):
            yield number + offset, line.strip("/*!< \t")


def _python(text: str) -> Iterator[Line]:
    """Comments, docstrings and other strings, without the examples in them."""
    strings = {tokenize.STRING, getattr(tokenize, "FSTRING_MIDDLE", tokenize.STRING)}
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        number = token.start[0]
        if token.type == tokenize.COMMENT:
            yield number, token.string.lstrip("#! ")
        elif token.type in strings:
            inside = re.sub(r"^[a-zA-Z]*[\"']+|[\"']+$", "", token.string)
            for offset, line in enumerate(inside.split("\n")):
                yield number + offset, "" if line.lstrip().startswith((">>>", "...")) else line
        elif token.type not in (tokenize.NL, tokenize.NEWLINE) or not token.line.strip():
            yield number, ""


_READERS = {".md": _markdown, ".py": _python, ".pyi": _python} | dict.fromkeys((".c", ".cpp", ".h", ".hpp"), _cpp)


def _reader(name: str, text: str) -> Callable[[str], Iterator[Line]]:
    script = re.match(r"#!.*python", text)
    reader = _READERS.get(Path(name).suffix) or (_python if script else None)
    if reader is None:
        raise ValueError(f"{name}: expected Markdown, C, C++ or Python")
    return reader
