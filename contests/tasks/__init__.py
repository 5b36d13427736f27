"""The long jobs of contests and their upkeep; `contests.services` does the work."""

from contests.tasks import copying, detecting, drawing, inviting, telling, upkeep

__all__ = ["copying", "detecting", "drawing", "inviting", "telling", "upkeep"]
