"""Drawing the texts of a release, and who sees the pages about releases."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from contests.contest.models import Contest
from gold.releases.selectors import may_see_releases
from gold.releases.services import markdown_line
from text.labels import MARK
from web.tags import breakable

register = template.Library()
register.filter("markdown_line", markdown_line)
register.filter("sees_releases", may_see_releases)


@register.filter
def voting_words(voting: str) -> str:
    """Return how votes decide, in words."""
    return str(dict(Contest.Voting.choices).get(voting, voting))


@register.simple_tag
def gold_text(
    text: str, units: Iterable[Mapping[str, Any]], families: Mapping[str, int]
) -> SafeString:
    """Return the text with its gold units marked in the colours of their supercategories."""
    parts: list[tuple[SafeString | str]] = []
    place = 0
    for unit in sorted(units, key=lambda unit: int(unit["start"])):
        start, end, label = unit["start"], unit["end"], unit["label"]
        mark = format_html(MARK, families.get(label, 0), text[start:end], breakable(label))
        parts += [(text[place:start],), (mark,)]
        place = end
    return format_html_join("", "{}", [*parts, (text[place:],)])
