"""Pages in tests, however their templates are broken into lines."""

import re

from django.http import HttpResponse


def squeezed(page: HttpResponse | str) -> str:
    """Return a page on one line, without the blanks at the edges of tags and between them."""
    html = page if isinstance(page, str) else page.content.decode()
    return re.sub(r"(?<=[\w\"'>]) (?=/?>|<)", "", " ".join(html.split()))
