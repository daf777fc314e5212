"""Exceptions, whose messages say what was wrong, where, and what was expected."""


class Error(Exception):
    """Invalid input, or a run that is impossible."""


class UsageError(Error, ValueError):
    """An invalid option, or an invalid argument of a function."""
