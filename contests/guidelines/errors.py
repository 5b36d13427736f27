"""What can be refused in a contest; `wording` has the words for people. None quotes a text."""

from contests.contest.errors import ContestError


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
