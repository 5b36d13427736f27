"""What the scripts of the chat say; {names} are filled in by them."""

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from contests.annotating_words import Words


def page_words() -> Words:
    """Return the sentences in the reader's language; those that count have one and other."""
    return {
        "live": _("Live"),
        "asking": _("Connecting again … New messages come with a few seconds’ delay."),
        "unreachable": _("The server cannot be reached. What you write is kept and sent later."),
        "gone": _("You no longer take part in this contest."),
        "other_person": _(
            "Someone else is signed in in this browser now. Sign in again with your own account."
        ),
        "manager": _("manager"),
        "announcement": _("announcement"),
        "own": _("you"),
        "removed": _("removed by a manager"),
        "new": _("New"),
        "today": _("Today"),
        "yesterday": _("Yesterday"),
        "input": _("The text that is meant"),
        "input_hidden": _("A text that you have not annotated yet"),
        "remove": pgettext("message", "Remove"),
        "remove_of": _("Remove the message of {author}"),
        "remove_question": _(
            "Remove this message? Nobody will see its text any more; that it was there stays visible."
        ),
        "pin": _("Put on top"),
        "unpin": _("Take down"),
        "failed": _("That did not work: {reason}"),
        "waiting": _("waiting to be sent"),
        "sending": _("sending …"),
        "refused": _("not sent"),
        "edit": _("Edit"),
        "discard": _("Discard"),
        "unlink": _("Do not link {title}"),
        "below": {"one": _("{count} new message"), "other": _("{count} new messages")},
        "left": {"one": _("{count} character left"), "other": _("{count} characters left")},
        "over": {
            "one": _("{count} character too many"),
            "other": _("{count} characters too many"),
        },
    }
