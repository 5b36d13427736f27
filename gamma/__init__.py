"""Gamma, the agreement of annotators, from best alignments that are proven to be best."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gamma.alignment import best_alignment
    from gamma.continuum import Continuum
    from gamma.gamma import compute_gamma

__all__ = ["Continuum", "best_alignment", "compute_gamma"]

_MODULES = {"Continuum": "continuum", "best_alignment": "alignment", "compute_gamma": "gamma"}


def __getattr__(name: str) -> Any:
    # Imported when first used: naming the cache folder at start-up must not load the compiler.
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"gamma.{_MODULES[name]}"), name)
