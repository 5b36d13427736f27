"""The tables of this stage, where Django looks for them."""

from agreement.checks import models as checks
from agreement.disputes import models as disputes
from agreement.references import models as references
from agreement.review import models as review
from agreement.runs import models as runs

__all__ = ["checks", "disputes", "references", "review", "runs"]
