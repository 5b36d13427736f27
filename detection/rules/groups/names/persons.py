"""People in a text: the names after titles, and whose they are not."""

import re
from collections.abc import Callable, Iterable, Iterator

from detection.base import Finding
from detection.rules.groups.common_words import follows_subject, is_word
from detection.rules.groups.names.known import is_eponym, is_known, is_ordinary, is_stop
from detection.rules.groups.names.runs import Run, run_at
from detection.rules.lexicons import words
from detection.rules.reading import Place, Reading
from text.tokens import fold

# A person's names, the rule that found them, and what gave them away.
Found = tuple[Run, str, Place]

# Names go last: what others found is not taken for a name, except right after a title.
EARLIER = frozenset({
    "CHUV:BÂTIMENT_CHAMBRE_OU_LIT", "CHUV:STRUCTURE_RÉFÉRENCE", "CONTACT:EMAIL", "CONTACT:TÉLÉPHONE", "CONTACT:URL",
    "DÉMOGRAPHIE:ÂGE", "EMPLACEMENT:CODE_CANTON", "EMPLACEMENT:RUE", "ID:IPP", "ID:NUMÉRO_BON", "ID:NUMÉRO_SÉJOUR",
    "ORGANISATION", "TEMPORAL:DATE",
})  # fmt: skip
# Also glued to a name: `Physiothérapeute:MmeRochat`.
_TITLE = re.compile(
    r"(?:le\s|la\s)?(?:(?:Dr|Dott)\.ssa|Dott|M|Mr|MM|Mme|Mmes|Mlle|Monsieur|Madame|Herrn?|Frau|Dr|Dre|Drs|Dres|Dresses?|Docteure?|Doctoresse|Prof|Pr|Pre|PD|Inf|inf"
    r"|M\.\s?et\sMme|Mme\set\sM)(?:[.#](?!-)\s{0,2}|\s{1,2}|(?-i:(?<=[mre])(?=[A-ZÀ-Ý][a-zà-ÿ])))(?:(?:Dr|Dre|Dresse|Prof|med|méd)(?:\.\s?|\s))?",
    re.IGNORECASE,
)
# Its words where they stand in small letters.
SMALL_TITLES = frozenset(
    {"m", "mr", "mm", "mme", "mmes", "mlle", "monsieur", "madame", "dr"}
    | {
        "dre",
        "drs",
        "dresse",
        "docteur",
        "docteure",
        "doctoresse",
        "prof",
        "pr",
        "pre",
        "pd",
        "inf",
    }
)
# Between a title and a name: `Dr. méd. X`, `M#X`, `Mme: X`.
TITLE_GAP = re.compile(
    r"(?:\(a\))?[.#]{0,2}[ \t\u00a0]{0,3}(?:(?:méd|med|dent|vét|phil|ès sc)\b\.?[ \t]{0,2}){0,2}:?[ \t\u00a0]{0,3}\(?",
    re.IGNORECASE,
)
# `412/1 M. Baumann`, not `5 M NaCl`.
MAN = re.compile(r"M[.#]\s{0,2}(?:[^\W\d_][a-zà-ÿ]{2}|[^\W\d_]{2,4}\s[^\W\d_a-zß-ÿ])")
SMALL_MAN = re.compile(r"m[.#]?\s{1,2}(?=[a-zà-ÿ]{3})")
SMALL_MAN_DOES = re.compile(r"\s([a-z]+)")
ENTRY_START = re.compile(r"(?:^|[\n.;]\s{1,2})\Z")
# Behind a number they mean nothing else: `12.02.22 Dr Rochat`.
SURE_TITLES = frozenset({"Dr", "DR", "dr", "Mr", "MR", "Pr"})
# Short titles mean other things too; these are the ways of writing them.
SHORT_TITLES = frozenset({
    "SF", "M", "MM", "Me", "Pr", "PR", "Pre", "PRE", "PD", "IDE", "TRM", "ISP", "ISC", "ICS", "ASC", "Prs", "PRS",
})  # fmt: skip
# Before these an ordinary word is no name: `lobe inf. Droit`.
WEAK_TITLES = frozenset(
    {"sf", "inf", "ide", "icus", "icls", "isp", "assc", "trm", "ics", "iade", "ibode", "isc", "asc"}
    | {"prof", "profs", "pr", "pre", "prs", "pd"}
)
SPELT_SHORT = frozenset(
    {"sf", "m", "mm", "me", "pr", "pre", "pd", "ide", "trm", "isp", "isc", "ics", "prs", "asc"}
)
_LONGEST_SHORT = 3
_STOPS, _FIRST_OF_DEGREES = frozenset(".#"), frozenset("MDVPEÈ")
_JOINED_TO = frozenset("-'’/")
# Someone with a title who is treated: `Dr X, hospitalisé`.
TREATED = re.compile(
    r"[\s,]{0,3}(?:(?:est|a ete|etait|sera)\s(?:hospitalisee?|admise?|operee?|transferee?|un patient|une patiente)"
    r"|hospitalisee?\b|admise?\b|nee? le\b|(?:agee? de )?\d{1,3} ans\b|qui est hospitalise)"
)
# Of what it says one word occurs at least.
TREATED_WORDS = frozenset({"names.treated", "names.fields", "ages.unit"})
BY = re.compile(r"\b(?:par|chez|avec|avis|du|de|au|a|cher|chere|et)\s(?:le |la |l')?$")
PATIENT_BEFORE = re.compile(r"\b(?:patiente?|concerne)\W{1,3}(?:le |la )?$")
_LIST_GAP = re.compile(
    r"\s{0,2}(?:,|/|;|&|\+|\bet\b|\bou\b|-(?=\s))\s{0,2}(?:(?:de|à|par|le|la)\s)?", re.IGNORECASE
)
# What it begins with; behind a space these, or another.
_LIST_SIGNS = frozenset(",/;&+-eEoO")

