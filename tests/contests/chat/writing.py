"""Writing in the chat, as the tests do it."""

from uuid import UUID, uuid4

from accounts.audit import Actor
from contests.annotating.services.answers import hand_out, take_answer
from contests.chat.models import ChatMessage
from contests.chat.services import Draft, send_message
from contests.people.models import Membership
from tests.factories import submission

PROTECTED = "Vu par le Dr Durand à 14h30."


def say(member: Membership, text: str, *, id: UUID | None = None, **more: object) -> ChatMessage:
    draft = Draft(id or uuid4(), text, **more)
    return send_message(author=member, draft=draft, actor=Actor(member.user))


def answer_all(member: Membership) -> None:
    for task in hand_out(annotator=member, count=50):
        take_answer(annotator=member, task_id=task.pk, submission=submission())
