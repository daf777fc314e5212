"""What can be wrong with an input, said to the user."""


class ReportError(Exception):
    """A file that cannot be read, understood or written. The message names the file and the line or key."""
