"""Word lists: plain files of our own beside this module, and lists that come in packages.

In a file the first line says where the words come from; `#` starts a comment line; `a/b` are forms
of one word (masculine/feminine), each an entry.
"""

from collections.abc import Callable, Sequence
from functools import cache, partial
from pathlib import Path

_FOLDER = Path(__file__).parent


@cache
def words(name: str) -> tuple[str, ...]:
    """Return the entries of a list, forms of a word as entries of their own."""
    lines = (_FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    entries = (line.strip() for line in lines if not line.startswith("#"))
    return tuple(form for entry in entries if entry for form in entry.split("/"))


def listed(*names: str) -> Callable[[], Sequence[str]]:
    """Return what loads these lists as one, when it is needed."""
    return partial(_joined, names)


def _joined(names: Sequence[str]) -> Sequence[str]:
    return [word for name in names for word in words(name)]
