"""What is refused about releases."""

from text.errors import Refusal
from text.errors import gettext_noop as _


class NoRun(Refusal):
    code = "no-run"
    message = _("A contest has no published run yet. Let its answers be processed, then freeze.")


class RunNotPublished(Refusal):
    """Its message stands at the job, which a manager reads."""

    safe_to_show = True
    code = "run-not-published"
    message = _(
        "The run that takes in the latest changes failed or was cancelled. See the contest's runs; then freeze again."
    )


class MixedLanguages(Refusal):
    code = "mixed-languages"
    message = _("The contests have texts in different languages.")


class NothingToFreeze(Refusal):
    code = "nothing-to-freeze"
    message = _("No text of the contests may enter a release.")


class ReleaseKept(Refusal):
    code = "release-kept"
    message = _("A frozen release stays; one that is being frozen must be cancelled.")


class ReaderUnknown(Refusal):
    code = "reader-unknown"
    message = _("Nobody with this address has an account.")


class NobodyActs(ValueError):
    """Releases, splits and exports are made by a person, never by the platform itself."""
