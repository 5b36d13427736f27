"""What words look like that may be names: capitals, initials and particles, by their letters alone."""

import re
from collections.abc import Iterator

# Capitals of all languages in Latin letters.
_U = "".join(chr(code) for code in (*range(0x250), *range(0x1E00, 0x1F00)) if chr(code).isupper())
_L = r"[^\W\d_]"
WORD = rf"(?:[DLONM]['’])?[{_U}]{_L}*(?:['’]{_L}+)*(?:-(?:{_L}['’])?{_L}+)*"
# `A.`, `J.-L.`, `A#`, `Ch.`, `Chr.`, and letters without a full stop before a name that has small ones.
_SHORTENED = (
    "Chr|Alex|Ant|Bern|Cath|Clém|Fréd|Gér|Guill|Herm|Isab|Jacq|Jean-Fr|Jean-Ph|Jos|Laur|Marg|Mich|Nath|Phil|Rob|Séb|Stéph"
    "|Thom|Vér|Véro|Vinc|Wilh|Xav"
)
_LETTER = rf"(?:[{_U}][hrly]?|[CPT]H(?=\.)|(?:{_SHORTENED})(?=[.#]))"
# `Dr.` and `Pr.` are titles.
INITIAL = rf"(?![DPM]r[.#]){_LETTER}[.#]"
INITIALS = (
    rf"(?:{INITIAL}(?:\s?-?\s?{INITIAL}){{0,2}}-?\s{{0,2}}"
    rf"|(?!NN|BB)[A-ZÓ](?:[-.]?[A-Z])?\.?\s(?=[{_U}]{_L}*[^\W\d_{_U}])"
    rf"|[BCE-KM-XZ]\s(?=[{_U}]{{3}}))"
)
# Those of French stand between any two words, so they count only where a name is sure to follow.
FRENCH = r"(?:de\sla|de\sl['’]|de|du|des|d['’]|le|la|les|l['’])"
FOREIGN = (
    r"(?:del|della|delle|dello|degli|dei|dell['’]|dal|dalla|di|da|das|do|dos|de\slas|de\slos|van\sder|van\sden"
    r"|van\sde|van|von\sder|von\sdem|von\sund\szu|von|vom|zu|zur|zum|ter|ten|te|el|al|ben|ibn|bin|bint|ould|abd\sel|abdel|abu|abou"
    r"|aït|ait|mac|mc|lo|li|los|las|san|santa|saint|st\.?|af|bou)"
)
_FIRST_WORD = re.compile(rf"{_L}{{1,5}}(?=[\s'’.])")
PARTICLES = frozenset(re.findall(r"(?<![^|:(])[a-zï]+", f"{FRENCH}|{FOREIGN}"))
# The first word of every particle is short, and begins with one of few pairs of letters: asked before all
# of them are tried.
_FIRST_LETTERS = "|".join(
    f"{first}[{''.join(sorted({word[1:2] for word in PARTICLES if word[0] == first}))}'’]"
    for first in sorted({word[0] for word in PARTICLES})
)
_PARTICLE = rf"(?P<particle>(?=(?i:{_FIRST_LETTERS}))(?={_L}{{1,5}}[\s'’.])(?:(?i:{FRENCH}|{FOREIGN})(?:\s+|(?<=['’])\s?))(?:(?i:{FRENCH}|{FOREIGN})\s+)?)"
# `Bouquet-Dos Reis`: a particle behind the hyphen.
_JOINED = rf"(?:(?<=-(?i:da|de|do|di|du|el|al|le|la))|(?<=-(?i:dos|das|del|van|von|ben)))\s{WORD}"
ITEM = re.compile(rf"(?P<initials>{INITIALS})?{_PARTICLE}?(?P<word>{WORD}(?:{_JOINED})?)")
# The same within another pattern.
ANY_ITEM = re.sub(r"\?P<\w+>", "?:", ITEM.pattern)
# As most names are: one word, nothing before it and nothing joined to it.
PLAIN = re.compile(rf"[A-Z][a-zà-öø-ÿ]{{2,}}+(?!{_L}|['’-])")
# The same in letters of any kind: three of them are no initials, and no full stop shortens them.
_BARE = re.compile(rf"(?P<initials>)(?P<particle>)(?P<word>[A-Z]{_L}{{2,}}+)(?!['’.#-])")
LOWER = re.compile(
    r"(?P<initials>(?:[a-z][.#](?:\s?-?\s?[a-z][.#]){0,2}\s{0,2})?)"
    rf"(?P<particle>(?:{FOREIGN}|de|du)\s+)?(?P<word>{_L}{{3,}}(?:-{_L}+)*)(?!['’])"
)
# A particle that is a name itself: `Mme Le`, `M. Le Van Hung`.
LONE = re.compile(rf"(?P<initials>)(?P<particle>)(?P<word>[{_U}]{_L}{{1,3}})(?![\w'’.-])")
LETTERS = re.compile(rf"{_L}+")
CAPITALISED = re.compile(rf"[{_U}]{_L}+")
# After the name: `Pittiloz S.`, `Pittiloz S` before a comma, `Pittiloz J.-P.`.
TRAILING = re.compile(
    rf"\s(?P<initials>{_LETTER}\.(?:\s?-?\s?[{_U}]\.){{0,2}}|[{_U}](?=\s*(?:$|[,;/)\n])))(?!{_L})"
)
NEXT_WORD = re.compile(rf"\s{WORD}")
_SHAPED = re.compile(rf"(?<![\w'’]){WORD}|(?<=['’]){WORD}")


def item_at(text: str, position: int) -> re.Match[str] | None:
    """Return the word that starts here and looks like a name, with its initials and particle."""
    bare = _BARE.match(text, position)
    if bare and bare[0].lower() not in PARTICLES:
        return bare
    return ITEM.match(text, position) if may_open(text, position) else None


def may_open(text: str, position: int) -> bool:
    """Return whether a name may start here: with a capital or a particle."""
    if not text[position : position + 1].islower():
        return True
    first = _FIRST_WORD.match(text, position)
    return first is not None and first[0].lower() in PARTICLES


def words_of(text: str) -> Iterator[re.Match[str]]:
    """Yield the words of a text that could be names by their shape."""
    return _SHAPED.finditer(text)
