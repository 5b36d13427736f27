"""The background tasks of this stage, where Celery and the registry of jobs look for them."""

from contests.downloads import tasks as downloads
from contests.drawing import tasks as drawing
from contests.guidelines import tasks as guidelines
from contests.people import tasks as people
from contests.proposals import tasks as proposals
from contests.setup import tasks as setup

__all__ = ["downloads", "drawing", "guidelines", "people", "proposals", "setup"]
