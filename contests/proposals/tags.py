"""What each rule of the detector means and why it found something, in the reader's language."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_noop as _

from contests.categories.models import Category
from contests.inputs.models import ContestInput
from contests.proposals.domain.proposer import OWN_FORMAT, Reasoned, from_elsewhere, from_storage
from contests.proposals.selectors import choice_words, detector_name
from detection.base import OWN_WORD, RULES
from detection.rules.drawing import draw
from detection.rules.languages import LANGUAGES
from detection.rules.rules import Rule
from web.figures import figure
from web.tags import named, supercategory_of

OWN_MEANINGS = {
    OWN_FORMAT: _("a format of this contest’s own"),
    OWN_WORD: _("a word of this contest’s own"),
}


@cache
def meanings() -> Mapping[str, str]:
    """Return the English words of every rule, by its full name."""
    return OWN_MEANINGS | {
        f"{group.name}.{rule}": words
        for groups in LANGUAGES.values()
        for group in groups
        for rule, words in group.meanings.items()
    }


def rule_words(rule: str) -> str:
    """Return what a rule means; one that no longer exists keeps its name."""
    words = meanings().get(rule)
    return gettext(words) if words else rule


register = template.Library()
register.filter("choice_words", choice_words)

# The blank keeps words and label apart where there are no styles, as in `text.labels`.
EXPLAINED = (
    '<mark class="unit sup-{}" tabindex="0" aria-describedby="{}" data-why="{}">{}&nbsp;'
    '<small class="unit__label">{}</small>{}</mark>'
)


register.filter("detector_name", detector_name)


@register.filter
def detector_names(labels: Iterable[str]) -> str:
    """Return several of them in a row."""
    return ", ".join(map(detector_name, labels))


@register.filter
def reasoned(item: ContestInput) -> list[Reasoned]:
    """Return an input's stored proposals with their reasons."""
    if item.reasons is None:
        return from_elsewhere(item.proposals, gettext("Came with a file."))
    return from_storage(item.proposals, item.reasons, item.read_by or {})


@register.simple_tag
def explained(
    text: str, units: Iterable[Reasoned], categories: Mapping[str, Category], name: str
) -> SafeString:
    """Return the text with its units marked; each says on hover and focus why it is there.

    `categories` are those of the labels, `name` tells this text from others of the page.
    """
    ordered = sorted(units, key=lambda unit: unit.start)
    parts: list[SafeString] = []
    place = 0
    for number, unit in enumerate(ordered):
        parts.append(_with_triggers(text, place, unit.start, ordered))
        parts.append(_mark(text, ordered, number, categories, f"{name}-{number}"))
        place = unit.end
    parts.append(_with_triggers(text, place, len(text), ordered))
    return format_html_join("", "{}", ((part,) for part in parts))


def _mark(
    text: str, units: Sequence[Reasoned], number: int, categories: Mapping[str, Category], name: str
) -> SafeString:
    unit = units[number]
    words = _with_triggers(text, unit.start, unit.end, units)
    reason = _reason(text, unit, name)
    number_of_colour = supercategory_of(categories, unit.label)
    label = named(unit.label, categories)
    return format_html(EXPLAINED, number_of_colour, name, number, words, label, reason)


def _reason(text: str, unit: Reasoned, name: str) -> SafeString:
    return format_html(
        '<span class="why" role="tooltip" id="{}" lang="{}">{}</span>',
        name,
        # The text around it may be in another language than the page.
        get_language(),
        _words(text, unit),
    )


def _words(text: str, unit: Reasoned) -> SafeString:
    if unit.origin:
        return format_html('<span class="why__rule">{}</span>', unit.origin)
    if unit.detector != RULES:
        return _of_another_detector(unit)
    rule = format_html(
        '<span class="why__rule">{}</span> <code class="why__name">{}</code>',
        gettext("Rule: %(rule)s") % {"rule": rule_words(unit.rule)},
        unit.rule,
    )
    if unit.trigger is None or unit.trigger == (unit.start, unit.end):
        return rule
    start, end = unit.trigger
    return format_html(
        '{} <span class="why__trigger">{} <q>{}</q></span>',
        rule,
        gettext("Set off by"),
        text[start:end],
    )


def _of_another_detector(unit: Reasoned) -> SafeString:
    told = [gettext("Detector: %(name)s") % {"name": unit.detector}]
    if unit.version:
        told.append(gettext("version %(version)s") % {"version": unit.version[:12]})
    if unit.score is not None:
        told.append(gettext("score %(score)s") % {"score": figure(unit.score, 2)})
    reason = format_html(' <code class="why__name">{}</code>', unit.rule) if unit.rule else ""
    return format_html('<span class="why__rule">{}</span>{}', " · ".join(told), reason)


def _with_triggers(text: str, start: int, end: int, units: Sequence[Reasoned]) -> SafeString:
    """Return a stretch of the text, with what set units off marked for the script to light up."""
    pieces = (
        format_html('<span class="trigger" data-sets-off="{}">{}</span>', numbers, text[a:b])
        if numbers
        else format_html("{}", text[a:b])
        for a, b, numbers in _pieces(start, end, units)
    )
    return format_html_join("", "{}", ((piece,) for piece in pieces))


def _pieces(start: int, end: int, units: Sequence[Reasoned]) -> Iterator[tuple[int, int, str]]:
    """Yield the parts of a stretch, each with the numbers of the units that it sets off."""
    triggers = [
        (max(start, unit.trigger[0]), min(end, unit.trigger[1]), number)
        for number, unit in enumerate(units)
        if unit.trigger and unit.trigger[0] < end and start < unit.trigger[1]
    ]
    cuts = sorted({start, end, *(cut for a, b, _ in triggers for cut in (a, b))})
    for a, b in pairwise(cuts):
        numbers = [str(number) for first, last, number in triggers if first <= a and b <= last]
        yield a, b, " ".join(numbers)


@register.simple_tag
def rule_graph(rules: Sequence[Rule], categories: Mapping[str, Category]) -> SafeString:
    """Return the picture of the rules' order, in the colours of the contest's supercategories."""
    classes = {label: f"sup-{each.supercategory_id}" for label, each in categories.items()}
    # Everything in it is ours, and escaped where it is drawn.
    title = gettext("The order of the rules")
    return mark_safe(draw(rules, title=title, classes=classes))  # noqa: S308
