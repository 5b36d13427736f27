"""What this feature refuses."""

from text.errors import Refusal
from text.errors import gettext_noop as _


class RulesReadOnly(Refusal):
    code = "rules-read-only"
    message = _("This contest is closed: what is proposed in it stays as it is.")


class FormatTaken(Refusal):
    code = "format-taken"
    message = _("This contest already has this format.")


class TooManyWords(Refusal):
    code = "too-many-words"
    message = _("A list holds at most %(limit)s words. Nothing was added: remove some first.")


class TooManyFormats(Refusal):
    code = "too-many-formats"
    message = _("A contest has at most %(limit)s formats, since each is looked for in every line.")
