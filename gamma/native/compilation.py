"""How the numerical code of this package is compiled."""

import hashlib
import os
import pickle
import platform
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any, TypeVar, cast

from numba import njit
from numba.core import config
from numba.core.caching import FunctionCache

SOURCES = Path(__file__).parent

_chosen: list[Path] = []


def keep_compiled_code_in(folder: Path) -> None:
    """Name the folder for compiled code; it counts for what is imported afterwards."""
    _chosen[:] = [folder]
    cache_folder.cache_clear()


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


Function = TypeVar("Function", bound=Callable[..., object])


class KeptCode(FunctionCache):
    """Numba's cache, where a damaged file or a full disk costs a compilation and not the answer."""

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        try:
            return super().load_overload(sig, target_context)  # type: ignore[no-untyped-call]
        except (EOFError, pickle.UnpicklingError):
            # Cut off by a crash: it is compiled and written again.
            self.flush()  # type: ignore[no-untyped-call]
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        # What cannot be kept is compiled again by the next process.
        with suppress(OSError):
            super().save_overload(sig, data)  # type: ignore[no-untyped-call]


def kernel(function: Function) -> Function:
    """Compile a function that only compiled ones call; it becomes part of their code."""
    # Without the wrappers that Python would need: they take a third of the compilation.
    options = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    return cast(Function, njit(nogil=True, error_model="numpy", **options)(function))  # type: ignore[call-overload]


def inlined(function: Function) -> Function:
    """Compile a small function into each of its callers: a call would cost more than it does."""
    options = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "forceinline": True}
    return cast(Function, njit(nogil=True, error_model="numpy", **options)(function))  # type: ignore[call-overload]


def entry(function: Function) -> Function:
    """Compile a function that Python calls, and keep the result for the next process."""
    folder, before = cache_folder(), getattr(config, "CACHE_DIR", "")
    compiled = njit(nogil=True, error_model="numpy")(function)
    if folder is not None:
        try:
            # Numba looks at it when caching is turned on; other packages keep their own.
            setattr(config, "CACHE_DIR", str(folder))  # noqa: B010  (not in its types)
            setattr(compiled, "_cache", KeptCode(function))  # type: ignore[no-untyped-call]  # noqa: B010
        finally:
            setattr(config, "CACHE_DIR", before)  # noqa: B010
    return cast(Function, compiled)
