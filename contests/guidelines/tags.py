"""Words and drawings for the pages about guidelines."""

from django import template
from django.utils.functional import Promise
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _

from contests.guidelines.domain.problems import Problem

register = template.Library()

PROBLEMS: dict[str, Promise] = {
    Problem.UNKNOWN_LABEL: _("The contest has no category “%(value)s”."),
    Problem.ARCHIVED_LABEL: _("The category “%(value)s” is archived."),
    Problem.BROKEN_MARK: _("A marked example is not complete, or lies inside another one."),
    Problem.BROKEN_LINK: _("The link to “%(value)s” leads nowhere."),
    Problem.UNKNOWN_BOX: _("“%(value)s” is no box: write note, warning, correct or incorrect."),
    Problem.IMAGE: _("Images are not shown."),
    Problem.NO_SECTION: _("No section about “%(value)s” yet."),
}


@register.filter
def problem_words(problem: Problem) -> str:
    """Return what is wrong, in the reader's language."""
    return str(PROBLEMS[problem.code]) % {"value": problem.value}


@register.filter
def sanitised(html: str) -> SafeString:
    """Show HTML that comes from `contests.guidelines.domain.html`, which sanitises it."""
    return mark_safe(html)  # noqa: S308
