"""E-mail, web addresses, telephone and fax numbers: the same in every language but for triggers."""

import re
from collections.abc import Iterator
from itertools import pairwise

from detection.base import Finding
from detection.rules.figures import DIALLED
from detection.rules.lexicons import listed
from detection.rules.reading import Place, Reading
from detection.rules.rules import Finder, Rule, RuleGroup
from text.errors import gettext_noop as _

EMAIL, FAX = "CONTACT:EMAIL", "CONTACT:FAX"
TELEPHONE, URL = "CONTACT:TÉLÉPHONE", "CONTACT:URL"

# Every pattern but those of addresses reads folded text: small letters, no accents, plain signs.
LONGEST_LOCAL_PART = 64
LOCAL_PART = re.compile(r"[\w+%'#-](?:[\w.+%'#-]*[\w+%-])?\Z")
# A label with a capital after one without is the next sentence: `info@example.org.Merci`.
DOMAIN = r"(?:(?:[\w-]{1,63}[.#]){1,8}[a-z]{2,24}|(?:[\w-]{1,63}[.#]){1,8}[A-Za-z]{2,24})(?![\w-])"
AT_DOMAIN = re.compile(rf"(?:@| @ ?|@ | ?[\[(](?:at|AT)[\])] ?)(?P<domain>{DOMAIN})")
AT = re.compile(r"@|[\[(](?:at|AT)[\])]")

URL_START = re.compile(r"(?:https?|ftps?)://|www[.#]")
URL_REST = re.compile(r"[^\s<>\"«»]+")
URL_EDGE = ".,;:!?'’*_"
BRACKETS = {")": "(", "]": "[", "}": "{"}
# A bare domain needs an ending that is no French word, or something more that only addresses have.
SITE_ENDING = re.compile(
    r"\.(?:(?P<sure>ch|com|org|fr|eu|swiss)|net|info|de|it|be|at|uk|io)(?![\w@-])(?P<path>/[^\s<>\"«»]*)?"
)
SITE_BEFORE = re.compile(r"(?<![\w.@/-])(?:[a-z0-9-]{1,63}\.){0,4}[a-z][a-z0-9-]{2,62}\Z")
LONGEST_SITE = 100

