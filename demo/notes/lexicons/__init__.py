"""Plain word lists, one entry a line; each file's first line says whose words they are."""

from functools import cache
from pathlib import Path

_FOLDER = Path(__file__).parent


@cache
def words(name: str) -> tuple[str, ...]:
    """Return the entries of a list."""
    lines = (_FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    return tuple(line for line in lines if line and not line.startswith("#"))
