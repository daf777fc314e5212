"""Errors in inputs, with messages for users."""


class ReportError(Exception):
    """A file that cannot be read, understood or written. The message names the file and the line or key."""
