"""`Unpack`, by which functions declare the types of their keywords; Python has it from 3.11 on."""

import sys

if sys.version_info >= (3, 11):
    from typing import Unpack
else:
    from typing_extensions import Unpack

__all__ = ["Unpack"]
