"""Names on the patient's side: of relatives, neighbours, curators, whoever is near without caring by profession."""

import re
from collections.abc import Iterator

from detection.families.patient_told import is_bare_name
from detection.name_runs import Run, run_at
from detection.persons import Found, list_gap, title_at
from detection.reading import Place, Reading

KIN = "PERSONNES:LIEN_DE_PARENTÉ"
AROUND = "names.around"

# `sa fille aînée, Anne`, `frère (Paul)`, `Personne de contact : Anne`, `tél. fille 079 …, Anne`.
GAP = re.compile(
    r"(?:\s(?:aînée?|ainée?|cadette?|benjamine?|unique|maternel(?:le)?|paternel(?:le)?|jumelle|jumeau|légale?|thérapeutique|nommée?|prénommée?))?"
    r"(?:\s?(?P<sign>[,:(«\"])\s{0,2}|\s)(?:[+0][\d ./#]{8,15}[\s,(]{1,2})?(?=[^\W\d_a-zß-ÿ])"
)


def relatives(reading: Reading) -> Iterator[Found]:
    """Yield who is named behind a word for a relative: `sa fille Anne`, `ses enfants Marc et Sophie`."""
    for item in reading.found.of(KIN):
        yield from _named_behind(reading, (item.start, item.end), is_kin=True)
    # `ARRÊT DEVANT TÉMOIN, DEA`.
    if not reading.is_upper:
        for place in reading.hits(AROUND):
            yield from _named_behind(reading, place, is_kin=False)


def _named_behind(reading: Reading, place: Place, *, is_kin: bool) -> Iterator[Found]:
    gap = GAP.match(reading.text, place[1])
    # Behind a form of address they are found like everyone else.
    if gap is None or title_at(reading.text, gap.end()):
        return
    run = run_at(reading, gap.end())
    while run and _is_called(reading, run, is_sure=is_kin and gap["sign"] is None):
        yield run, "relative", place
        following = list_gap(reading.text, run.end)
        run = run_at(reading, following.end()) if following else None


def _is_called(reading: Reading, run: Run, *, is_sure: bool) -> bool:
    """Return whether words are a name; behind a sign anything may stand: « Père : Diabète »."""
    is_likely = run.is_known or run.has_initial or (is_sure and not reading.is_upper)
    return is_likely and is_bare_name(reading, run)
