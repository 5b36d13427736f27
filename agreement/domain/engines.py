"""Which program computes gamma: ours, or pygamma-agreement to compare with."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Protocol

from agreement.domain import pygamma_engine
from agreement.domain.continuum import Continuum
from agreement.domain.dissimilarity import Dissimilarity
from agreement.domain.gamma import GammaResult, compute_gamma
from agreement.exceptions import InvalidMeasure


class Engine(Protocol):
    """Computes the gamma of a continuum."""

    def __call__(
        self,
        continuum: Continuum,
        /,
        *,
        samples: int = ...,
        seed: int = ...,
        alpha: float = ...,
        beta: float = ...,
        delta_empty: float = ...,
        sampler: str = ...,
        precision: float | str | None = ...,
        dissimilarity: Dissimilarity | None = ...,
    ) -> GammaResult: ...


ENGINES: Mapping[str, Engine] = MappingProxyType(
    {"exact": compute_gamma, "pygamma": pygamma_engine.compute_gamma}
)


def engine_named(name: str) -> Engine:
    """Return an engine by its name."""
    if name not in ENGINES:
        raise InvalidMeasure(f"There is no engine {name}: {' or '.join(ENGINES)}.")
    return ENGINES[name]
