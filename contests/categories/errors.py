"""What can be refused in a contest; `wording` has the words for people. None quotes a text."""

from contests.contest.errors import ContestError


class UnknownLabel(ContestError):
    code = "unknown-label"


class ContestReadOnly(ContestError):
    code = "contest-read-only"


class CategoriesInPlace(ContestError):
    """The contest has categories, and a preset was not asked to replace them."""

    code = "categories-in-place"


class CategoriesInUse(ContestError):
    """The contest has inputs: a label that stands in them may not change."""

    code = "categories-in-use"


class CategoryInUse(ContestError):
    code = "category-in-use"


class SupercategoryInUse(ContestError):
    code = "supercategory-in-use"


class CategoriesChanged(ContestError):
    """Someone else changed the same thing at the same moment."""

    code = "categories-changed"


class LabelTaken(ContestError):
    code = "label-taken"


class SupercategoryTaken(ContestError):
    code = "supercategory-taken"


class ColourIllegible(ContestError):
    code = "colour-illegible"


class ShortcutUnreadable(ContestError):
    code = "shortcut-unreadable"


class ShortcutReserved(ContestError):
    code = "shortcut-reserved"


class ShortcutTaken(ContestError):
    code = "shortcut-taken"


class ShortcutHidden(ContestError):
    """One of two shortcuts is the first key of the other."""

    code = "shortcut-hidden"