_SEP = r"(?: ?[./#'-] ?| )?"
_BLANK = r"(?: ?[./#'-] ?| )"
_SWISS = rf"\d\d{_SEP}\d{{3}}{_SEP}\d\d{_SEP}\d\d"
INTERNATIONAL = re.compile(
    rf"\(?(?:\+{{1,2}} ?|00)(?:41\)?{_SEP}(?:\(0\)|0)?{_SEP}{_SWISS}"
    rf"|33\)?{_SEP}(?:\(0\)|0)?{_SEP}\d(?:{_SEP}\d\d){{4}}"
    rf"|[1-9]\d{{0,2}}\)?{_SEP}(?:\(0\){_SEP})?\(?\d{{1,4}}\)?(?:{_SEP}\d{{2,4}}){{1,4}})(?!\d)"
)
NATIONAL = re.compile(
    rf"(?:\(0[1-9]\d\)|0[1-9]\d){_SEP}\d{{3}}{_SEP}\d\d{_SEP}\d\d(?!\d)"
    r"|0[1-9](?P<sep>[ ./#-]?)\d\d(?:(?P=sep)\d\d){3}(?!\d)"
    rf"|0[89]\d\d{_SEP}\d{{3}}{_SEP}\d{{3}}(?!\d)"
    rf"|0[89]\d\d{_BLANK}\d\d{_BLANK}\d\d{_BLANK}\d\d(?!\d)"
    rf"|0[1-9]\d{{1,3}}{_BLANK}\d{{3,4}}{_BLANK}\d{{3,4}}(?!\d)"
)
PREFIX_SIGNS = re.compile(r"(?:\(?\+{1,2} ?|\()\Z")
NORTH_AMERICAN = re.compile(r"(?:1-)?(?:\(\d{3}\) ?|\d{3}[-.#])\d{3}[-.#]\d{4}(?!\d)")
# An internal number says that it is one only by the word in front; emergency numbers are everybody's.
AFTER_WORD = re.compile(
    r"[ .:;#°(-]{0,4}(?:(?:interne|int|no|n°|nr|num|numero|au|direct|directe|prof|prive|de garde|du"
    r"|chuv|service|secretariat|fixe|portable|est le|ext|extension|office|home|at|is)[ .:;#°-]{1,3}){0,3}"
)
INTERNAL = re.compile(
    rf"(?!\d{{1,2}}[./#-]\d{{1,2}}(?:[./#-]\d|(?!\d)))(?!1(?:1[278]|4[3-7])(?!\d))\d{{1,5}}(?:{_BLANK}\d{{2,4}}){{0,4}}"
    r"(?![\d%])(?! ?(?:h|x|ans?|mois|jours?|fois|min|mg|ml|cp|appels?|patients?|heures?)\b)(?![:,]\d)"
)
# `int. 41 907`, `bip garde chir 64 502`: five figures, whatever stands between.
EXTENSION_WORDS = ("int", "bip", "interne", "poste", "dect")
_NO_MEASURE = r"(?![\d%]| ?(?:mg|ml|g|h|x|ui)(?![a-z])|[.,:]\d)"
EXTENSION = re.compile(
    rf"[ .:#]{{1,3}}(?:[a-z]{{3,12}}\.? ){{0,2}}(?P<number>\d\d ?\d{{3}}|\d \d\d \d\d){_NO_MEASURE}"
)
# `bip physio de garde 5521`: those of a pager are shorter, and no years.
PAGERS = ("bip", "dect")
PAGER = re.compile(
    rf"[ .:#]{{1,3}}(?:[a-z]{{2,12}}\.? ){{1,3}}(?P<number>(?!19|20)\d{{4}}){_NO_MEASURE}"
)
ON_DUTY = re.compile(
    r"\b(?:(?:Dr|Dre|DR|DRE|Pr|Prof|Inf|Mme|M)(?:[.#] ?| )|(?:Dr|Dre|Dresse|Prof)(?=[A-ZÀ-Ý]))(?:[^\W\d_][.#] ?)?[^\W\d_a-zß-ÿ][\w'’-]+,? "
    r"(?:(?P<number>\d\d ?\d{3})|(?P<pager>(?!19|20)\d{4}))(?![\d%.,:]\d|\d| ?(?i:mg|ml|g|ui|u)(?![a-z]))"
)
DIGITS_OF_INTERNAL = range(3, 14)
DIGITS_OF_INTERNATIONAL = range(8, 16)
# A run of ten digits after one of these is a number of something else.
OTHER_NUMBER = re.compile(
    r"\b(?:dossier|assure|assuree|carte|police|facture|ref|reference|avs|iban|compte|lot|serie|cas|ean|gln)"
    r"\b[^\d\n]{0,12}\Z"
)
# Between a fax and its number; a telephone in between has its own, unless both share one.
FAX_LINK = re.compile(
    r"(?: ?(?:/|&|\+|-|et|ou|and|or) ?(?:tel|telephone|phone)\b)?"
    r"(?:(?!\b(?:tel\b|telephon|appel|natel|bip|mobile|portable|phone|cell|pager|call))[^\d\n(+]){0,30}"
)
FAX_BEHIND = re.compile(r" ?[(\[] ?\Z")
LETTER_T = re.compile(r"(?<![^\W\d_])t[.:]{0,2} ?\Z")
LETTER_F = re.compile(r"(?<![^\W\d_])f[.:]{0,2} ?\Z")


LONGEST_RECEIVER = 60
CLAUSE_END = re.compile(
    r"[.;!?\n](?:\s|$)|\d|\b(?:ou|mais|en panne|hors service|(?:appel|rappel|telephon|joign|joindr|contact)\w{0,6})\b"
)


# `faxé le 13#02 au 032 …`: the day on which it was sent.
DAY_BETWEEN = re.compile(r"(?<!\d)\d{1,2}[./#]\d{1,2}(?:[./#]\d{2,4})?(?!\d)")


def _emails(reading: Reading) -> Iterator[Finding]:
    text = reading.text
    for sign in AT.finditer(text):
        at = sign.start() - (text[sign.start() - 1 : sign.start()] == " ")
        domain = AT_DOMAIN.match(text, at)
        # No space is part of it: the pattern would be tried from each place before the last one.
        first = max(0, at - LONGEST_LOCAL_PART, text.rfind(" ", 0, at))
        local = LOCAL_PART.search(text, first, at)
        if domain and local:
            start = local.start() + (text[local.start()] in "#'-")
            yield Finding(start, domain.end(), EMAIL, "contact.email", sign.span())


def _urls(reading: Reading) -> Iterator[Finding]:
    plain = reading.plain
    if "://" in plain or "www" in plain:
        position = 0
        while match := URL_START.search(plain, position):
            rest = URL_REST.match(reading.text, match.end())
            position = _without_edge(
                reading.text, match.start(), rest.end() if rest else match.end()
            )
            if rest and position > match.end():
                yield Finding(match.start(), position, URL, "contact.url", match.span())
            position = max(position, match.end())
    for match in SITE_ENDING.finditer(plain):
        before = SITE_BEFORE.search(plain, max(0, match.start() - LONGEST_SITE), match.start())
        if before and (match["sure"] or match["path"] or "." in before[0]):
            end = _without_edge(reading.text, before.start(), match.end())
            yield Finding(before.start(), end, URL, "contact.site", match.span())


