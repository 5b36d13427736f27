"""Which rules these are: a digest that changes with every rule, word list and package behind them."""

import hashlib
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

_FOLDER = Path(__file__).parent
# Where words and tokens come from, beside this folder.
_PACKAGES = ("babel", "holidays", "mimesis", "spacy")


@cache
def rules_version() -> str:
    """Return the digest of the rules of all languages."""
    digest = hashlib.sha256()
    for path in sorted([*_FOLDER.rglob("*.py"), *_FOLDER.rglob("*.txt")]):
        digest.update(path.relative_to(_FOLDER).as_posix().encode())
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    for package in _PACKAGES:
        digest.update(f"{package} {_version(package)}".encode())
    return digest.hexdigest()


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return ""
