"""What is raised: sentences that say what was wrong, where, and what was expected."""


class Error(Exception):
    """Wrong input, or a run that cannot be made."""


class UsageError(Error, ValueError):
    """A wrong option, or a wrong argument of a function."""
