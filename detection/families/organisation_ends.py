"""Where the name of an organisation ends: before the place where it is, behind the region it is of."""

import re

from detection.lookback import Lookback
from detection.reading import Reading
from detection.shapes import SPACE

# `Croix-Rouge [fribourgeoise]`: the adjective of a region ends a name.
_REGION = re.compile(
    rf"{SPACE}(?:vaudois|genevois|fribourgeois|neuchatelois|bernois|lausannois|valaisan|jurassien|romand"
    r"|suisse|broyard|gruerien|veveysan|riviera|lemanique|tessinois)(?:n?es?|s)?\b"
)
# A region belongs to the name, as what goes with the place behind it: `Hôpital Nord Franche-Comté`.
_REGIONS = frozenset(
    {"leman", "valais", "vaud", "jura", "chablais", "riviera", "lavaux", "gruyere", "broye", "jorat", "savoie", "tessin", "suisse"}
    | {"alpes", "romandie", "seeland", "franche-comte", "haute-savoie", "pays-d'enhaut", "nord vaudois", "valais romand", "ticino"}
)  # fmt: skip
_PLACE_OF_NAME = Lookback(r"(?:\b(?:de|du|des|la|le|les|nord|sud|est|ouest|et|en)\s|[dl]'|-)$")


def without_place(reading: Reading, named: int, last: int, *, is_whole: bool) -> int:
    """Return the end of a name before the place where it is: `EMS Les Tilleuls Echallens`, not `Spital Zofingen`."""
    places = reading.hits_between("places.listed", named, last)
    for start, end in places if places and not reading.is_upper else ():
        is_named = is_whole or any(map(str.isupper, reading.text[named:start]))
        is_named = is_named and reading.plain[start:end] not in _REGIONS
        if end == last and is_named and not _PLACE_OF_NAME.fits(reading.plain, named, start):
            return start - 1
    return last


def with_region(reading: Reading, end: int) -> int:
    """Return the end with the adjective of a region, or the sign that closes a quotation."""
    region = _REGION.match(reading.plain, end)
    if region:
        return region.end()
    # `EMS "Les Jardins"`: the quotation ends with the name.
    is_quoted = reading.text[end : end + 1] in ('"', "»", "”")
    return end + 1 if is_quoted and reading.text.count('"', max(0, end - 60), end) % 2 else end
