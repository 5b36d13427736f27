"""The grammar of names: words that follow each other and name one person, and where each name ends."""

import re
from typing import NamedTuple

from detection.rules.groups.common_words import (
    MEDICAL_CODES,
    follows_subject,
    is_listed_word,
    vietnamese_names,
)
from detection.rules.groups.names.known import (
    fold_word,
    is_first_name,
    is_iberian,
    is_known,
    is_ordinary,
    is_stop,
    is_surname,
)
from detection.rules.groups.names.patterns import (
    FRENCH,
    LETTERS,
    LONE,
    NEXT_WORD,
    PARTICLES,
    PLAIN,
    TRAILING,
    item_at,
    may_open,
)
from detection.rules.groups.names.small import closes, small_item
from detection.rules.groups.shapes import is_no_name
from detection.rules.reading import Place, Reading

_LONGEST_LONE = 4
_LONGEST_CODE = 5
# What a word in small letters goes on behind, and what follows an initial.
_JOINS_SMALL = frozenset("-'’.#")
_BLANKS = frozenset(" \t\u00a0")
_WIDEST_GAP = 3
# In capitals a verb looks like a name.
VERBAL = re.compile(
    r"(?:ee?s?|er|ir|oir|ent|ant|ait|aient|era|tion|tions|ment|ique|iques|euse|elle|ite|isme)$"
)
SMALL_WORD = re.compile(r"\s([a-zà-ÿ]{3,})")
ONE_LETTER = re.compile(r"\s([a-zà-ÿ]{1,2})(?![^\W\d_])")
_MOST_NAMES = 6
# `Mme Avril` after a title or a first name; `Clark III` is no name.
_MONTHS = frozenset(
    {"janvier", "fevrier", "mars", "avril", "mai", "juin", "juillet", "aout", "septembre", "octobre", "novembre", "decembre"}
)  # fmt: skip
# Other words that are no names elsewhere: `Mme Hug`, `M. Bon`.
_NAMES_WHEN_TITLED = _MONTHS | {"hug", "bon", "sage", "page", "mille", "porte", "garde", "maitre"}
_YEAR_BEHIND = re.compile(r"\s?\d")
_PUNCTUATED = re.compile(r"\s{0,2}(?:$|[,;.:)(\n])")
# `Nom: Rochat Anne Matériel : LCR`, `Dr Rochat Ass. : Dr Favre`: the next field.
FIELD_ENDS = re.compile(r"\.?\s?:")
ROMAN = re.compile(r"[IVX]{2,4}")
_LONGEST_ROMAN = 4
_FRENCH_ONLY = re.compile(rf"(?i:{FRENCH})\s*")
_OPENS_SMALL = ("le", "la", "les", "do", "te", "al", "li", "lo", "mac", "bou", "san", "saint", "st")


class Run(NamedTuple):
    """Names that follow each other, each with its particle and initials."""

    names: tuple[Place, ...]
    words: tuple[str, ...]
    has_initial: bool = False

    @property
    def start(self) -> int:
        return self.names[0][0]

    @property
    def end(self) -> int:
        return self.names[-1][1]

    @property
    def is_known(self) -> bool:
        """Return whether a list holds one of the words as a first name."""
        return any(is_first_name(word) for word in self.words)


def run_at(
    reading: Reading, place: int, *, titled: bool = False, listed: bool = False
) -> Run | None:
    """Return the names that start at a place.

    After a title even an unlikely word is one; in a list of names there is nothing but names.
    """
    text, position = reading.text, place
    # Mostly a word of the sentence stands where a name might.
    if not titled and text[place : place + 1].islower() and not may_open(text, place):
        return None
    names: list[Place] = []
    found: list[str] = []
    has_initial = False
    while len(names) < _MOST_NAMES:
        if usual := _usual_item(reading, position, found):
            (word, end), initials = usual, ""
        else:
            match = _item(reading, position, titled=titled, listed=listed, before=found)
            if match is None:
                break
            word, end, initials = fold_word(match["word"]), match.end(), match["initials"]
        word_end = end
        # An initial may stand behind a name: a capital, and no word.
        if text[end + 1 : end + 2].isupper() and not text[end + 3 : end + 4].isalpha():
            end = _end_with_initial(reading, end)
        if end > word_end or (initials and ("." in initials or "#" in initials)):
            has_initial = True
        names.append((position, end))
        found.append(word)
        position = end
        while position < end + _WIDEST_GAP and text[position : position + 1] in _BLANKS:
            position += 1
        if position == end:
            break
    return Run(tuple(names), tuple(found), has_initial) if names else None


def is_code(reading: Reading, run: Run) -> bool:
    """Return whether a lone word is an abbreviation rather than a name: `technicienne: Anne Rochat, DLP 612`."""
    name = reading.text[run.start : run.end]
    return name.isupper() and len(name) <= _LONGEST_CODE and not reading.is_upper


