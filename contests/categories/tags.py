"""The address of a contest's colours."""

from hashlib import sha256

from django import template
from django.urls import reverse

from contests.contest.models import Contest

register = template.Library()


@register.simple_tag
def colours_url(contest: Contest) -> str:
    """Return where the contest's style sheet is: another address for other colours.

    Browsers keep the sheet for some minutes, and a new colour is to be seen at once.
    """
    colours = contest.supercategories.values_list("pk", "colour")
    edition = sha256(repr(list(colours)).encode()).hexdigest()[:8]
    return f"{reverse('contests:colours', args=[contest.pk])}?v={edition}"
