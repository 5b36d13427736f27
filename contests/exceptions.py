"""What can be refused in a contest; `wording` has the words for people. None quotes a text."""

from collections.abc import Mapping


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


class OwnKeysRefused(ContestError):
    """Some of the keys that a person wants for themselves cannot be given; `problems` tells by label."""

    code = "own-keys-refused"

    def __init__(self, problems: Mapping[str, ContestError]) -> None:
        super().__init__()
        self.problems = problems


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


class RulesReadOnly(ContestError):
    """The contest is closed: what is proposed in it stays."""

    code = "rules-read-only"


class NoInputs(ContestError):
    code = "no-inputs"


class DetectionBusy(ContestError):
    """A job is proposing already."""

    code = "detection-busy"


class NoGold(ContestError):
    """No input says what is right."""

    code = "no-gold"


class EvaluationBusy(ContestError):
    """A job is evaluating already."""

    code = "evaluation-busy"


class FormatTaken(ContestError):
    code = "format-taken"


class TooManyWords(ContestError):
    """A list would grow beyond what is read with every line."""

    code = "too-many-words"


class TooManyFormats(ContestError):
    """More formats than can be looked for in every line."""

    code = "too-many-formats"


class TrainingTextEmpty(ContestError):
    code = "training-text-empty"


class TrainingTextTooLong(ContestError):
    code = "training-text-too-long"


class TrainingDue(ContestError):
    """The person has to finish the training first."""

    code = "training-due"


class TrainingClosed(ContestError):
    """The contest's state does not allow training, or there is nothing to train with."""

    code = "training-closed"


class TrainingFull(ContestError):
    code = "training-full"


class TrainingNeedsTask(ContestError):
    """The last task of a required training stays while people train."""

    code = "training-needs-task"


class InputUnknown(ContestError):
    code = "input-unknown"


class GuidelinesUnread(ContestError):
    """The guidelines have to be opened before the training."""

    code = "guidelines-unread"


class AliasDue(ContestError):
    """The alias was refused, and no other has been chosen yet."""

    code = "alias-due"


class AliasRefused(ContestError):
    """A manager refused this alias in this contest."""

    code = "alias-refused"


class AliasEmpty(ContestError):
    code = "alias-empty"


class NotPermitted(ContestError):
    """The contest's state does not permit this."""

    code = "not-permitted"


class NoSuchMove(ContestError):
    """No step leads from the contest's state to the wanted one."""

    code = "no-such-move"


class NotReady(ContestError):
    """Something is missing before the contest can go on."""

    code = "not-ready"


class EndNotAhead(ContestError):
    """A contest that opens again needs an end in the future, or none."""

    code = "end-not-ahead"


class JoinLinkInvalid(ContestError):
    code = "link-invalid"


class JoinLinkUsedUp(ContestError):
    code = "link-used-up"


class JoinLinkBusy(ContestError):
    """Too many people ask by the link at once."""

    code = "link-busy"


class DomainNotAllowed(ContestError):
    """The link is for addresses of other domains."""

    code = "domain-not-allowed"


class RemovedBefore(ContestError):
    """A manager ended this person's part; the contest's link does not bring them back."""

    code = "removed-before"


class TeamsFull(ContestError):
    """No team of the contest has a free place."""

    code = "teams-full"


class TeamTaken(ContestError):
    code = "team-taken"


class TeamsInUse(ContestError):
    """People belong to the teams that a design would replace."""

    code = "teams-in-use"


class TeamInUse(ContestError):
    """The team has members, or had some who answered."""

    code = "team-in-use"


class ControlPerturbed(ContestError):
    code = "control-perturbed"


class NotAnnotatorRole(ContestError):
    """Only annotators have a team or an alias."""

    code = "not-annotator-role"