def is_taken(reading: Reading, place: int) -> bool:
    """Return whether a place belongs to what no name overrides: mostly to a name that was found already."""
    if reading.found.is_free(place, place + 1):
        return False
    return reading.found.overlapping(place, place + 1)[0].label not in OVERRIDDEN


def _end_with_initial(reading: Reading, end: int) -> int:
    trailing = TRAILING.match(reading.text, end)
    return trailing.end() if trailing and not _goes_on(reading, trailing) else end


def _usual_item(reading: Reading, position: int, before: list[str]) -> tuple[str, int] | None:
    """Return a name of one word, and where it ends, if nothing speaks against it: most are, and it is quick to see."""
    match = PLAIN.match(reading.text, position)
    if match is None or reading.is_upper:
        return None
    word, end = fold_word(match[0]), match.end()
    if len(word) <= _LONGEST_LONE or is_stop(word) or is_ordinary(word) or word in PARTICLES:
        return None
    if before and _opens_sentence(reading, word, end, before):
        return None
    return (word, end) if reading.found.is_free(position, end) else None


def _item(
    reading: Reading, position: int, *, titled: bool, listed: bool, before: list[str]
) -> re.Match[str] | None:
    """Return a name with all that may belong to it: initials, a particle, hyphens."""
    first = reading.text[position : position + 1]
    if first.islower():
        return _small_item(reading, position, titled=titled, listed=listed, before=before)
    if not first.isalpha() or (not before and is_taken(reading, position)):
        return None
    return _whole_item(reading, position, titled=titled, listed=listed, before=before)


def _small_item(
    reading: Reading, position: int, *, titled: bool, listed: bool, before: list[str]
) -> re.Match[str] | None:
    """Return a name that begins with a small letter: with a particle, or after a title."""
    text = reading.text
    first = LETTERS.match(text, position)
    if first is None or first[0].lower() in PARTICLES:
        return _whole_item(reading, position, titled=titled, listed=listed, before=before)
    if not titled:
        return None
    # Mostly a word of the sentence follows a name.
    is_whole = text[first.end() : first.end() + 1] not in _JOINS_SMALL
    if is_whole and (len(first[0]) < 3 or (before and not is_known(fold_word(first[0])))):
        return None
    return small_item(reading, position, before)


def _whole_item(
    reading: Reading, position: int, *, titled: bool, listed: bool, before: list[str]
) -> re.Match[str] | None:
    match = item_at(reading.text, position)
    if match is None:
        return small_item(reading, position, before) if titled else None
    sure = titled and not before
    # It is short, or what follows was taken for the name.
    may_be_lone = match["particle"] or len(match["word"]) <= _LONGEST_LONE
    if may_be_lone and (
        lone := _lone_particle(reading, match, position, sure=sure, listed=listed, before=before)
    ):
        return lone
    if match["particle"] and not _particle_fits(reading, match, before, sure=sure or listed):
        return None
    if not _fits(reading, match, sure=sure, listed=listed, before=before):
        return None
    word = fold_word(match["word"])
    if before and (
        _is_code(reading, match, before) or _opens_sentence(reading, word, match.end(), before)
    ):
        return None
    sure = sure or _follows_first(before) or (listed and is_first_name(word))
    return match if _is_free(reading, match, sure=sure) else None


def _lone_particle(
    reading: Reading,
    match: re.Match[str],
    position: int,
    *,
    sure: bool,
    listed: bool,
    before: list[str],
) -> re.Match[str] | None:
    """Return what looks like a particle and is a name: among Vietnamese ones, or with none behind."""
    lone = LONE.match(reading.text, position)
    if lone is None or fold_word(lone["word"]) not in PARTICLES:
        return None
    is_vietnamese = bool(before) and before[-1] in vietnamese_names()
    if match["particle"]:
        follows = fold_word(match["word"]) in vietnamese_names()
        return lone if follows and (sure or listed or is_vietnamese) else None
    if not sure and not (is_vietnamese and fold_word(lone["word"]) in vietnamese_names()):
        return None
    following = SMALL_WORD.match(reading.text, lone.end()) or ONE_LETTER.match(
        reading.text, lone.end()
    )
    ends = _PUNCTUATED.match(reading.text, lone.end())
    return lone if ends or (following and follows_subject(fold_word(following[1]))) else None


def _opens_sentence(reading: Reading, word: str, end: int, before: list[str]) -> bool:
    """Return whether a word after a name starts something new: `Dr Rochat Installation: …`."""
    if FIELD_ENDS.match(reading.text, end):
        # `Inf. Catarina Lopes: patient agité`, `Wicht Odile: RAS`: a name all the same.
        is_name = _follows_first(before) or is_first_name(word) or is_surname(word)
        return not is_name or is_ordinary(word) or (is_listed_word(word) and not is_known(word))
    if _follows_first(before) or is_known(word):
        return False
    following = SMALL_WORD.match(reading.text, end)
    return following is not None and not _is_predicate(fold_word(following[1]))


