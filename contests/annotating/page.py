"""Texts and configuration for the scripts of the annotation page; the scripts fill in {names}."""

import json
from collections.abc import Mapping
from typing import Any

from django.middleware.csrf import get_token
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from accounts.roles import SignedInRequest
from contests.annotating.services.keys import keys_of
from contests.categories.models import Category
from contests.contest.models import Contest
from contests.guidelines.domain.reading import slug
from contests.guidelines.selectors import latest_revision
from web.forms import Words


def page_words() -> Words:
    """Return the page's texts in the reader's language; counted texts have one and other."""
    return {**_sending(), **_speaking(), **_asking()}


def unsent_words() -> Words:
    """Return the texts about unsent answers for the contest's home page."""
    wanted = ("all_sent", "sending", "refused", "unreachable", "signed_out")
    return {name: words for name, words in _sending().items() if name in wanted} | {
        "unsent": {
            "one": _("{count} of your answers is still in this browser and has not been sent."),
            "other": _("{count} of your answers are still in this browser and have not been sent."),
        }
    }


def _sending() -> Words:
    return {
        "all_sent": _("All answers sent"),
        "sending": {"one": _("Sending {count} answer…"), "other": _("Sending {count} answers…")},
        "waiting": {
            "one": _("{count} answer is waiting for the network"),
            "other": _("{count} answers are waiting for the network"),
        },
        "slowed": {
            "one": _("Too many answers at once: {count} answer will be sent in a moment"),
            "other": _("Too many answers at once: {count} answers will be sent in a moment"),
        },
        "signed_out": {
            "one": _("{count} answer will be sent when you sign in again"),
            "other": _("{count} answers will be sent when you sign in again"),
        },
        "other_person": _(
            "Someone else is now signed in in this browser. Sign in with your own account to send "
            "your answers: they are kept here and cannot be sent from another account."
        ),
        "gone": _("The server refuses your answers: {reason} They are kept here."),
        "refused": {
            "one": _("{count} answer was refused"),
            "other": _("{count} answers were refused"),
        },
        "unsaved": _(
            "This browser has no space left to store answers. Unsent answers exist only in this "
            "tab: do not close it until they are sent. Free some disk space or leave private "
            "browsing."
        ),
        "unreachable": _("The server cannot be reached. Try again in a moment."),
    }


def _speaking() -> Words:
    return {
        "create": _("Marked: {words}, {label}"),
        "relabel": _("Label changed to {label}: {words}"),
        "resize": _("Span changed, from “{first}” to “{last}”: {label}"),
        "delete": _("Removed: {words}, {label}"),
        "clear": _("All spans removed"),
        "undo": _("Undone"),
        "redo": _("Redone"),
        "occurrences": {
            "one": _("{count} other occurrence marked"),
            "other": _("{count} other occurrences marked"),
        },
        "offer": {
            "one": _("“{words}” occurs once more in this text."),
            "other": _("“{words}” occurs {count} more times in this text."),
        },
        "choice": "{words}",
        "choice_labelled": "{words}, {label}",
        "choice_proposed": _("{words}, {label}, proposed"),
        "current": _("Current label: {label}"),
        "pending": _("{key}… now press the second key"),
        "letters_on": _("Letter by letter"),
        "letters_off": _("Whole words"),
        "accept": _("Accepted"),
        "reject": pgettext("answer", "Rejected"),
        "ignore": _("Ignored"),
        "task": {"one": _("New text, {count} span"), "other": _("New text, {count} spans")},
        "flag_on": _("Flagged"),
        "flag_off": _("Flag removed"),
        "no_earlier": _("There is no earlier answer."),
        "paused": _("Paused"),
        "resumed": _("Continue"),
        "found": {"one": _("{count} label"), "other": _("{count} labels")},
    }


def _asking() -> Words:
    return {
        "pace": _("{pace} per minute"),
        "percent": _("{percent} %"),
        "accepted_of": _("{count} of {goal}"),
        "withdraw": _("Take back"),
        "withdraw_failed": _("The answer could not be taken back: {reason}"),
        "open_again": _("View again"),
        "verdict_accept": _("accepted"),
        "verdict_reject": _("rejected"),
        "verdict_ignore": _("ignored"),
        "not_sent": _("not sent yet"),
        "guidelines_none": _("The guidelines could not be loaded."),
        "key_Space": _("Space"),
    }


# With more labels than this, the bar has a search field.
SEARCH_ABOVE = 20
NO_ID = "00000000-0000-0000-0000-000000000000"


def page_context(request: SignedInRequest, contest: Contest, **special: object) -> dict[str, Any]:
    """Return the context of `contests/annotating/_annotator.html`; `special` is added to the script's configuration."""
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
    """Return the labels of the bar in order, with their keys and where a supercategory starts."""
    offered = contest.categories.filter(archived_at=None).select_related("supercategory")
    labels = [_label(category, keys[category.label]) for category in offered]
    for before, label in zip([None, *labels], labels, strict=False):
        label["starts_supercategory"] = before is None or before["sup"] != label["sup"]
    return labels


def _label(category: Category, shortcut: str) -> dict[str, Any]:
    return {
        "label": category.label,
        "name": category.name,
        "supercategory": category.supercategory.name,
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
    """Return the configuration that a script needs to find and send this person's unsent answers."""
    return {
        "contest": contest.pk,
        "person": request.user.pk,
        "csrf": get_token(request),
        "urls": {
            "answers": reverse("contests:api_answers", args=[contest.pk]),
            "session": reverse("api_session"),
        },
    }
