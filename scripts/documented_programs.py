"""The C++ programs in the documentation: what a user's program looks like."""
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent
README = "README.md"
PAGES = ["docs/search.md", "docs/proofs.md", "docs/distributed.md", "docs/long-runs.md", "docs/problems.md",
         "docs/observability.md", "docs/steal-stacks.md", "docs/remote-memory.md", "docs/tasks.md", "docs/loops.md",
         "docs/state-table.md", "docs/states.md", "docs/diagrams.md", "docs/simulation.md"]


def program_of(page: str) -> str:
    """All C++ blocks of a page are one program; the README's is its first block."""
    blocks = re.findall(r"```cpp\n(.*?)```", (ROOT / page).read_text(), re.S)
    return blocks[0] if page == README else "\n".join(blocks)