# Relatives and neighbours are on the patient's side: none of those who care.
RELATIVE = re.compile(
    r"\b(?:(?:grand-|arriere-grand-|petite?-|belle-|beaux?-|demi-|ex-)?(?:mere|pere|maman|papa|filles?|fils|freres?|soeurs?|parents?"
    r"|mari|femme|enfants|oncle|tante|neveux?|nieces?)|epou(?:x|se)|conjointe?|compagn(?:e|on)|concubine?|cousine?s?|gendre|bru"
    r"|voisine?s?|amie?s?|copine?|copain|fiancee?|partenaire|employeu(?:r|se)|patronn?e?|collegues? de travail|curat(?:eur|rice)|tut(?:eur|rice)"
    r"|avocate?|notaire|representante?(?: legale?| therapeutique)?|repondante?|personnes? (?:de (?:contact|confiance)|a (?:prevenir|contacter))"
    r"|proches?(?: aidante?s?| referente?)?|bailleur|proprietaire|colocataire|parrain|marraine|filleule?|entraineur|benevole|interprete"
    r"|traduct(?:eur|rice)|educat(?:eur|rice)|enseignante?|maitresse|directeur|directrice|polici(?:er|ere)|gendarme|temoin|jumeau|jumelle|logeuse|contact)"
    r"(?:\s(?:ainee?|cadette?|unique|maternel(?:le)?|paternel(?:le)?|jumelle|jumeau|legale?|est))?[\s,:(\"«]{1,3}"
    # `tél. fille 079 …, Anne`.
    r"(?:[+0][\d ./#]{8,15}[\s,(]{1,2})?$"
)
RELATIVE_AFTER = re.compile(
    r"\s?(?:\(\s?(?:sa |son |la |le |l')?|,\s?)(?:belle-|beau-|petite?-|grand-|demi-|ex-)?"
    r"(?:(?:mere|pere|maman|papa|fille|fils|frere|soeur|mari|femme|niece|neveu|tante|oncle|epoux|epouse|conjointe?|compagne|compagnon"
    r"|cousine?|voisine?|amie?|curateur|curatrice|proche aidante?)(?:\)|,? (?:du patient|de la patiente|et curat\w+)))"
)
_BEFORE_RELATIVE = frozenset("(,")
# A proper name in a term of medicine, or in the name of a thing: `maladie de`, `drain de`.
_NOUNS = "|".join(sorted(map(re.escape, map(fold, words("eponym_nouns"))), key=len, reverse=True))
TERM = re.compile(
    rf"\b(?:{_NOUNS})(?:[ -][a-z]+)?[ -](?:de (?:soeur )?|d'|du |des |a la |selon )?$"
)
# The words of a name, its particles and initials among them.
WORDS = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
APART = re.compile(
    r"\s{0,2}(?:$|[,;/()&+.\n–-]|\d|(?:et|ou|à|le|au|du|est|a|avisée?|informée?|signale|passe|passée?|pour|sur|qui|sera|va|arrive|se|s['’]|ne|n['’]|peut|doit|reste|vient|rappelle|confirme|demande|propose)\b)",
    re.IGNORECASE,
)
# `M. Stéphane R. Amiguet`: a title where a first name and another follow, an initial otherwise.
OWN_TITLE = re.compile(r"M\.\s[^\W\d_][a-zà-ÿ-]+\s(?:[^\W\d_]\.\s)?[A-ZÀ-Ý][a-zà-ÿ]")
AGED_BEHIND = re.compile(r",?\s\(?\d{1,3}\s?(?:ans?|mois|semaines?|sem|jours?)\b")
# How participles and adjectives end that are hardly ever surnames.
STATE = re.compile(r"(?:ée?s?|iques?|eu(?:x|se|ses)|i(?:f|ve)s?|[ai]bles?|[cf]us)\Z")
SMALL_BEHIND = re.compile(r"\s([a-zà-ÿ]+)['’\s]")
PLURAL_TITLES = frozenset({"drs", "dres", "dresses", "docteurs", "profs", "prs", "mm", "mmes"})


