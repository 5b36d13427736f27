"""Creating a contest in preparation."""

import secrets

from django.db import transaction

from accounts.audit import Actor
from accounts.models import User
from contests.domain.presets import Preset
from contests.models import Contest
from contests.services.categories import apply_preset
from contests.services.setup import create_contest

# Short enough to be written down and typed in again.
SEEDS = 1_000_000


@transaction.atomic
def create_draft(
    *, name: str, manager: User, preset: Preset, actor: Actor, **settings: object
) -> Contest:
    """Create a contest in preparation with the categories of a preset, and a seed of its own."""
    seed = secrets.randbelow(SEEDS)
    contest = create_contest(name=name, manager=manager, actor=actor, seed=seed, **settings)
    apply_preset(contest=contest, preset=preset, actor=actor)
    return contest
