"""What can be refused in a contest; `wording` has the words for people. None quotes a text."""


class ContestError(Exception):
    """Base of this stage's errors, with a code for programs."""

    code = "refused"

    def __init__(self, **details: object) -> None:
        super().__init__()
        # What the words for people name, such as a label; never a text.
        self.details = details


class ContestNotOpen(ContestError):
    code = "contest-not-open"


class NotAnAnnotator(ContestError):
    code = "not-an-annotator"


class TaskNotFound(ContestError):
    code = "task-not-found"


class AnswerIdTaken(ContestError):
    code = "answer-id-taken"


class AnswerNotFound(ContestError):
    code = "answer-not-found"


class AnswerSuperseded(ContestError):
    """A later answer to the same task counts."""

    code = "answer-superseded"


class UnitOutsideText(ContestError):
    code = "unit-outside-text"


class UnitsOverlap(ContestError):
    code = "units-overlap"


class UnknownLabel(ContestError):
    code = "unknown-label"


class UnitsWithoutAcceptance(ContestError):
    code = "units-without-acceptance"


class InvitationInvalid(ContestError):
    code = "invitation-invalid"


class AliasTaken(ContestError):
    code = "alias-taken"


class AlreadyMember(ContestError):
    code = "already-member"


class LastManager(ContestError):
    code = "last-manager"


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


class NameUnreadable(ContestError):
    code = "name-unreadable"


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


class InputsFixed(ContestError):
    """The contest has begun: its inputs may no longer change."""

    code = "inputs-fixed"


class InputsBusy(ContestError):
    """A job is drawing or removing the inputs."""

    code = "inputs-busy"


class InputsAnswered(ContestError):
    """People have answered tasks on the inputs, which therefore stay."""

    code = "inputs-answered"


class DraftExists(ContestError):
    """The guidelines already have a draft; there is one at a time."""

    code = "draft-exists"


class DraftGone(ContestError):
    """The draft was published or discarded in the meantime."""

    code = "draft-gone"


class DraftChanged(ContestError):
    """Someone else saved the text after it was loaded."""

    code = "draft-changed"


class NothingToPublish(ContestError):
    """The draft is empty, or the same as what is published."""

    code = "nothing-to-publish"