def naming(
    find: Callable[[Reading], Iterator[Found]], label: str, group: str
) -> Callable[[Reading], Iterable[Finding]]:
    """Return what yields each name on its own of the persons that `find` finds."""

    def names(reading: Reading) -> Iterator[Finding]:
        for run, rule, trigger in find(reading):
            for start, end in run.names:
                yield Finding(start, end, label, f"{group}.{rule}", trigger)

    return names


_FIRST_OF_TITLES = frozenset("lLmMdDpPiIhHfF")


def title_at(text: str, place: int) -> re.Match[str] | None:
    """Return the title that stands at a place, with its article and what joins it to a name."""
    return _TITLE.match(text, place) if text[place : place + 1] in _FIRST_OF_TITLES else None


def titled(reading: Reading, place: Place) -> Run | None:
    """Return the names after a title, if the word is one."""
    start, end = place
    text = reading.text
    word = text[start:end]
    if len(word) <= _LONGEST_SHORT and not _is_title(text, start, word):
        return _small_man(reading, start) if word == "m" else None
    first = _after_title(text, end)
    run = run_at(reading, first, titled=True) if first else None
    return run if run and _is_titled(reading, word, run) else None


def _is_title(text: str, start: int, word: str) -> bool:
    """Return whether a short word is a title, by how it is written and what stands before it."""
    if word not in SHORT_TITLES and word.lower() in SPELT_SHORT:
        return False
    if not start or len(word) == _LONGEST_SHORT:
        return True
    previous = text[start - 1]
    if len(word) == 1 and previous in _JOINED_TO:
        return False
    if previous.isspace():
        previous = text[start - 2 : start - 1]
    return not previous.isdigit() or word in SURE_TITLES or MAN.match(text, start) is not None


def _small_man(reading: Reading, start: int) -> Run | None:
    """Return the name after a small `m`, which mostly says a muscle or a metre: `m. salamin veut`."""
    man = SMALL_MAN.match(reading.text, start)
    if man is None or not ENTRY_START.search(reading.text, max(0, start - 3), start):
        return None
    run = run_at(reading, man.end(), titled=True)
    following = SMALL_MAN_DOES.match(reading.after(run.end)) if run else None
    return run if following and follows_subject(following[1]) else None


def _after_title(text: str, end: int) -> int | None:
    """Return where a name may start behind a title."""
    # A full stop or none, a space or none, and a capital, as nearly always; some begin `méd.` and its like.
    first = end + 1 if text[end : end + 1] in _STOPS else end
    if text[first : first + 1] == " ":
        first += 1
    capital = text[first : first + 1]
    if capital.isupper() and capital not in _FIRST_OF_DEGREES:
        return first
    gap = TITLE_GAP.match(text, end)
    if gap is None or (gap.end() == end and not text[end : end + 1].isupper()):
        return None
    # `pacemaker XT DR : seuil 0.75 V`.
    if ":" in gap[0] and text[gap.end() : gap.end() + 1].islower():
        return None
    # `TRM: M#Rochat`: behind a colon it is a form of address, not an initial.
    address = title_at(text, gap.end()) if ":" in gap[0] else None
    return address.end() if address else gap.end()


