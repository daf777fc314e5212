"""What comparisons of compilers share: sources with much else in them, and programs made of them by each compiler and
level of optimisation, linked with the library of a build."""

import argparse
import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LIBRARIES = "-lgmpxx -lgmp -lboost_context -lpthread"


def other_functions(count: int) -> str:
    """Functions that call small ones, so that the compiler has much else to expand."""
    helpers = count // 10
    text = [
        f"""static long helper_{i}(long a, long b) {{
    long sum = a + {i};
    if (a > b) sum ^= b * {i + 3};
    if ((sum & {i + 1}) != 0) sum += a >> {i % 7 + 1};
    return sum * 31 + b;
}}
"""
        for i in range(helpers)
    ]
    text += [
        f"""long other_{i}(int n) {{
    long sum = {i}, table[32] = {{}};
    for (int k = 0; k < n; ++k) {{
        const long value = helper_{i % helpers}(k * {i + 3}L % {i + 17}, sum);
        table[(value ^ sum) & 31] += helper_{(7 * i + 1) % helpers}(value, k);
        if (k % {i % 7 + 2} == 0) sum += table[k & 31] * {i};
        else if (value > {i % 11}) sum ^= helper_{(11 * i + 5) % helpers}(table[value & 31], value);
        else sum = sum * 31 + helper_{(13 * i + 7) % helpers}(value, sum);
    }}
    for (const long value : table) sum = sum * 31 + value;
    return sum;
}}
"""
        for i in range(count)
    ]
    return "".join(text)


def build(words: list[str]) -> None:
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{Path(sys.argv[0]).name}: {shlex.join(words)}: {done.stderr.strip()}")


def build_scrump(given: argparse.Namespace, compiler: str, level: str, source: Path) -> Path:
    program = source.with_suffix(f".{Path(compiler).name}{level}")
    libraries = [*LIBRARIES.split(), *shlex.split(given.libraries)]
    include = f"-I{ROOT / 'include'}"
    build([compiler, "-std=c++20", level, include, str(source), str(given.build / "libscrump.a"), "-o", str(program)]
          + libraries)
    return program


def parser_of(description: str | None, examples: str) -> argparse.ArgumentParser:
    """With the options that all comparisons have."""
    parser = argparse.ArgumentParser(description=description, epilog=examples,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path, default=ROOT / "build/release", metavar="DIR",
                        help="Build whose libscrump.a is used (default: build/release)")
    parser.add_argument("--libraries", default="", metavar="WORDS",
                        help="Further libraries to link, such as those of MPI: \"$(mpicxx --showme:link)\"")
    parser.add_argument("--compilers", default="g++,clang++", metavar="LIST",
                        help="C++ compilers, separated by commas (default: g++,clang++)")
    parser.add_argument("--levels", default="-O2,-O3", metavar="LIST",
                        help="Options of the compilers, separated by commas: --levels=-O2,-O3 (the default)")
    parser.add_argument("--others", type=int, default=1000, metavar="N",
                        help="Number of other functions in the large source (default: 1000)")
    parser.add_argument("--rounds", type=int, default=5, metavar="N", help="Runs of each program (default: 5)")
    return parser
