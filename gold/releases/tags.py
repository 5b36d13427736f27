"""Drawing the texts of a release, how they came about in words, who sees the pages about releases."""

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

from django import template
from django.utils.formats import date_format
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from contests.categories.models import Category
from contests.contest.models import Contest
from gold.releases.models import ReleaseContest
from gold.releases.selectors import may_see_releases
from gold.releases.services.card import markdown_line
from web.figures import figure
from web.tags import drawn_span

register = template.Library()
register.filter("markdown_line", markdown_line)
register.filter("sees_releases", may_see_releases)


@register.filter
def voting_words(voting: str) -> str:
    """Return how votes decide, in words."""
    return str(dict(Contest.Voting.choices).get(voting, voting))


@register.filter
def origin_lines(part: ReleaseContest) -> list[str]:
    """Return in sentences how a contest's texts came about; none for a release that does not say."""
    origin = part.settings.get("origin")
    if not origin:
        return []
    lines = [_answers_words(each) for each in origin["guidelines"]]
    if origin["people"]:
        days = [date_format(date.fromisoformat(origin[name])) for name in ("first_day", "last_day")]
        words = ngettext(
            "%(n)s person annotated, from %(first)s to %(last)s.",
            "%(n)s people annotated, from %(first)s to %(last)s.",
            origin["people"],
        )
        lines.append(words % {"n": _count(origin["people"]), "first": days[0], "last": days[1]})
    decided = ngettext(
        "%(n)s place was decided by a manager.",
        "%(n)s places were decided by a manager.",
        origin["corrections"],
    )
    lines.append(decided % {"n": _count(origin["corrections"])})
    lines += [_draw_words(each) for each in origin["draws"]]
    if not origin["draws"]:
        lines.append(gettext("How the inputs were chosen is not recorded."))
    return lines + [_cleaning_words(each) for each in origin["cleaning"]]


def _count(number: int) -> str:
    return figure(number, 0)


def _answers_words(row: Mapping[str, Any]) -> str:
    counted = {"n": _count(row["answers"]), "version": row["version"]}
    if not row["version"]:
        words = ngettext(
            "%(n)s answer was given without guidelines.",
            "%(n)s answers were given without guidelines.",
            row["answers"],
        )
        return words % counted
    words = ngettext(
        "%(n)s answer was given under version %(version)s of the guidelines.",
        "%(n)s answers were given under version %(version)s of the guidelines.",
        row["answers"],
    )
    return words % counted


def _draw_words(draw: Mapping[str, Any]) -> str:
    """Return what was drawn: at random, from each type alike, within limits."""
    drawn = gettext(
        "Up to %(size)s inputs were drawn at random (seed %(seed)s), the same number from each type of document as far as there were enough"
    )
    parts = [drawn % {"size": _count(draw["size"]), "seed": draw["seed"]}]
    if draw["min_length"] and draw["min_length"] > 1:
        parts.append(gettext("%(n)s characters at least") % {"n": _count(draw["min_length"])})
    if draw["max_length"]:
        parts.append(gettext("%(n)s characters at most") % {"n": _count(draw["max_length"])})
    if draw["most_times"]:
        parts.append(gettext("seen at most %(n)s times") % {"n": _count(draw["most_times"])})
    if draw["types"]:
        types = ", ".join(each or "–" for each in draw["types"])
        parts.append(gettext("types: %(names)s") % {"names": types})
    return f"{'; '.join(parts)}."


def _cleaning_words(rules: Mapping[str, bool]) -> str:
    """Return what cleaning changed in the texts."""
    changed = {
        "full_stops": gettext("a glued full stop became “#” (18.03.2022 is 18#03#2022)"),
        "dashes": gettext("a dash before a capital letter became a space (1015-Lausanne)"),
        "noise": gettext("invisible characters were dropped"),
    }
    parts = [words for name, words in changed.items() if rules.get(name)]
    beginning = gettext("Cleaning: documents became lines of plain text")
    return f"{'; '.join([beginning, *parts])}."


@register.simple_tag
def gold_text(
    text: str, units: Iterable[Mapping[str, Any]], categories: Mapping[str, Category]
) -> SafeString:
    """Return the text with its gold units marked in the colours of their supercategories."""
    parts: list[tuple[SafeString | str]] = []
    place = 0
    for unit in sorted(units, key=lambda unit: int(unit["start"])):
        start, end, label = unit["start"], unit["end"], unit["label"]
        mark = drawn_span(text[start:end], label, categories.get(label))
        parts += [(text[place:start],), (mark,)]
        place = end
    return format_html_join("", "{}", [*parts, (text[place:],)])
