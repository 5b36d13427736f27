"""Drawing keyboard shortcuts."""

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

register = template.Library()

# What stands on the keys of the reader's language.
MODIFIERS = {"Shift": _("Shift"), "Alt": _("Alt")}


@register.filter
def keys(shortcut: str) -> SafeString:
    """Return a shortcut key by key: those to hold joined by a plus, those to press in turn apart."""
    return format_html_join(" ", "{}", ((_chord(chord),) for chord in shortcut.split()))


def _chord(chord: str) -> SafeString:
    caps = [format_html("<kbd>{}</kbd>", MODIFIERS.get(key, key)) for key in chord.split("+")]
    return format_html_join("+", "{}", ((cap,) for cap in caps))
