"""Words of splits and their parts."""

from django import template

from gold.splits.models import Split
from gold.splits.selectors import part_name, split_facts, split_title

register = template.Library()
register.filter("part_name", part_name)
register.filter("split_title", split_title)


@register.filter
def split_words(split: Split) -> str:
    """Return in a few words how a split was made."""
    return " · ".join(split_facts(split.options))