def _is_titled(reading: Reading, title: str, run: Run) -> bool:
    """Return whether what follows a title is a name: `le docteur passera` has none."""
    if title.lower() in WEAK_TITLES:
        return not is_ordinary(run.words[0])
    # « Mme Fatiguée ce matin », « Mme : Bonne nuit ».
    if len(run.names) == 1 and not is_known(run.words[0]) and _is_said_of(reading, run):
        return False
    if len(title) < 5 or is_known(run.words[0]):
        return True
    return not reading.text[run.start : run.end].islower()


def _is_said_of(reading: Reading, run: Run) -> bool:
    """Return whether a word behind a form of address tells of somebody: a participle, or a word behind a colon."""
    name = reading.text[run.start : run.end]
    is_behind_colon = ":" in reading.text[max(0, run.start - 3) : run.start]
    return name.endswith(("ée", "ées")) or (is_behind_colon and is_word(name))


def is_treated(reading: Reading, run: Run, place: Place) -> bool:
    """Return whether someone with the title of those who care is a patient here."""
    if reading.lexicons.isdisjoint(TREATED_WORDS):
        return False
    before = reading.before(place[0], 24)
    if not (TREATED.match(reading.after(run.end, 30)) or PATIENT_BEFORE.search(before)):
        return False
    return not BY.search(before)


def others_of_list(reading: Reading, run: Run, place: Place) -> Iterator[Found]:
    """Yield who follows without a title of their own: `Drs X et Y`, `Dr X/Y`, `Dr A. X, B. Y`."""
    gap = list_gap(reading.text, run.end)
    plural = gap is not None and reading.folded(*place) in PLURAL_TITLES
    while gap:
        if _begins_with_title(reading.text, gap.end(), run):
            return
        following = run_at(reading, gap.end(), listed=plural)
        if following is None or not (plural or following.has_initial):
            return
        run = following
        yield run, "list", place
        gap = list_gap(reading.text, run.end)


def _begins_with_title(text: str, start: int, before: Run) -> bool:
    """Return whether `M.` addresses a man: where the one before has no initial, or two names follow."""
    is_lone = text.startswith("M. ", start) and not before.has_initial
    return is_lone or OWN_TITLE.match(text, start) is not None


def list_gap(text: str, end: int) -> re.Match[str] | None:
    """Return what stands between two names of a list, if one goes on."""
    sign = text[end : end + 1]
    if sign.isspace():
        sign = text[end + 1 : end + 2]
    if sign not in _LIST_SIGNS and not sign.isspace():
        return None
    return _LIST_GAP.match(text, end)


def is_likely(run: Run) -> bool:
    """Return whether words without a title are a name rather than something else."""
    if run.has_initial or run.is_known:
        return True
    return not any(is_ordinary(word) or is_eponym(word) for word in run.words)


def stands_apart(reading: Reading, run: Run) -> bool:
    """Return whether words that no list knows end like a name, not like the start of a sentence."""
    if run.has_initial or run.is_known or len(run.names) > 1:
        return True
    return APART.match(reading.text, run.end) is not None


def tells_state(reading: Reading, run: Run) -> bool:
    """Return whether a lone word that no list has as a name tells how someone is: « Patient : Agité »."""
    if len(run.names) > 1 or run.has_initial or is_known(run.words[0]) or reading.is_upper:
        return False
    return STATE.search(reading.text, run.start, run.end) is not None


def is_subject(reading: Reading, run: Run) -> bool:
    """Return whether a sentence goes on behind a name with what that person does: `Mme Rochat évoque`."""
    following = SMALL_BEHIND.match(reading.text, run.end)
    word = fold(following[1]) if following else ""
    return bool(word) and (follows_subject(word) or not is_stop(word))


def is_relative(reading: Reading, place: int) -> bool:
    """Return whether the words before a place announce someone near the patient."""
    return place > 0 and bool(RELATIVE.search(reading.before(place, 60)))


def is_called_relative(reading: Reading, run: Run) -> bool:
    """Return whether the words after a name make it a relative's: `Mme X (fille)`."""
    end = run.end
    sign = reading.text[end : end + 1]
    if sign.isspace():
        sign = reading.text[end + 1 : end + 2]
    return sign in _BEFORE_RELATIVE and RELATIVE_AFTER.match(reading.after(end)) is not None
