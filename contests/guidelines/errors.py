"""What this feature refuses."""

from text.errors import Refusal
from text.errors import gettext_noop as _


class DraftExists(Refusal):
    code = "draft-exists"
    message = _("There is already a draft of the guidelines: go on with that one.")


class DraftGone(Refusal):
    code = "draft-gone"
    message = _(
        "This draft has been published or discarded in the meantime. Your text was not saved."
    )


class DraftChanged(Refusal):
    code = "draft-changed"
    message = _("Someone else has saved this text since you opened it. Nothing was overwritten.")


class NothingToPublish(Refusal):
    code = "nothing-to-publish"
    message = _("The draft has no text yet, or says the same as the published version.")
