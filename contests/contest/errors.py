"""What can be refused in a contest; `wording` has the words for people. None quotes a text."""


class ContestError(Exception):
    """Base of this stage's errors, with a code for programs."""

    code = "refused"

    def __init__(self, **details: object) -> None:
        super().__init__()
        # What the words for people name, such as a label; never a text.
        self.details = details


class NotPermitted(ContestError):
    """The contest's state does not permit this."""

    code = "not-permitted"
