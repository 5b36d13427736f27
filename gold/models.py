"""The tables of this stage, where Django looks for them."""

from gold.evaluations import models as evaluations
from gold.exports import models as exports
from gold.releases import models as releases
from gold.splits import models as splits

__all__ = ["evaluations", "exports", "releases", "splits"]
