"""The tables of this stage, where Django looks for them."""

from contests.annotating import models as annotating
from contests.categories import models as categories
from contests.chat import models as chat
from contests.contest import models as contest
from contests.downloads import models as downloads
from contests.guidelines import models as guidelines
from contests.inputs import models as inputs
from contests.people import models as people
from contests.proposals import models as proposals
from contests.teams import models as teams
from contests.training import models as training

__all__ = [
    "annotating",
    "categories",
    "chat",
    "contest",
    "downloads",
    "guidelines",
    "inputs",
    "people",
    "proposals",
    "teams",
    "training",
]
