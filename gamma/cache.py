"""Where compiled code is kept: under the data folder, or in the user's own cache folder.

Numba's cache looks only at the file of the function that is asked for: after a change in a callee it would
go on using the old one. So the folder's name is a hash of every source that is compiled and of what
compiles it, and an old folder is simply never looked at again.
"""

import hashlib
import os
import platform
import sys
import tempfile
from functools import cache
from importlib.metadata import version
from pathlib import Path

SOURCES = Path(__file__).parent / "native"

_chosen: list[Path] = []


def keep_compiled_code_in(folder: Path) -> None:
    """Name the folder for compiled code; it counts for what is imported afterwards."""
    _chosen[:] = [folder]
    cache_folder.cache_clear()


def chosen_folder() -> Path | None:
    """Return the folder that was named, for a process that is started to do the same."""
    return _chosen[0] if _chosen else None


@cache
def cache_folder() -> Path | None:
    """Return the folder of the present sources, or None where nothing can be written."""
    for parent in [*_chosen, _users_cache() / "palio"]:
        folder = parent / f"gamma-{source_hash()}"
        if _can_write(folder):
            return folder
    return None


def source_hash() -> str:
    """Return a short hash of every compiled source, the compiler and the kind of machine."""
    digest = hashlib.sha256()
    for path in sorted(SOURCES.glob("*.py")):
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    versions = [f"{name} {version(name)}" for name in ("numba", "llvmlite", "numpy")]
    digest.update("\0".join([sys.version, platform.machine(), *versions]).encode())
    return digest.hexdigest()[:16]


def _users_cache() -> Path:
    if named := os.environ.get("XDG_CACHE_HOME"):
        return Path(named)
    if sys.platform == "darwin":
        return Path("~/Library/Caches").expanduser()
    return Path("~/.cache").expanduser()


def _can_write(folder: Path) -> bool:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False
