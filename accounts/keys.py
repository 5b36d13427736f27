"""The annotation page's single keys, which a person may change or switch off (WCAG 2.1.4).

Only changes are stored: {"off": true}, and the changed keys by action. The page's default keys
are in static/js/annotating/keymap.js; a test compares the two.
"""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

OFF = "off"
DEFAULTS = {
    "accept": "A",
    "reject": "X",
    "ignore": "Space",
    "previous": "Backspace",
    "flag": "F",
    "guidelines": "G",
}
NAMES: dict[str, Promise] = {
    "accept": _("Accept"),
    "reject": _("Reject"),
    "ignore": _("Ignore"),
    "previous": _("Back to the previous answer"),
    "flag": _("Flag"),
    "guidelines": _("Guidelines"),
}
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def chosen(keys: Mapping[str, object]) -> dict[str, str]:
    """Return the key of every action."""
    return {action: str(keys.get(action) or key) for action, key in DEFAULTS.items()}


def differences(wanted: Mapping[str, str], *, is_off: bool) -> dict[str, object]:
    """Return the changes from the default keys."""
    changed = {action: key for action, key in wanted.items() if key != DEFAULTS[action]}
    return changed | ({OFF: True} if is_off else {})
