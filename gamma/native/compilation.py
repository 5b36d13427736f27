"""How the numerical code of this package is compiled."""

import pickle
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar, cast

from numba import njit
from numba.core import config
from numba.core.caching import FunctionCache

from gamma.cache import cache_folder

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
