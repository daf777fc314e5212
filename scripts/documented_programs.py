"""The C++ programs in the documentation: what a user's program looks like."""
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGES = ["README.md", "docs/tutorial-search.md", "docs/tutorial-tasks.md", "docs/tutorial-loops.md", "docs/tutorial-states.md",
         "docs/search.md", "docs/proofs.md", "docs/distributed.md", "docs/long-runs.md", "docs/problems.md",
         "docs/observability.md", "docs/steal-stacks.md", "docs/remote-memory.md", "docs/parallel.md", "docs/tasks.md", "docs/loops.md",
         "docs/state-table.md", "docs/states.md", "docs/diagrams.md", "docs/simulation.md"]


def folder_for(purpose: str) -> pathlib.Path:
    """Where programs are written and compiled: always the same, as a compiler cache asks for."""
    folder = ROOT / "build/programs" / purpose
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def programs_of(page: str) -> list[str]:
    """Each C++ block of a page that defines main() ends a program. It consists of that block and the earlier blocks without main()."""
    shared: list[str] = []
    programs = []
    for block in re.findall(r"```cpp\n(.*?)```", (ROOT / page).read_text(), re.S):
        if re.search(r"^\s*int main\(", block, re.M):
            programs.append("\n".join([*shared, block]))
        else:
            shared.append(block)
    return programs


def numbered_programs(page: str) -> list[tuple[int, str]]:
    """The programs of a page, each with its number among those of all pages."""
    first = sum(len(programs_of(earlier)) for earlier in PAGES[:PAGES.index(page)])
    return list(enumerate(programs_of(page), first))
