"""The bar of a contest."""

from django import template

register = template.Library()
# What belongs to the set-up has a row of its own, shown only there.
OF_SETUP = ("setup", "categories", "inputs", "pre_annotation", "people", "audit")


@register.filter
def is_of_setup(current: str) -> bool:
    """Return whether the page of this name is one of those behind “Set up”."""
    return current in OF_SETUP
