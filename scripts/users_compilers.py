"""How users compile their programs: settings, and warnings that are errors."""
import itertools
import os
import pathlib

WARNINGS = ["-Wall", "-Wextra", "-Wconversion", "-Wshadow", "-Werror"]
SETTINGS = list(itertools.product(["-std=c++20", "-std=c++23"], ["-O0", "-O2", "-O3"], [[], ["-march=native"]]))

# What g++ 12 says of libstdc++'s "literal" + string, and clang 19 of a processor that it finds on the machine; neither
# minds names of warnings that it does not know.
OF_ANY_PROGRAM = ["-Wno-unknown-warning-option", "-Wno-restrict", "-Wno-invalid-feature-combination"]


# What runs compilers in the builds of CMake runs them here, too: a compiler cache.
LAUNCHER = os.environ.get("CMAKE_CXX_COMPILER_LAUNCHER", "").split()


def is_clang(compiler: str) -> bool:
    """Whether a command is clang; others are taken for g++."""
    return "clang" in pathlib.Path(compiler).name


def flags(setting: tuple) -> list[str]:
    """What a compiler is given besides include paths, files and libraries."""
    standard, level, native = setting
    return [standard, level, *native, *WARNINGS, *OF_ANY_PROGRAM]


def setting_of(number: int, compiler: str) -> tuple:
    """The setting of a program that each compiler compiles once: settings take turns, and g++ and clang differ in the
    standard."""
    shift = len(SETTINGS) // 2 if is_clang(compiler) else 0
    return SETTINGS[(number + shift) % len(SETTINGS)]
