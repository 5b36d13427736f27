"""The programs that compute gamma, by name; each is imported when it is first asked for."""

from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from types import MappingProxyType
from typing import TYPE_CHECKING, Protocol, cast

from gamma.errors import EngineMissing, InvalidMeasure

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
# Packages that are not among the platform's own.
PACKAGES: Mapping[str, str] = MappingProxyType({"pygamma": "pygamma_agreement"})
# Raised whenever an engine can compute what it could not before: what was set aside is then tried again.
VERSION = 1
# What a process that serves one says as soon as everything is compiled.
READY = "ready"


def check_engine(name: str) -> None:
    """Refuse an engine that does not exist or is not installed, without importing it."""
    if name not in ENGINES:
        raise InvalidMeasure(f"There is no engine {name}: {' or '.join(ENGINES)}.")
    package = PACKAGES.get(name)
    if package and find_spec(package) is None:
        raise EngineMissing(
            f"The engine {name} needs a package that is not installed: "
            f"pip install {package.replace('_', '-')}"
        )


def engine_named(name: str) -> Engine:
    """Return an engine by its name."""
    check_engine(name)
    return cast(Engine, import_module(ENGINES[name]).compute_gamma)
