"""How names look: capitals of any Latin alphabet, hyphens, and small words that link capitals."""

import re

from detection.rules.lexicons import words
from text.tokens import fold

# `re` has no class for capitals; those of Latin-1 and the extended Latin alphabets are enough here.
_CAPITALS = "".join(chr(code) for code in range(0x41, 0x250) if chr(code).isupper())
UPPER = f"[{_CAPITALS}]"
LETTER = r"[^\W\d_]"
# A line ends a name, so patterns ask for this and not for any white space.
SPACE = r"[ \t\xa0\u202f]"
# A word with what is joined to it: `Pont-de-l'Isle`. One way to read each text: no backtracking.
WORD = rf"{LETTER}+(?:['’-]{LETTER}+)*"
CAPITALISED = rf"{UPPER}{LETTER}*(?:['’-]{LETTER}+)*"
# The same where something else than a letter must follow: all of the word, or it does not fit.
WHOLE = rf"{UPPER}{LETTER}*+(?:['’-]{LETTER}++)*+"

# `de la`, `du`, `d'`: stand between the words of a name, in small letters.
LINKS = (
    rf"(?:(?i:de|du|des|la|le|les|aux|au|von|der|am|di|del|della|delle|dei|degli|da|das|dos|do){SPACE}+"
    rf"|(?i:[dl])['’]{SPACE}?){{0,3}}"
)
_PART = re.compile(
    rf"{SPACE}{{0,8}}(?P<links>{LINKS})"
    # `J.-L. Galliard`, `31-Décembre`, `1er-Août`, `Morges`.
    rf"(?P<word>(?:{UPPER}[.#]-?{SPACE}?){{1,3}}{CAPITALISED}"
    rf"|[0-9]{{1,2}}(?:er|ER|e)?-{CAPITALISED}|{CAPITALISED})"
)
_CLOSED = re.compile(rf"{SPACE}{{0,8}}(?:[,;:/(\d\n-]|$)")
_ARTICLE = re.compile("(?:L[ae]s?|LES?|LA|En|Au|Aux) |[LD]['’]")
_LONGEST_NAME = 6
_SHORTEST_NOUN = 4
_NEVER_NAMES = frozenset(fold(word) for word in words("never_names"))


def is_common(word: str) -> bool:
    """Return whether the word belongs to the language rather than to a name."""
    return fold(word) in _NEVER_NAMES


def has_common(name: str) -> bool:
    """Return whether a word of the name, between spaces and behind its article, is a common one."""
    return any(is_common(word) for word in _ARTICLE.sub("", name).split())


# `MmeRochat`, `DrRochat`: a title is glued to the name.
_TITLED = re.compile(f"(?:Mme|Mlle|Mr|Dre?|Dresse|Prof|Pr){UPPER}")


def is_no_name(word: str) -> bool:
    """Return whether capitals and small letters stand as in no name: `IgIV`, `L'adolescent`, `MmeRochat`."""
    if word[0] in "MDP" and _TITLED.match(word):
        return True
    if word[-1].isupper():
        return not word.isupper()
    return word[0] in "LJCNSMT" and word[1:2] in ("'", "’") and word[2:3].islower()


def name_end(text: str, start: int, *, is_upper: bool, may_be_common: bool = False) -> int | None:
    """Return where a name ends that begins at `start`: words with capitals and what links them.

    A word of the language ends it; only the first one may be common where said so: `rue [du Midi]`.
    """
    end, linked = None, False
    for _ in range(_LONGEST_NAME):
        part = _PART.match(text, start if end is None else end)
        if part is None or len(part["word"]) < 2 or _TITLED.match(part["word"]):
            break
        is_allowed = may_be_common and end is None and len(part["word"]) >= _SHORTEST_NOUN
        if is_common(part["word"]) and not is_allowed:
            break
        # Where all is in capitals a further word belongs to the name only if the name ends there.
        is_loose = is_upper and linked and not part["links"]
        if is_loose and not _CLOSED.match(text, part.end()):
            break
        end, linked = part.end(), bool(part["links"])
    return end
