"""What this feature refuses."""

from text.errors import Refusal
from text.errors import gettext_noop as _


class UnknownLabel(Refusal):
    code = "unknown-label"
    message = _("A span has a label that this contest does not offer.")


class ContestReadOnly(Refusal):
    code = "contest-read-only"
    message = _("This contest is closed: its categories stay as they are.")


class CategoriesInPlace(Refusal):
    """The contest has categories, and a preset was not asked to replace them."""

    code = "categories-in-place"
    message = _("This contest already has categories.")


class CategoriesInUse(Refusal):
    code = "categories-in-use"
    message = _(
        "This contest has inputs, and labels are written in them. Archive the category and add a new one instead."
    )


class CategoryInUse(Refusal):
    code = "category-in-use"
    message = _("This category has been used. Archive it instead.")


class SupercategoryInUse(Refusal):
    code = "supercategory-in-use"
    message = _("This supercategory still has categories. Move or delete them first.")


class CategoriesChanged(Refusal):
    code = "categories-changed"
    message = _("Someone else has just changed the categories. Look at them again.")


class LabelTaken(Refusal):
    code = "label-taken"
    message = _("There already is a category “%(label)s”.")


class NameTaken(Refusal):
    """Another category has this name; `field` says in which language."""

    code = "name-taken"
    message = _("“%(label)s” already has this name.")

    def __init__(self, field: str, *, label: str) -> None:
        super().__init__(label=label)
        self.field = field


class SupercategoryTaken(Refusal):
    code = "supercategory-taken"
    message = _("There already is a supercategory “%(name)s”.")


class ColourIllegible(Refusal):
    code = "colour-illegible"
    message = _("This colour cannot be read well enough on every screen.")


class ShortcutUnreadable(Refusal):
    code = "shortcut-unreadable"
    message = _(
        "Write one letter or digit (B, 5), a digit with Shift or Shift+Alt (Shift+5), or two keys one after the other (L D)."
    )


class ShortcutReserved(Refusal):
    code = "shortcut-reserved"
    message = _("The annotation page needs the key %(key)s for itself.")


class ShortcutTaken(Refusal):
    code = "shortcut-taken"
    message = _("“%(label)s” already has this shortcut.")


class ShortcutHidden(Refusal):
    code = "shortcut-hidden"
    message = _(
        "It gets in the way of “%(label)s” (%(shortcut)s): one of them is the first key of the other."
    )
