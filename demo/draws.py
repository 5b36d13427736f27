"""Random draws that can be done again: each generator is a function of what it is asked for."""

import hashlib
from random import Random


def source_of(*parts: object) -> Random:
    """Return the generator of these parts, the same in every process and on every machine."""
    key = "|".join(str(part) for part in parts)
    return Random(int.from_bytes(hashlib.sha256(key.encode()).digest(), "big"))
