"""Labels of categories: how they are written and in which order people look for them."""

import re
import unicodedata
from html import escape

from text.errors import NameUnreadable


def supercategory(label: str) -> str:
    """Return the part of a label before the colon, or all of it."""
    return label.partition(":")[0]


LONGEST_NAME = 60
# Whatever files and inline markup write around a label stays out of it; so do the digits and letters
# of other writings that look like ours, as far as NFC goes.
_NAME = re.compile(rf"[\w-]{{1,{LONGEST_NAME}}}")

CollationKey = tuple[tuple[str, ...], str, str]


def tidy_name(written: str) -> str:
    """Return a family's or category's name as it is stored: composed letters, no blanks."""
    name = "_".join(unicodedata.normalize("NFC", written).split())
    if not _NAME.fullmatch(name):
        raise NameUnreadable
    return name


def make_label(family: str, name: str) -> str:
    """Return SUPERCATEGORY:CATEGORY, or the one name where both are the same."""
    return family if name == family else f"{family}:{name}"


def short_name(label: str) -> str:
    """Return a label without its supercategory."""
    return label.rpartition(":")[2]


# HTML of a span: number of its supercategory, its words, its label.
# The blank keeps words and label apart where there are no styles, as when read aloud; it does not
# break, so that a label never stands alone on the next line.
MARK = '<mark class="unit sup-{}">{}&nbsp;<small class="unit__label">{}</small></mark>'


def breakable(label: str) -> str:
    """Return a label as HTML that may go on in the next line, but not in the middle of a word."""
    return re.sub("([:_])", r"\1<wbr>", escape(label))


def name_key(name: str) -> str:
    """Return what names have in common that differ in case only."""
    return unicodedata.normalize("NFC", name.casefold())


def collation_key(label: str) -> CollationKey:
    """Return a key that sorts as a French dictionary does: letters, then accents, then case.

    Word by word, so that what belongs to a family stays together.
    """
    letters = unicodedata.normalize("NFD", label.casefold())
    plain = "".join(each for each in letters if not unicodedata.combining(each))
    plain = plain.replace("œ", "oe").replace("æ", "ae")
    return tuple(re.split(r"[\W_]+", plain)), letters, label
