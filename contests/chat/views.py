"""The chat page, the choice of links, and the page of a linked input."""

import json
from typing import Any
from uuid import UUID

from django.http import Http404, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.csrf import ensure_csrf_cookie

from accounts.audit import READ, actor_of, record
from accounts.roles import SignedInRequest
from contests.annotating.models import AnnotationTask, Answer
from contests.categories.selectors import offered_supercategories
from contests.chat import selectors
from contests.chat.domain import MOST_CHARACTERS
from contests.chat.models import ChatMessage
from contests.chat.selectors import Reader, reader_of
from contests.contest.access import for_participants
from contests.contest.domain import CHAT
from contests.contest.models import Contest
from contests.inputs.models import ContestInput
from contests.people.selectors import is_annotating
from web.forms import Words


def page_words() -> Words:
    """Return the page's texts in the reader's language; counted texts have one and other."""
    return {
        "live": _("Live"),
        "asking": _("Reconnecting… New messages arrive a few seconds late."),
        "unreachable": _(
            "The server cannot be reached. Your messages are kept and will be sent later."
        ),
        "gone": _("You are no longer a member of this contest."),
        "other_person": _(
            "Someone else is now signed in in this browser. Sign in with your own account."
        ),
        "manager": _("manager"),
        "announcement": _("announcement"),
        "own": _("you"),
        "removed": _("removed by a manager"),
        "new": _("New"),
        "today": _("Today"),
        "yesterday": _("Yesterday"),
        "input": _("The text in question"),
        "input_hidden": _("A text that you have not annotated yet"),
        "remove": pgettext("message", "Remove"),
        "remove_of": _("Remove the message of {author}"),
        "remove_question": _(
            "Remove this message? Its text will be hidden; the others will see that a message was "
            "removed."
        ),
        "pin": _("Pin"),
        "unpin": _("Unpin"),
        "failed": _("That did not work: {reason}"),
        "waiting": _("waiting to be sent"),
        "sending": _("sending…"),
        "refused": _("not sent"),
        "edit": _("Edit"),
        "discard": _("Discard"),
        "unlink": _("Remove the link to {title}"),
        "below": {"one": _("{count} new message"), "other": _("{count} new messages")},
        "left": {"one": _("{count} character left"), "other": _("{count} characters left")},
        "over": {"one": _("{count} character too many"), "other": _("{count} characters too many")},
    }


NO_ID = UUID(int=0)


def _frame(contest: Contest, reader: Reader) -> dict[str, Any]:
    """Return the context of the contest's navigation bar."""
    annotating = reader.member is not None and is_annotating(reader.member)
    return {"contest": contest, "managing": reader.is_managing, "annotating": annotating}


@for_participants("GET")
@ensure_csrf_cookie
def chat(request: SignedInRequest, contest: Contest) -> HttpResponse:
    """Show the chat page; its messages come from the API."""
    reader = reader_of(request.user, contest)
    member = reader.member
    context = _frame(contest, reader) | {
        "may_write": member is not None and contest.permits(CHAT) and not member.needs_alias,
        "membership": member,
        "may_announce": member is not None and member.is_manager,
        "most_characters": MOST_CHARACTERS,
        "config": json.dumps(_config(request, contest, reader)),
        "words": json.dumps(page_words()),
    }
    return render(request, "contests/chat/chat.html", context)


def _config(request: SignedInRequest, contest: Contest, reader: Reader) -> dict[str, Any]:
    own, one = [contest.pk], [contest.pk, NO_ID]
    return {
        "contest": contest.pk,
        "person": request.user.pk,
        "csrf": get_token(request),
        "moderates": reader.is_managing,
        "takes_part": reader.member is not None,
        "most": MOST_CHARACTERS,
        "urls": {
            "live": f"/ws/contests/{contest.pk}/chat/",
            "messages": reverse("contests:api_chat", args=own),
            "read": reverse("contests:api_chat_read", args=own),
            "remove": reverse("contests:api_chat_remove", args=one),
            "pin": reverse("contests:api_chat_pin", args=one),
            "session": reverse("api_session"),
        },
    }


@for_participants("GET")
def links(request: SignedInRequest, contest: Contest) -> HttpResponse:
    """List the categories, sections and inputs that this person can link."""
    reader = reader_of(request.user, contest)
    tasks: list[AnnotationTask] = []
    if reader.member is not None and not reader.is_managing:
        tasks = selectors.linkable_answers(reader.member)
        _note_reading(request, contest, [task.input_id for task in tasks])
    context = {
        "contest": contest,
        "managing": reader.is_managing,
        "supercategories": offered_supercategories(contest),
        "sections": selectors.sections_of(contest, language=request.user.language),
        "tasks": tasks,
    }
    return render(request, "contests/chat/_links.html", context)


@for_participants("GET")
def linked_input(request: SignedInRequest, contest: Contest, message_id: UUID) -> HttpResponse:
    """Show a linked input with the reader's own answer to people who have answered it."""
    reader = reader_of(request.user, contest)
    messages = ChatMessage.objects.filter(contest=contest, removed_at=None, input__isnull=False)
    message = get_object_or_404(messages.select_related("input"), pk=message_id)
    (shown,) = selectors.shown_to(reader, [message])
    item = message.input
    if not shown.sees_input or item is None:
        raise Http404
    _note_reading(request, contest, [item.pk])
    context = _frame(contest, reader) | {
        "input": item,
        "shown": shown,
        "answer": _own_answer(reader, item),
    }
    return render(request, "contests/chat/input.html", context)


def _own_answer(reader: Reader, item: ContestInput) -> Answer | None:
    if reader.member is None:
        return None
    own = Answer.objects.filter(task__annotator=reader.member, task__input=item, is_live=True)
    return own.prefetch_related("units__category__supercategory").first()


def _note_reading(request: SignedInRequest, contest: Contest, inputs: list[int]) -> None:
    if inputs:
        record(actor_of(request), READ, "input", contest_id=contest.pk, inputs=inputs)
