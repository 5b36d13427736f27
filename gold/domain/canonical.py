"""The one way to write down a release, so that equal ones have the same checksum."""

import hashlib
import json
from collections.abc import Iterable, Mapping


def canonical_line(members: Mapping[str, object]) -> str:
    """Return a JSON object in one line, its names in alphabetical order."""
    return json.dumps(
        members, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False
    )


def checksum(lines: Iterable[Mapping[str, object]]) -> str:
    """Return the SHA-256 of the canonical lines, each with its line end.

    >>> checksum([{"b": 1, "a": None}]) == checksum([{"a": None, "b": 1}])
    True
    """
    digest = hashlib.sha256()
    for members in lines:
        digest.update(f"{canonical_line(members)}\n".encode())
    return digest.hexdigest()
