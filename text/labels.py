"""Labels of categories: their form, display and order."""

import re
import unicodedata
from html import escape

from text.errors import NameUnreadable


def supercategory(label: str) -> str:
    """Return the part of a label before the colon, or all of it."""
    return label.partition(":")[0]


LONGEST_NAME = 60
# Excludes the characters that files and inline markup put around labels, and, as far as NFC allows,
# look-alike digits and letters of other scripts.
_NAME = re.compile(rf"[\w-]{{1,{LONGEST_NAME}}}")

CollationKey = tuple[tuple[str, ...], str, str]


def tidy_name(written: str) -> str:
    """Return the name of a supercategory or category as stored: composed letters, no spaces."""
    name = "_".join(unicodedata.normalize("NFC", written).split())
    if not _NAME.fullmatch(name):
        raise NameUnreadable
    return name


def make_label(parent: str, name: str) -> str:
    """Return SUPERCATEGORY:CATEGORY, or the one name where both are the same."""
    return parent if name == parent else f"{parent}:{name}"


def readable(label: str) -> str:
    """Return a label as words, for a category without a name."""
    return label.replace(":", " · ").replace("_", " ").capitalize()


def short_name(label: str) -> str:
    """Return a label without its supercategory."""
    return label.rpartition(":")[2]


# HTML of a span: the number of its supercategory, its text, its label and its name.
# The space separates text and name without styles, as in a screen reader; it is non-breaking, so
# that a name is never alone on the next line.
MARK = '<mark class="unit sup-{}">{}&nbsp;<small class="unit__label" title="{}">{}</small></mark>'


def breakable(label: str) -> str:
    """Return a label as HTML that can wrap between words, but not inside a word."""
    return re.sub("([:_])", r"\1<wbr>", escape(label))


def name_key(name: str) -> str:
    """Return a key that is equal for names that differ only in case."""
    return unicodedata.normalize("NFC", name.casefold())


def collation_key(label: str) -> CollationKey:
    """Return a key that sorts as a French dictionary does: letters, then accents, then case.

    Compares word by word, so that the categories of a supercategory stay together.
    """
    letters = unicodedata.normalize("NFD", label.casefold())
    plain = "".join(each for each in letters if not unicodedata.combining(each))
    plain = plain.replace("œ", "oe").replace("æ", "ae")
    return tuple(re.split(r"[\W_]+", plain)), letters, label
