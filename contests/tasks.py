"""The long jobs of contests and their upkeep; `contests.services` does the work."""

from contests.drawing import tasks as drawing
from contests.guidelines import tasks as telling
from contests.people import tasks as inviting
from contests.proposals import tasks as detecting
from contests.setup import tasks as copying
from contests.setup import tasks as upkeep

__all__ = ["copying", "detecting", "drawing", "inviting", "telling", "upkeep"]
