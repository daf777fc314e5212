"""An experiment as a command: its parser, its errors and its exit status."""

import argparse
import sys
from collections.abc import Callable

from .running import Failure


def parser(name: str, description: str | None, examples: str | None = None) -> argparse.ArgumentParser:
    """For lab/NAME/run; `description` is the script's docstring."""
    return argparse.ArgumentParser(
        prog=f"lab/{name}/run",
        description=description,
        epilog=examples and f"examples:\n{examples}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )


def run(
    arguments: argparse.ArgumentParser, action: Callable[[argparse.Namespace], int | None], interrupted: str = ""
) -> int:
    """The exit status: that of the action, or 1 after a failure, whose message it prints. `interrupted`: what to say
    besides after Ctrl-C."""
    try:
        return action(arguments.parse_args()) or 0
    except Failure as failure:
        print(f"{arguments.prog}: {failure}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print(f"{arguments.prog}: interrupted{interrupted}", file=sys.stderr)
        return 130