def _without_edge(text: str, start: int, end: int) -> int:
    """Return the end of an address without the punctuation of the sentence around it."""
    while end > start:
        last = text[end - 1]
        opening = BRACKETS.get(last)
        is_closing = opening and text.count(last, start, end) > text.count(opening, start, end)
        if last not in URL_EDGE and not is_closing:
            break
        end -= 1
    return end


def _dialled(reading: Reading) -> Iterator[Finding]:
    plain, position = reading.plain, 0
    has_plus = "+" in plain
    for start, end in reading.hits(DIALLED):
        if start < position or (end - start <= 2 and not has_plus and not _has_pairs(plain, end)):
            continue
        if plain[start] == "0" or (has_plus and plain.endswith(("+", "+ "), 0, start)):
            place = _prefixed(plain, start)
        elif plain[end : end + 1] in ("-", ".", "#", ")"):
            place = _north_american(plain, start)
        else:
            continue
        if place:
            position = place[1]
            yield Finding(*place, TELEPHONE, "contact.shape", place)


def _has_pairs(plain: str, end: int) -> bool:
    """Return whether the first pair of figures goes on as those of a telephone: `07.06.2011` does not."""
    return plain[end : end + 1] == plain[end + 3 : end + 4] == plain[end + 6 : end + 7]


def _after_words(reading: Reading) -> Iterator[Finding]:
    for word in reading.hits("contact.phone"):
        if place := _internal(reading.plain, word[1]) or _extension(reading.plain, word):
            yield Finding(*place, TELEPHONE, "contact.after_word", word)


def _short_extensions(reading: Reading) -> Iterator[Finding]:
    """Yield an internal number behind a word that mostly means something else: `int. 41 907`."""
    for word in reading.hits("contact.extension"):
        if place := _extension(reading.plain, word):
            yield Finding(*place, TELEPHONE, "contact.after_word", word)


def _of_duty(reading: Reading) -> Iterator[Finding]:
    """Yield an internal number behind who is on duty: `garde nuit: Dr Escher 64 200`."""
    for duty in reading.hits("contact.duty")[:1]:
        line = reading.text[: duty[1]] + reading.text[duty[1] :].split("\n", 1)[0]
        is_pager = reading.plain[slice(*duty)] in PAGERS
        for match in ON_DUTY.finditer(line, duty[1]):
            if match["number"] or is_pager:
                place = match.span("number" if match["number"] else "pager")
                yield Finding(*place, TELEPHONE, "contact.after_word", duty)


def _extension(plain: str, word: Place) -> Place | None:
    written = plain[slice(*word)]
    match = EXTENSION.match(plain, word[1]) if written in EXTENSION_WORDS else None
    if match is None and written in PAGERS:
        match = PAGER.match(plain, word[1])
    return match.span("number") if match else None


def _north_american(plain: str, start: int) -> Place | None:
    opening = start - (plain[start - 1 : start] == "(")
    match = NORTH_AMERICAN.match(plain, opening)
    return match.span() if match and not plain[opening - 1 : opening].isdigit() else None


def _prefixed(plain: str, start: int) -> Place | None:
    before = plain[max(0, start - 3) : start]
    # A part of a longer number: 756.0000.1122.33, CH93 0076 2011.
    if before[-1:] in ("#", ".", ",", "'") and before[-2:-1].isdigit():
        return None
    has_signs = "+" in before or "(" in before
    signs = PREFIX_SIGNS.search(plain, max(0, start - 4), start) if has_signs else None
    # A bracket around the prefix belongs to the number, one around the number does not.
    openings = (signs.start(), signs.start() + 1, start) if signs else (start,)
    for opening in openings:
        match = INTERNATIONAL.match(plain, opening) or NATIONAL.match(plain, opening)
        if match and _is_whole(plain, match, before):
            return match.span()
    return None


def _is_whole(plain: str, match: re.Match[str], before: str) -> bool:
    number = match[0]
    if number.count("(") != number.count(")"):
        return False
    if number.startswith("00") and before.rstrip()[-1:].isdigit():
        return False
    if match.re is INTERNATIONAL and sum(map(str.isdigit, number)) not in DIGITS_OF_INTERNATIONAL:
        return False
    window = plain[max(0, match.start() - 30) : match.start()]
    return not (number.isdigit() and OTHER_NUMBER.search(window))


