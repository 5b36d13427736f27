"""What the scripts of the annotation page say; {names} are filled in by them."""

import json
from collections.abc import Mapping
from typing import Any

from django.middleware.csrf import get_token
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.roles import SignedInRequest
from contests.annotating.services.keys import keys_of
from contests.categories.models import Category
from contests.contest.models import Contest
from contests.guidelines.domain.reading import slug
from contests.guidelines.selectors import latest_revision
from text.labels import short_name
from web.forms import Words


def page_words() -> Words:
    """Return the sentences in the reader's language; those that count have one and other."""
    return {**_sending(), **_speaking(), **_asking()}


def unsent_words() -> Words:
    """Return what a contest's home says of answers that wait in this browser."""
    wanted = ("all_sent", "sending", "refused", "unreachable", "signed_out")
    return {name: words for name, words in _sending().items() if name in wanted} | {
        "unsent": {
            "one": _("{count} answer of yours waits in this browser and is not sent yet."),
            "other": _("{count} answers of yours wait in this browser and are not sent yet."),
        }
    }


def _sending() -> Words:
    return {
        "all_sent": _("Everything is sent"),
        "sending": {"one": _("Sending {count} answer …"), "other": _("Sending {count} answers …")},
        "waiting": {
            "one": _("{count} answer waits for the network"),
            "other": _("{count} answers wait for the network"),
        },
        "slowed": {
            "one": _("{count} answer waits a moment: many were sent at once"),
            "other": _("{count} answers wait a moment: many were sent at once"),
        },
        "signed_out": {
            "one": _("{count} answer waits until you sign in again"),
            "other": _("{count} answers wait until you sign in again"),
        },
        "other_person": _(
            "Someone else is signed in in this browser now. Sign in again with your own account: your "
            "answers are kept for you and sent by nobody else."
        ),
        "gone": _("The server does not take your answers: {reason} They are kept here."),
        "refused": {
            "one": _("{count} answer was refused"),
            "other": _("{count} answers were refused"),
        },
        "unsaved": _(
            "This browser has no room left to store answers. They are sent at once, and until then they "
            "live in this tab alone: do not close it while answers are waiting. Free some disk space, or "
            "leave private browsing."
        ),
        "unreachable": _("The server cannot be reached. Try again in a moment."),
    }


def _speaking() -> Words:
    return {
        "create": _("Marked: {words}, {label}"),
        "relabel": _("Now {label}: {words}"),
        "resize": _("Now from “{first}” to “{last}”: {label}"),
        "delete": _("Removed: {words}, {label}"),
        "clear": _("All spans removed"),
        "undo": _("Undone"),
        "redo": _("Done again"),
        "occurrences": {
            "one": _("{count} further occurrence marked"),
            "other": _("{count} further occurrences marked"),
        },
        "offer": {
            "one": _("“{words}” stands here once more."),
            "other": _("“{words}” stands here {count} more times."),
        },
        "choice": "{words}",
        "choice_labelled": "{words}, {label}",
        "choice_proposed": _("{words}, {label}, proposed"),
        "current": _("Current label: {label}"),
        "pending": _("{key} … now the second key"),
        "letters_on": _("Single letters"),
        "letters_off": _("Whole words"),
        "accept": _("Accepted"),
        "reject": _("Rejected"),
        "ignore": _("Ignored"),
        "task": {"one": _("New text, {count} span"), "other": _("New text, {count} spans")},
        "flag_on": _("Flagged"),
        "flag_off": _("Flag removed"),
        "no_earlier": _("There is no earlier answer."),
        "paused": _("Paused"),
        "resumed": _("Go on"),
        "found": {"one": _("{count} label"), "other": _("{count} labels")},
    }


def _asking() -> Words:
    return {
        "pace": _("{pace} a minute"),
        "percent": _("{percent} %"),
        "accepted_of": _("{count} of {goal}"),
        "withdraw": _("Take back"),
        "withdraw_failed": _("It could not be taken back: {reason}"),
        "open_again": _("Look at it again"),
        "verdict_accept": _("accepted"),
        "verdict_reject": _("rejected"),
        "verdict_ignore": _("ignored"),
        "not_sent": _("not sent yet"),
        "guidelines_none": _("The guidelines could not be loaded."),
        "key_Space": _("Space"),
    }


# So many labels are found faster by typing than by looking.
SEARCH_ABOVE = 20
NO_ID = "00000000-0000-0000-0000-000000000000"


def page_context(request: SignedInRequest, contest: Contest, **special: object) -> dict[str, Any]:
    """Return what `contests/annotating/_annotator.html` needs; `special` is told to the page's script as well."""
    labels = label_bar(contest, keys_of(request.user, contest))
    return {
        "contest": contest,
        "labels": labels,
        "is_searchable": len(labels) > SEARCH_ABOVE,
        "guidelines": latest_revision(contest),
        "config": json.dumps(_config(request, contest, labels) | special),
        "words": json.dumps(page_words()),
    }


def label_bar(contest: Contest, keys: Mapping[str, str]) -> list[dict[str, Any]]:
    """Return the labels of the bar in their order, with their keys; the first of a family says so."""
    offered = contest.categories.filter(archived_at=None).select_related("supercategory")
    labels = [_label(category, keys[category.label]) for category in offered]
    for before, label in zip([None, *labels], labels, strict=False):
        label["starts_family"] = before is None or before["sup"] != label["sup"]
    return labels


def _label(category: Category, shortcut: str) -> dict[str, Any]:
    return {
        "label": category.label,
        "name": short_name(category.label),
        "family": category.supercategory.name,
        "sup": category.supercategory_id,
        "shortcut": shortcut,
        "description": category.description,
        "anchor": slug(category.label),
    }


def _config(
    request: SignedInRequest, contest: Contest, labels: list[dict[str, Any]]
) -> dict[str, Any]:
    own = [contest.pk]
    sending = sending_config(request, contest)
    urls = {
        "tasks": reverse("contests:api_tasks", args=own),
        "history": reverse("contests:api_history", args=own),
        "withdraw": reverse("contests:api_withdraw", args=[*own, NO_ID]),
        "guidelines": reverse("contests:guidelines", args=own),
    }
    return sending | {
        "email": request.user.email,
        "keys": request.user.keys,
        "labels": labels,
        "urls": sending["urls"] | urls,
    }


def sending_config(request: SignedInRequest, contest: Contest) -> dict[str, Any]:
    """Return what a page's script needs to find this person's waiting answers and to send them."""
    return {
        "contest": contest.pk,
        "person": request.user.pk,
        "csrf": get_token(request),
        "urls": {
            "answers": reverse("contests:api_answers", args=[contest.pk]),
            "session": reverse("api_session"),
        },
    }
