"""Learning new inputs, and closing chats when access ends."""

from collections.abc import Iterable
from functools import partial
from typing import Any

from django.contrib.auth.signals import user_logged_out
from django.db import transaction
from django.db.models.signals import post_save
from django.dispatch import receiver
from django.http import HttpRequest

from accounts.models import User
from contests.chat.services import check_person, end_session, learn_inputs
from contests.inputs.models import ContestInput
from contests.inputs.services import inputs_added
from contests.people.models import Membership

# Changes of these fields end sessions.
OF_SESSIONS = {"password", "is_active"}


@receiver(inputs_added)
def recognise(*, contest_id: int, inputs: Iterable[ContestInput], **_kwargs: Any) -> None:
    """Index new inputs so that quotations are recognised."""
    learn_inputs(contest_id=contest_id, inputs=inputs)


@receiver(user_logged_out)
def close_chats(request: HttpRequest, user: User | None, **_kwargs: Any) -> None:
    """Close the open chats of a session that is about to end."""
    if user is not None and request.session.session_key:
        end_session(user.pk, request.session.session_key)


@receiver(post_save, sender=Membership)
def close_chats_of_removed(instance: Membership, **_kwargs: Any) -> None:
    """Close the open chats of a removed member."""
    if instance.removed_at is not None:
        transaction.on_commit(partial(check_person, instance.user_id))


@receiver(post_save, sender=User)
def close_chats_of_ended_sessions(
    instance: User, created: bool, update_fields: Iterable[str] | None, **_kwargs: Any
) -> None:
    """Close open chats after a password change or the closing of an account."""
    if not created and (update_fields is None or OF_SESSIONS & set(update_fields)):
        transaction.on_commit(partial(check_person, instance.pk))
