"""Template tags that draw a document: changes, tokens and annotations."""

from collections.abc import Iterable, Sequence
from itertools import groupby

from django import template
from django.contrib.humanize.templatetags.humanize import intcomma
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import ngettext

from accounts.models import User
from corpus.documents.access import may_see_corpora
from corpus.documents.domain import Atom, Change, Piece, compare
from text.cleaning import clean_with_offsets
from text.spans import Span

register = template.Library()

# A longer removed piece is folded, so that it does not push the text away.
LONGEST_SHOWN = 160
# Examples of the cleaning rules; zero-width characters are drawn, because they are invisible.
EXAMPLES = {
    "cleans_full_stops": "Vu le 18.03.2022 par M.Mustafa.",
    "cleans_dashes": "Rue du Lac 4, 1015-Lausanne",
}
NOISE_EXAMPLE = [
    Piece(Change.KEPT, "Mon"),
    Piece(Change.REMOVED, "U+200B"),
    Piece(Change.KEPT, "treux"),
]


@register.filter
def sees_corpora(user: User) -> bool:
    """Return whether this person sees the corpus pages."""
    return user.is_authenticated and may_see_corpora(user)


@register.simple_tag
def bar(count: int, highest: int) -> SafeString:
    """Return a bar of a histogram; its width is its count relative to the highest."""
    width = round(100 * count / highest, 1) if highest else 0
    return format_html(
        '<svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">'
        '<rect width="{}" height="10"/></svg>',
        f"{width:.1f}",
    )


@register.simple_tag
def rule_example(name: str) -> SafeString:
    """Return an example of a cleaning rule, drawn like a document."""
    if name not in EXAMPLES:
        before, after = NOISE_EXAMPLE, [Piece(Change.KEPT, "Montreux")]
    else:
        source = EXAMPLES[name]
        cleaned = clean_with_offsets(source, kind="text")
        row = compare(source, cleaned, most_lines=1, most_characters=len(source)).rows[0]
        before, after = list(row.source), list(row.clean)
    return format_html(
        '<span>{}</span> <span aria-hidden="true">→</span> <span>{}</span>',
        source_side(before),
        format_html_join("", "{}", ((_changed(each.change, each.text),) for each in after)),
    )


@register.simple_tag
def source_side(pieces: Iterable[Piece]) -> SafeString:
    """Return a part of the source with removed and replaced pieces marked."""
    return format_html_join("", "{}", ((_source_piece(piece),) for piece in pieces))


def _source_piece(piece: Piece) -> SafeString | str:
    if piece.change == Change.KEPT:
        return piece.text
    if piece.change == Change.DECODED:
        return format_html('<span class="change change--decoded">{}</span>', piece.text)
    words = _shortened(piece.text) if piece.change == Change.REMOVED else piece.text
    return format_html('<del class="change change--{}">{}</del>', piece.change, words)


def _shortened(text: str) -> SafeString | str:
    if len(text) <= LONGEST_SHOWN:
        return text
    words = ngettext("%(count)s character left out", "%(count)s characters left out", len(text))
    return format_html(
        '<details class="change__more"><summary>{}</summary>{}</details>',
        words % {"count": intcomma(len(text))},
        text,
    )


@register.simple_tag
def clean_side(atoms: Sequence[Atom], spans: Sequence[Span]) -> SafeString:
    """Return a line with its tokens, changes and spans marked."""
    marked = groupby(atoms, key=lambda atom: atom.span)
    return format_html_join(
        "", "{}", ((_span(list(run), None if at is None else spans[at]),) for at, run in marked)
    )


def _span(atoms: Sequence[Atom], span: Span | None) -> SafeString:
    runs = groupby(atoms, key=lambda atom: atom.token)
    words = format_html_join("", "{}", ((_token(list(run), at),) for at, run in runs))
    if span is None:
        return words
    return format_html(
        '<mark class="unit">{}&nbsp;<small class="unit__label">{}</small></mark>', words, span.label
    )


def _token(atoms: Sequence[Atom], token: int | None) -> SafeString:
    words = format_html_join("", "{}", ((_changed(atom.change, atom.text),) for atom in atoms))
    return words if token is None else format_html('<span class="token">{}</span>', words)


def _changed(change: Change, text: str) -> SafeString | str:
    # Decoded characters are marked in the source; here they are plain text.
    if change in (Change.KEPT, Change.DECODED):
        return text
    return format_html('<ins class="change change--{}">{}</ins>', change, text)
