"""Writing letters: a subject, a text and an HTML body from three templates, in one language."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.utils.translation import override


@dataclass(frozen=True)
class Letter:
    """What someone will read."""

    subject: str
    text: str
    html: str

    def to(
        self, address: str, *, headers: Mapping[str, str] | None = None
    ) -> EmailMultiAlternatives:
        """Return the letter as a message to this address."""
        message = EmailMultiAlternatives(
            self.subject, self.text, to=[address], headers=dict(headers or {})
        )
        message.attach_alternative(self.html, "text/html")
        return message


def write_letter(name: str, context: Mapping[str, Any], *, language: str) -> Letter:
    """Return the letter that `templates/emails/<name>/` describes."""
    folder, values = f"emails/{name}", dict(context)
    with override(language):
        return Letter(
            # In one line, whatever names stand in it.
            subject=" ".join(render_to_string(f"{folder}/subject.txt", values).split()),
            text=render_to_string(f"{folder}/body.txt", values),
            html=render_to_string(f"{folder}/body.html", values),
        )
