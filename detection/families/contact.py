"""E-mail, web addresses, telephone and fax numbers: the same in every language but for triggers."""

import re
from collections.abc import Iterator

from detection.findings import Finding
from detection.lexicons import listed
from detection.reading import Reading
from detection.rules import Family, Rule

EMAIL, FAX = "CONTACT:EMAIL", "CONTACT:FAX"
TELEPHONE, URL = "CONTACT:TÉLÉPHONE", "CONTACT:URL"

EMAIL_PATTERN = re.compile(r"[\w.+%-]+@[\w-]+(?:\.[\w-]+)*\.[^\W\d_]{2,}", re.UNICODE)


def _emails(reading: Reading) -> Iterator[Finding]:
    if "@" not in reading.text:
        return
    for match in EMAIL_PATTERN.finditer(reading.text):
        yield Finding(*match.span(), EMAIL, "contact.email", match.span())


FAMILY = Family(
    name="contact",
    rules=(Rule(EMAIL, _emails),),
    meanings={"email": "an e-mail address"},
    lexicons={"contact.fax": listed("fax_words")},
)
