"""What a simulated contest is made of: enough to make it again, and to go on with it later."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import date
from typing import Any, Self


@dataclass(frozen=True)
class Recipe:
    """Sizes, days and seed of a simulated contest."""

    documents: int
    annotators: int
    days: int
    seed: int
    # The last day on which the simulated people work.
    last_day: date
    # Different lines to draw; None takes all there are.
    inputs: int | None = None
    # Tasks per annotator, and the share of it that is reached on average.
    goal: int = 400
    reached: float = 0.44

    def as_params(self) -> dict[str, Any]:
        return asdict(self) | {"last_day": self.last_day.isoformat()}

    @classmethod
    def of(cls, params: Mapping[str, Any]) -> Self:
        return cls(**dict(params) | {"last_day": date.fromisoformat(params["last_day"])})
