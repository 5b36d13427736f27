"""The models of this stage, where Django looks for them."""

from corpus.documents import models as documents
from corpus.imports import models as imports

__all__ = ["documents", "imports"]
