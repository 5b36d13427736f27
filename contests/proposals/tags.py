"""What each rule of the detector means, in the reader's language.

The English is the rules' own (`Family.meanings`), named here so that it is collected for translation; a
test compares the two.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_noop as _

from contests.inputs.models import ContestInput
from contests.proposals.domain.proposer import OWN_FORMAT, Reasoned, from_elsewhere, from_storage
from detection.base import OWN_WORD
from detection.rules.drawing import draw
from detection.rules.languages import LANGUAGES
from detection.rules.rules import Rule
from web.tags import breakable

OWN_MEANINGS = {
    OWN_FORMAT: _("a format of this contest’s own"),
    OWN_WORD: _("a word of this contest’s own"),
}
MEANINGS = (
    _("an e-mail address"),
    _("a web address"),
    _("the name of a web site"),
    _("written like a telephone number"),
    _("a number after a word for telephone"),
    _("a number beside a word for fax"),
    _("a number after F, beside one after T"),
    _("a number beside the word that says which number it is"),
    _("the name of a feast"),
    _("the name of a month, with its day and year"),
    _("days that share one month"),
    _("a season with its year"),
    _("a whole date in figures"),
    _("a month and a year in figures"),
    _("a day and a month in figures"),
    _("a year"),
    _("a year in two figures"),
    _("a day of the week"),
    _("a day of the month alone"),
    _("a time of day in figures"),
    _("a time of day in words"),
    _("noon or midnight"),
    _("a number of years, months, weeks or days that someone has lived"),
    _("a number beside the word for age"),
    _("a decade of life"),
    _("a kind of unit and its name"),
    _("the abbreviation of a known unit"),
    _("an abbreviation where a unit is said"),
    _("an abbreviation beside a date in a list of stays"),
    _("the code of a building, with a floor or a door"),
    _("a number behind a word for a room, a bed or a floor"),
    _("a room and its bed at the head of an entry"),
    _("a floor of a building of the hospital"),
    _("a company by what ends its name"),
    _("a kind of organisation and its name"),
    _("a kind of organisation and the name behind it"),
    _("a known organisation"),
    _("the abbreviation of a known organisation"),
    _("a name behind an occupation"),
    _("a name where an employer or an insurer is said"),
    _("a word for a way and its name"),
    _("an abbreviated word for a way and its name"),
    _("a word that can mean a way, in an address"),
    _("a German word for a way at the end of the name"),
    _("a name before a house number, a postal code and a place"),
    _("a number behind a street"),
    _("a number before a street"),
    _("a number beside a place"),
    _("a number in the field of postal codes"),
    _("a known place"),
    _("a known place that is also a word, in the surroundings of a place"),
    _("a name behind a postal code"),
    _("a name before the code of a canton"),
    _("a name at the start of a line before a date"),
    _("a name behind « à »"),
    _("a name behind a word of living, being born or moving"),
    _("a name behind a kind of place"),
    _("a name in a field for a place"),
    _("a name behind a street or an institution"),
    _("a name behind that of a doctor"),
    _("the code of a canton"),
    _("the name of a country"),
    _("the name of a country that is also a word, behind a preposition"),
    _("the code of a country"),
    _("the code of a country before a postal code"),
    _("an adjective of nationality said of a person"),
    _("what stands after the word for an occupation"),
    _("an occupation said of someone"),
    _("a word for the civil status of a person"),
    _("a word of kinship"),
    _("a name after a title of those who care"),
    _("a name that goes on a list of people"),
    _("a name after a function in care"),
    _("a name before a function in care"),
    _("a name in the greeting of a letter between colleagues"),
    _("a name of someone whom the patient goes to see"),
    _("a name with an initial where someone who cares is meant"),
    _("a name under a letter or a note"),
    _("a name on the organisation's own list of staff"),
    _("a name that stands elsewhere in the text"),
    _("a name after a form of address"),
    _("a name of someone with a title who is treated"),
    _("a name after the word for a patient or a name"),
    _("a name beside a date of birth or a number of a patient"),
    _("the name of someone whose family is spoken of"),
    _("a name behind a word for a relative or someone near"),
    _("the name of a child who is brought"),
    _("the name of a newborn on a list"),
    _("a name beside a room or a bed"),
    _("a name in a slot of an agenda or a programme"),
    _("the name of someone for whom something is done"),
    _("a name that opens a line before what people do"),
    _("a first name that stands as a person's"),
    _("a surname on a list, which nothing announces"),
    _("a date or a year in figures"),
    _("a number of years, months, weeks or days that someone is old"),
)


@cache
def meanings() -> Mapping[str, str]:
    """Return the English words of every rule, by its full name."""
    return OWN_MEANINGS | {
        f"{family.name}.{rule}": words
        for families in LANGUAGES.values()
        for family in families
        for rule, words in family.meanings.items()
    }


def rule_words(rule: str) -> str:
    """Return what a rule means; one that no longer exists keeps its name."""
    words = meanings().get(rule)
    return gettext(words) if words else rule


register = template.Library()
register.filter("rule_words", rule_words)

# The blank keeps words and label apart where there are no styles, as in `text.labels`.
EXPLAINED = (
    '<mark class="unit sup-{}" tabindex="0" aria-describedby="{}" data-why="{}">{}&nbsp;'
    '<small class="unit__label">{}</small>{}</mark>'
)


@register.filter
def reasoned(item: ContestInput) -> list[Reasoned]:
    """Return an input's stored proposals with their reasons."""
    if item.reasons is None:
        return from_elsewhere(item.proposals, gettext("Came with a file."))
    return from_storage(item.proposals, item.reasons)


@register.simple_tag
def explained(
    text: str, units: Iterable[Reasoned], families: Mapping[str, int], name: str
) -> SafeString:
    """Return the text with its units marked; each says on hover and focus why it is there.

    `families` holds the family of each label, `name` tells this text from others of the page.
    """
    ordered = sorted(units, key=lambda unit: unit.start)
    parts: list[SafeString] = []
    place = 0
    for number, unit in enumerate(ordered):
        parts.append(_with_triggers(text, place, unit.start, ordered))
        parts.append(_mark(text, ordered, number, families, f"{name}-{number}"))
        place = unit.end
    parts.append(_with_triggers(text, place, len(text), ordered))
    return format_html_join("", "{}", ((part,) for part in parts))


def _mark(
    text: str, units: Sequence[Reasoned], number: int, families: Mapping[str, int], name: str
) -> SafeString:
    unit = units[number]
    words = _with_triggers(text, unit.start, unit.end, units)
    reason = _reason(text, unit, name)
    family = families.get(unit.label, 0)
    return format_html(EXPLAINED, family, name, number, words, breakable(unit.label), reason)


def _reason(text: str, unit: Reasoned, name: str) -> SafeString:
    return format_html(
        '<span class="why" role="tooltip" id="{}" lang="{}">{}</span>',
        name,
        # The text around it may be in another language than the page.
        get_language(),
        _words(text, unit),
    )


def _words(text: str, unit: Reasoned) -> SafeString:
    if not unit.rule:
        return format_html('<span class="why__rule">{}</span>', unit.origin)
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
def rule_graph(rules: Sequence[Rule], families: Mapping[str, int]) -> SafeString:
    """Return the picture of the rules' order, in the colours of the contest's families."""
    classes = {label: f"sup-{family}" for label, family in families.items()}
    # Everything in it is ours, and escaped where it is drawn.
    title = gettext("The order of the rules")
    return mark_safe(draw(rules, title=title, classes=classes))  # noqa: S308