def _internal(plain: str, end: int) -> Place | None:
    link = AFTER_WORD.match(plain, end)
    match = INTERNAL.match(plain, link.end() if link else end)
    if match and sum(map(str.isdigit, match[0])) in DIGITS_OF_INTERNAL:
        return match.span()
    return None


def _faxes(reading: Reading) -> Iterator[Finding]:
    for word in reading.hits("contact.fax"):
        if place := _after_fax(reading, word[1]) or _before_fax(reading, word[0]):
            yield Finding(*place, FAX, "contact.fax", word)


def _lettered(reading: Reading) -> Iterator[Finding]:
    """Yield the second of two numbers that letters tell apart: `T 021 … F 021 …`."""
    if len(reading.found) < 2:
        return
    numbers = reading.found.of(TELEPHONE)
    for first, second in pairwise(numbers):
        trigger = LETTER_F.search(reading.plain, max(first.end, second.start - 4), second.start)
        if trigger and LETTER_T.search(reading.plain, max(0, first.start - 4), first.start):
            yield Finding(second.start, second.end, FAX, "contact.letter", trigger.span())


def _after_fax(reading: Reading, end: int) -> Place | None:
    numbers = (each for each in reading.found.of(TELEPHONE) if each.start >= end)
    following = next(numbers, None)
    link = FAX_LINK.match(reading.plain, end)
    reach = link.end() if link else end
    if following is None:
        return _internal(reading.plain, end)
    if following.start <= reach or _is_same_clause(reading, end, following.start):
        return following.start, following.end
    return _internal(reading.plain, end)


def _is_same_clause(reading: Reading, start: int, end: int) -> bool:
    """Return whether nothing but a receiver stands between: `par fax à Sion (027 …)`."""
    clause = DAY_BETWEEN.sub("", reading.plain[start:end])
    if end - start > LONGEST_RECEIVER or CLAUSE_END.search(clause):
        return False
    return not any(start <= word[0] < end for word in reading.hits("contact.phone"))


def _before_fax(reading: Reading, start: int) -> Place | None:
    """Return the number that the word behind it calls a fax: `021 013 45 67 (fax)`."""
    previous = reading.found.before(start)
    if previous is None or previous.label != TELEPHONE or start - previous.end > 3:
        return None
    if FAX_BEHIND.match(reading.plain, previous.end, start):
        return previous.start, previous.end
    return None


Words = tuple[str, ...]

MEANINGS = {
    "email": _("an e-mail address"),
    "url": _("a web address"),
    "site": _("the name of a web site"),
    "shape": _("written like a telephone number"),
    "after_word": _("a number after a word for telephone"),
    "fax": _("a number beside a word for fax"),
    "letter": _("a number after F, beside one after T"),
}


def group(
    language: str,
    *,
    phone_words: str,
    fax_words: str,
    extension_words: Words = (),
    duty_words: Words = (),
) -> RuleGroup:
    """Return the rules with a language's words for telephone and fax, internal numbers and duty."""
    return RuleGroup(
        name="contact",
        language=language,
        rules=(
            Rule(EMAIL, (Finder(_emails, {"contact.at"}),)),
            Rule(URL, (Finder(_urls, {"contact.address"}),), after=frozenset({EMAIL})),
            Rule(
                TELEPHONE,
                (
                    Finder(_dialled, {DIALLED}),
                    Finder(_after_words, {"contact.phone"}),
                    Finder(_short_extensions, {"contact.extension"}),
                    Finder(_of_duty, {"contact.duty"}),
                ),
                after=frozenset({EMAIL, URL}),
            ),
            Rule(
                FAX,
                (Finder(_faxes, {"contact.fax"}), Finder(_lettered, {TELEPHONE})),
                needs=frozenset({TELEPHONE}),
                overrides=frozenset({TELEPHONE}),
            ),
        ),
        meanings=MEANINGS,
        lexicons={
            "contact.phone": listed(phone_words),
            "contact.extension": lambda: extension_words,
            "contact.duty": lambda: duty_words,
            "contact.fax": listed(fax_words),
        },
        shapes={
            "contact.at": re.compile(r"@|at[)\]]"),
            "contact.address": re.compile(rf"://|www|{SITE_ENDING.pattern}"),
        },
    )


GROUP = group(
    "fr",
    phone_words="phone_words",
    fax_words="fax_words",
    extension_words=("int",),
    duty_words=("bip", "dect", "garde", "piquet"),
)
ENGLISH = group("en", phone_words="phone_words_en", fax_words="fax_words_en")
