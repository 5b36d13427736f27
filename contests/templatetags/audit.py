"""Words for the lines of the audit log."""

from collections.abc import Mapping

from django import template
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

register = template.Library()

# What the log calls things, as a person would.
THINGS: dict[str, Promise] = {
    "account": _("account"),
    "answer": _("answer"),
    "audit log": _("audit log"),
    "category": _("category"),
    "contest": _("contest"),
    "corpus": _("corpus"),
    "document": _("document"),
    "guidelines": _("guidelines"),
    "import": _("import"),
    "input": _("input"),
    "invitation": _("invitation"),
    "job": _("job"),
    "membership": _("membership"),
    "password": _("password"),
    "supercategory": _("family of categories"),
    "token": _("token"),
}
MOST_VALUES = 6


@register.filter
def thing(object_type: str) -> str:
    """Return what an event was about, in the reader's language."""
    return str(THINGS.get(object_type, object_type))


@register.filter
def listed(details: Mapping[str, object]) -> list[str]:
    """Return an event's details as short lines; of a long list only its beginning and length."""
    return [f"{name}: {_shortened(value)}" for name, value in details.items()]


def _shortened(value: object) -> str:
    if not isinstance(value, list):
        return str(value)
    shown = ", ".join(str(item) for item in value[:MOST_VALUES])
    return shown if len(value) <= MOST_VALUES else f"{shown}, … ({len(value)})"
