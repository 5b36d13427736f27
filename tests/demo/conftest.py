from datetime import date

import pytest

from demo.contest import BuiltContest, build_contest
from demo.recipes import Materials, Recipe, gather

SMALL = Recipe(
    documents=24,
    annotators=9,
    days=4,
    seed=5,
    last_day=date(2022, 3, 18),
    inputs=120,
    goal=24,
    reached=0.5,
)


@pytest.fixture(scope="session")
def materials() -> Materials:
    """Two documents of each type; 120 lines of them are drawn."""
    return gather(SMALL)


@pytest.fixture
def built(db: None, materials: Materials) -> BuiltContest:
    """A small contest, before anybody answers."""
    return build_contest(name="Palio d'essai", recipe=SMALL, materials=materials)