def _is_predicate(word: str) -> bool:
    return is_stop(word) or follows_subject(word) or word.endswith(("ra", "ait", "ront"))


def _is_code(reading: Reading, match: re.Match[str], before: list[str]) -> bool:
    """Return whether capitals after a name are an abbreviation: `Mme Rochat TUG 21 s`."""
    word = match["word"]
    if len(word) > 4 or not word.isupper() or reading.is_upper or _follows_first(before):
        return False
    previous = reading.text[max(0, match.start() - 4) : match.start()].rstrip()[-1:]
    return previous.islower() and not is_known(fold_word(word))


def _fits(
    reading: Reading, match: re.Match[str], *, sure: bool, listed: bool, before: list[str]
) -> bool:
    word = fold_word(match["word"])
    if (
        len(word) < 2
        or is_no_name(match["word"])
        or (len(word) <= _LONGEST_ROMAN and ROMAN.fullmatch(match["word"]))
        or (is_stop(word) and not _may_be_titled(reading, match, word, sure=sure, before=before))
    ):
        return False
    if reading.is_upper and not listed:
        return _fits_in_capitals(reading, match, word, sure=sure, before=before)
    if is_ordinary(word):
        likely = sure or _follows_first(before) or (before and is_first_name(word))
        return bool(likely) and reading.text[match.end() : match.end() + 1] != ":"
    return True


def _may_be_titled(
    reading: Reading, match: re.Match[str], word: str, *, sure: bool, before: list[str]
) -> bool:
    """Return whether a word that is no name elsewhere is one here: `Dr Yves Février`."""
    if _follows_first(before) and word in _MONTHS:
        return not _YEAR_BEHIND.match(reading.text, match.end())
    if before and word in vietnamese_names() and before[-1] in vietnamese_names():
        return _PUNCTUATED.match(reading.text, match.end()) is not None
    if word not in _NAMES_WHEN_TITLED or not sure:
        return False
    return word in _MONTHS or reading.is_upper or not match["word"].isupper()


def _fits_in_capitals(
    reading: Reading, match: re.Match[str], word: str, *, sure: bool, before: list[str]
) -> bool:
    if match["word"] in MEDICAL_CODES:
        return False
    if is_known(word) and not is_ordinary(word):
        return True
    if is_ordinary(word):
        return sure and is_surname(word)
    if sure or _follows_first(before):
        return True
    return not VERBAL.search(word) and closes(reading, match.end())


def _particle_fits(
    reading: Reading, match: re.Match[str], before: list[str], *, sure: bool
) -> bool:
    """Return whether the words before a name belong to it: `de` after a surname does not."""
    particle = match["particle"]
    # `infirmière de l'ONC`: a unit.
    is_code = particle.islower() and match["word"].isupper() and len(match["word"]) <= _LONGEST_LONE
    if particle.strip() in _OPENS_SMALL or (is_code and not (sure or reading.is_upper)):
        return False
    if not _FRENCH_ONLY.fullmatch(particle) or _follows_first(before):
        return True
    # In capitals another word may follow: `SILVA DE RETOUR`.
    may_be_iberian = before and (not reading.is_upper or is_iberian(before[-1]))
    if may_be_iberian and is_iberian(fold_word(match["word"])):
        return True
    return not before and (sure or not reading.is_upper)


def _follows_first(before: list[str]) -> bool:
    return bool(before) and is_first_name(before[-1])


# What a list elsewhere takes for a place or a trade is a name right after a title.
OVERRIDDEN = frozenset(
    {
        "DÉMOGRAPHIE:NATIONALITÉ",
        "DÉMOGRAPHIE:PROFESSION",
        "DÉMOGRAPHIE:ÉTAT_CIVIL",
        "EMPLACEMENT:EMPLACEMENT_GÉOGRAPHIQUE",
        "TEMPORAL:DATE",
        "EMPLACEMENT:PAYS",
        # `Ch. Hofer` looks like a street.
        "EMPLACEMENT:RUE",
        "PERSONNES:LIEN_DE_PARENTÉ",
    }
)


def _is_free(reading: Reading, match: re.Match[str], *, sure: bool) -> bool:
    start, end = match.span()
    if reading.found.is_free(start, end):
        return True
    allowed = OVERRIDDEN if match["initials"] else OVERRIDDEN - {"EMPLACEMENT:RUE"}
    return all(
        sure and item.label in allowed and start <= item.start and item.end <= end
        for item in reading.found.overlapping(start, end)
    )


def _goes_on(reading: Reading, trailing: re.Match[str]) -> bool:
    """Return whether an initial after a name belongs to the next one: `Paul E. Savarioz`."""
    following = NEXT_WORD.match(reading.text, trailing.end())
    if following is None:
        return False
    word = fold_word(following[0].strip())
    return not is_stop(word) and not is_ordinary(word)
