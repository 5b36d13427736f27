"""First names without any title: a child, or someone with a surname beside."""

import re
from collections.abc import Iterator

from detection.rules.groups.common_words import is_listed_word
from detection.rules.groups.names.known import fold_word, is_eponym, is_first_name, is_known
from detection.rules.groups.names.openings import opening
from detection.rules.groups.names.patient_lines import ENDS_ITEM
from detection.rules.groups.names.patient_told import AND_ANOTHER, is_bare_name, is_sign
from detection.rules.groups.names.patterns import WORD
from detection.rules.groups.names.persons import TERM, Found, is_called_relative
from detection.rules.groups.names.runs import Run, is_code, run_at
from detection.rules.reading import Reading

NAME = re.compile(WORD)
SURNAME_FIRST = re.compile(r"\s{0,3}(?P<name>[^\d,;:.]{2,40}),\s{1,2}")
_LONGEST_OPENING = 50
NOBODY = re.compile(r"\b(?:selon|type|test|score|signe|of|saint|sainte|st|ste)[ .-]+$")
OF = re.compile(r"(?:\bde\s|\bd')$")
WHOSE = re.compile(
    r"\b(?:maman|papa|mere|pere|parents?|grand-\w+|frere|soeur|fils|fille|mari|femme|epouse|epoux|famille|etat|situation|evolution|suivi"
    r"|chambre|chevet|naissance|prise en charge|besoins|comportement|sommeil|dossier|aupres|propos|age|developpement|poids|taille"
    r"|arrivee|retour|admission|venue|entree|sortie|accueil|prenom|nom|present|presence|part|lit|peau|tete|voix|visite|sante|fievre"
    r"|toux|pleurs|regard|croissance|alimentation|traitement|douleurs?|anniversaire|doudou|amis?|copains?)\s(?:de\s|d')$"
)
GRADED = re.compile(rf"{WORD}\s(?:[A-E]|[IV]{{1,3}}|\d)(?![\w%])")
DOES = re.compile(
    r",?\s(?:est|a|va|dort|mange|joue|pleure|tousse|boit|se|s'|ne|n'|etait|avait|sera|presente|reste|vomit|parle|marche|rentre|repond|sourit"
    r"|refuse|accepte|dit|semble|souffre|consulte|revient|peut|doit|prend|grandit|respire|bouge|reagit|beneficie|vit|habite|arrive|vient|part"
    r"|avance|progresse|evolue|recoit|garde|tolere|a ete|nous|lui|y|en|qui|calme|eveillee?|agee?|amenee?|vue?|hospitalisee?|nee?|tete|gazouille"
    r"|[a-z]+(?:era|ira|dra|tra|rra|aura)|crie|demande|souhaite|comprend|montre|continue|suit|regarde|participe|collabore|pese|mesure|aime|fait|tient|perd|saigne)\b"
)
AGED = re.compile(r",?\s\(?(?:agee?s? d)?(?:e |')?\d{1,3}\s?(?:ans?|mois|jours|semaines|sem\b)")
CHILD = re.compile(
    r"\b(?:petite?|jeune|enfant|bebe|nommee?|prenommee?|appelee?|surnommee?|bb|nouveau-ne|chere?|bonjour)\s$"
)
SENTENCE = re.compile(r"(?:^|[.!?;:\n•\-–>|(]\s{0,3}|\d[.)]\s{0,2}|#)$")
# `ROCHAT GERMAINE – CHUTE`, `ROCHAT GERMAINE, LIT 8`.
HEADS = re.compile(r"\s?[,:(–-]\s")
# `Tiago : selles +`.
ENTRY = re.compile(r"\s?:(?!\S)")
MIDDLE = re.compile(r"[a-z,]\s$")


def first_names(reading: Reading) -> Iterator[Found]:
    """Yield first names without any title: a child, or someone with a surname beside."""
    taken = 0
    for start, end in reading.hits("names.first"):
        if start < taken or not _is_written_as_name(reading, start, end):
            continue
        run = _address_run(reading, start) or run_at(reading, opening(reading, start))
        if run is None or run.end < end:
            continue
        taken = run.end
        if _is_person(reading, run):
            yield run, "first_name", (start, end)


def _is_written_as_name(reading: Reading, start: int, end: int) -> bool:
    before = reading.text[start - 1 : start] if start else ""
    return (
        reading.text[start].isupper()
        and not (before.isalnum() or before in ("-", "@", "_", "'", "’"))
        and (reading.text[end : end + 1] != "-" or _is_compound(reading.text, start))
        and reading.found.is_free(start, end)
    )


def _is_compound(text: str, start: int) -> bool:
    """Return whether all that hyphens join is a name: `Anne-Lise`, not `Néo-Mercazole`."""
    whole = NAME.match(text, start)
    return whole is not None and not whole[0].isupper() and is_first_name(fold_word(whole[0]))


def _address_run(reading: Reading, start: int) -> Run | None:
    """Return the names of a line of an address: `Rochat, Anne, rue du Four 3`."""
    if start >= _LONGEST_OPENING or "," not in reading.text[max(0, start - 3) : start]:
        return None
    surname = SURNAME_FIRST.fullmatch(reading.text, 0, start)
    run = run_at(reading, surname.start("name"), listed=True) if surname else None
    rest = run_at(reading, start, listed=True) if run else None
    if run is None or rest is None or not ENDS_ITEM.match(reading.text, rest.end):
        return None
    return Run(run.names + rest.names, run.words + rest.words)


def _is_person(reading: Reading, run: Run) -> bool:
    before, after = reading.before(run.start, 60), reading.after(run.end)
    if TERM.search(before) or is_sign(after, run) or _is_graded(reading, run):
        return False
    # `ELISA`, `GIA`.
    if NOBODY.search(before) or (len(run.names) == 1 and is_code(reading, run)):
        return False
    if all(map(is_eponym, run.words)) and not is_first_name(run.words[0]):
        return False
    if reading.is_upper:
        return _is_person_in_capitals(reading, run, before, after)
    if len(run.names) > 1:
        return True
    return bool(
        DOES.match(after)
        or AGED.match(after)
        or _goes_with_another(reading, run)
        or is_called_relative(reading, run)
        or CHILD.search(before)
        or (_opens_entry(before, after) and not is_listed_word(run.words[0]))
        or OF.search(before)
        or MIDDLE.search(before)
    )


def _is_person_in_capitals(reading: Reading, run: Run, before: str, after: str) -> bool:
    """Return whether names open a line of a list, or someone is told of who has known ones."""
    opens = SENTENCE.search(before) is not None
    if opens and len(run.names) > 1 and HEADS.match(after):
        return is_bare_name(reading, run)
    does = opens and (DOES.match(after) or AGED.match(after))
    told = does or WHOSE.search(before) or CHILD.search(before)
    return bool(told) and all(map(is_known, run.words))


def _is_graded(reading: Reading, run: Run) -> bool:
    """Return whether a grade follows a proper name of medicine: `Lee 2`, `Balthazar C`."""
    if len(run.names) > 1 or not is_eponym(run.words[0]):
        return False
    start, end = run.names[0]
    return GRADED.match(reading.text, start, end + 4) is not None


def _opens_entry(before: str, after: str) -> bool:
    return ENTRY.match(after) is not None and SENTENCE.search(before) is not None


def _goes_with_another(reading: Reading, run: Run) -> bool:
    """Return whether a second name follows: `Emma et Louis sont jumeaux`."""
    other = AND_ANOTHER.match(reading.text, run.end)
    return other is not None and is_first_name(fold_word(other["name"]))
