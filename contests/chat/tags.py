"""The number of unread messages on the chat's tab."""

from typing import Any

from django import template

from accounts.models import User
from contests.chat.selectors import MOST_UNREAD, unread_of
from contests.contest.models import Contest

register = template.Library()


@register.simple_tag(takes_context=True)
def unread_messages(context: dict[str, Any], contest: Contest) -> str:
    """Return the number of this person's unread messages, empty for none."""
    user = context["request"].user
    count = unread_of(user, contest) if isinstance(user, User) else 0
    return f"{MOST_UNREAD}+" if count > MOST_UNREAD else str(count or "")
