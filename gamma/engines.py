"""The programs that compute gamma, by name; each is imported when it is first asked for."""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.metadata import version
from types import MappingProxyType
from typing import TYPE_CHECKING, Protocol, cast

from gamma.errors import InvalidMeasure

if TYPE_CHECKING:
    from gamma.continuum import Continuum
    from gamma.dissimilarity import Dissimilarity
    from gamma.gamma import GammaResult


class Engine(Protocol):
    """Computes the gamma of a continuum."""

    def __call__(
        self,
        continuum: "Continuum",
        /,
        *,
        samples: int = ...,
        seed: int = ...,
        alpha: float = ...,
        beta: float = ...,
        delta_empty: float = ...,
        sampler: str = ...,
        precision: float | str | None = ...,
        dissimilarity: "Dissimilarity | None" = ...,
    ) -> "GammaResult": ...


# The module of each, whose `compute_gamma` it is: ours, and pygamma-agreement to compare with.
ENGINES: Mapping[str, str] = MappingProxyType({"exact": "gamma.gamma", "pygamma": "gamma.pygamma"})
# Raised whenever our engine can compute what it could not before: what was set aside is then tried again.
VERSION = "1"
# What a process that serves one says as soon as everything is compiled.
READY = "ready"


def check_engine(name: str) -> None:
    """Raise InvalidMeasure if there is no engine of this name."""
    if name not in ENGINES:
        raise InvalidMeasure(f"There is no engine {name}: {' or '.join(ENGINES)}.")


@cache
def engine_version(name: str) -> str:
    """Return the version of an engine, without importing it."""
    return version("pygamma-agreement") if name == "pygamma" else VERSION


def engine_named(name: str) -> Engine:
    """Return an engine by its name."""
    check_engine(name)
    return cast(Engine, import_module(ENGINES[name]).compute_gamma)
