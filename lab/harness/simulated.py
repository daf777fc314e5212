"""The text by which the command's --simulate names a machine: NAME or NAME:key=value,…"""

import re


def joined(spec: str, keys: str) -> str:
    """The machine with more keys."""
    return spec + ("," if "=" in spec else ":") + keys


def value_of(spec: str, key: str) -> str | None:
    found = re.search(rf"(?:^|[:,]){key}=([^,]*)", spec)
    return found and found[1]
