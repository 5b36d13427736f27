"""Creating a contest in preparation."""

import secrets

from django.db import transaction

from accounts.audit import Actor
from accounts.models import User
from contests.domain.presets import Preset
from contests.models import Contest
from contests.services.categories import apply_preset
from contests.services.setup import create_contest
from contests.services.training import add_ready_made

# Short enough to be written down and typed in again.
SEEDS = 1_000_000


@transaction.atomic
def create_draft(
    *, name: str, manager: User, preset: Preset, actor: Actor, **settings: object
) -> Contest:
    """Create a contest in preparation: categories of a preset, a training for them, a seed of its own."""
    seed = secrets.randbelow(SEEDS)
    contest = create_contest(name=name, manager=manager, actor=actor, seed=seed, **settings)
    apply_preset(contest=contest, preset=preset, actor=actor)
    if add_ready_made(contest=contest, actor=actor):
        contest.requires_training = True
        contest.save(update_fields=["requires_training"])
    return contest
