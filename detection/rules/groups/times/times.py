"""Times of day, not durations: the word in front mostly decides."""

import re
from collections.abc import Iterator

from detection.base import Finding
from detection.rules import figures
from detection.rules.groups.times.numerals import (
    IN_WORDS_BEHIND,
    LONGEST_NUMERAL,
    NUMERAL,
    NUMERAL_BEFORE,
    PART_OF_DAY_SOURCE,
    TIME,
    UNIT_SOURCE,
    noons,
)
from detection.rules.lexicons import listed
from detection.rules.reading import Place, Reading
from detection.rules.rules import Finder, Rule, RuleGroup
from text.errors import gettext_noop as _

DATE = "TEMPORAL:DATE"

# All patterns read folded text: small letters, no accents, plain signs. Those that end with \Z look
# back from a place, the others look ahead.
_BEHIND = (
    rf"(?P<said>(?: et (?:quart|demie?)(?![a-z])| moins (?:le )?quart(?![a-z])| moins {NUMERAL}(?![a-z]))?"
    rf"{PART_OF_DAY_SOURCE}?)"
)
WITH_H = re.compile(
    r"(?P<hour>[01]?\d|2[0-4]) ?(?P<unit>h(?:eures?|rs?)?)(?![a-z])"
    rf"(?:[:.#]? ?(?P<minutes>[0-5]\d)(?!\d)(?! ?{UNIT_SOURCE}| ?h)(?![.,#/:]\d)(?: ?min(?:utes?)?(?![a-z])|')?"
    rf"| (?P<in_words>{NUMERAL})(?![a-z-])(?! (?:jours?|fois|minutes?)(?![a-z])))?{_BEHIND}"
)
# `10:52 H 34a`: a man, and no hour.
WITH_COLON = re.compile(
    r"(?P<hour>[01]?\d|2[0-4]):(?P<minutes>[0-5]\d)(?::[0-5]\d)?(?!\d)(?!:\d)(?: ?(?:h(?:eures?)?|uhr)(?![a-z])(?!,? \d{1,3} ?a)(?! (?:de(?! l)|locale|suisse|d'ete|d'hiver)))?"
)
# A full stop between hours and minutes is a time only where the text leaves no doubt.
WITH_STOP = re.compile(
    rf"(?P<hour>[01]?\d|2[0-3])[.#](?P<minutes>[0-5]\d)(?!\d)(?![.#/]\d)(?! ?{UNIT_SOURCE})(?P<unit> ?h(?:eures?)?(?![a-z]))?"
)
# `arrivée au bloc à 13#40`: what happens at a minute, whichever it is.
MOVED = re.compile(
    r"(?<![a-z])(?:arriv[a-z]*|sorti[a-z]*|entree?|depart|debut|fin|incision|induction|fermeture|retour|appel[a-z]*|vue?|naissance|nee?|deces|decede[es]*)"
    r"(?: [a-z'?-]{1,14}){0,3} (?:a|vers|des) \Z"
)
STOP_CUE = re.compile(r"(?<![a-z])(?:a|vers|des|jusqu'a|de|heure:?) \Z")
FROM_HOUR = re.compile(
    r"(?P<hour>[01]?\d|2[0-3])(?= ?(?P<link>a|et|-) ?(?:[01]?\d|2[0-4]) ?h(?![a-z]))"
)
ENDS_OF_RANGE_CUES = ("de ", "re ", "rs ")

_ABOUT = r"(?:environ |env\.? |presque |pres de |a peine |au moins |encore |bien |quelque |les |ces |des )?"
# It says a time of day.
POINT = re.compile(
    r"(?:(?<![a-z])(?:a|vers|des|jusqu'a|jusque|avant|entre|partir de|heures?|h|coups de|environs de|alentours de"
    r"|autour de|ca|et a|hier"
    r"|matin|soir|midi|jour|nuit|aujourd'hui|veille|demain|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)"
    r"[ :(]{0,2}|[\[(@] ?)(?:environ |env\.? )?\Z"
)
# It says a duration or a rhythm, whatever the shape of the number.
DURATION = re.compile(
    r"(?:(?<![a-z])(?:pendant|durant|pdt|dans|toutes|tous|ttes|tts|chaque|il y a|y a|d'ici|duree|dure|durait|durent"
    r"|delai|moins de|plus de|au bout de|premieres|prochaines|dernieres|suivantes|maximum|max|minimum|attendu"
    r"|attend|attente|retard|garrot|clampage|ischemie|scopie|sommeil|dormi|dort|jeune|espace de|intervalle de|temps|toutes les|q|rythme de|raison de|prolongee? de"
    r"|passe|passees|apres seulement)(?: totale?| operatoire| moyenne?| d[eu'] ?[a-z']{2,16}| de)?[ :=.]{0,3}|[/+<>~] ?|\d ?x ?)"
    rf"{_ABOUT}\Z"
)
# It mostly says a duration, but `depuis 9h30` does not.
SINCE = re.compile(rf"(?<![a-z])(?:depuis|dps|apres|des apres) {_ABOUT}\Z")
# `rappeler après 17h`: whom one reaches then, not how long something takes.
REACHED_AFTER = re.compile(
    r"(?<![a-z])(?:rappel|appel|joign|joind|attei|contact|telephon|pass|ven|rev|disponible|libre|visite|present|rentr|ferm)[a-z]*"
    r"(?![a-z])[^.;\n]{0,45} apres \Z"
)
# `fils passé 19h`, `sortie 14h max`: someone comes and goes at an hour, if nothing says what lasts so long.
COMES = re.compile(
    r"(?<![a-z])(?<!a )(?:passee?s?|venue?s?|rentree?s?|repartie?s?|arrivee?s?|departs?|retours?|sorties?|entrees?"
    r"|accueil|convoquee?s?|fermeture|ouverture) \Z"
)
BEHIND_COMES = re.compile(r"$|[,.;)\n]| max(?:imum)?(?![a-z])")
EARLIEST_REACHED, LATEST_REACHED = 7, 22
LOOSE_DURATION = re.compile(
    rf"(?<![a-z])(?:en|sur|pour|sous|par|les|aux|un|une|par jour|de|d'|soit) {_ABOUT}\Z"
)
# `surveillance 6h`, `intervalle minimal 2h`: what lasts, without any word between.
LASTS = re.compile(
    r"(?<![a-z])(?:surveillance|intervalles?|observation|ecart|espacement|monitoring|monitorage|garrot|clampage|ischemie|trajet|latence|tele(?:metrie)?"
    r"|recueil|holter|diurese|urines|jeun|a jeun|repos|cec|fauteuil|hemodialyse|dialyse|rpm|perfusion|duree|temps|isolement|contention|reanimation|mapa|oxymetrie|ventilation|vni|cpap|bipap|optiflow|ohd|seance|photo(?:therapie)?)"
    r"(?: (?:mini|maxi|minim|maxim)(?:al|ale|um)?| (?:min|max)\.?| (?:stricte?|rapprochee?|continue?|libre|complete?|prevue?|continue|clinique|scopee?|neuro(?:logique)?))?"
    r"[ :]{1,2}\Z"
)
LONGEST_WATCH = 12
# `Prone 16 h`: lasts as long as that.
PRONE = re.compile(r"(?<![a-z])(?:prone|proning|pronation|ventral|dv)[ :]{1,2}\Z")
# Nobody begins an operation before seven: `Whipple prévu 6h`.
OPERATION_PLANNED = re.compile(
    r"(?<![a-z])(?:[a-z-]*(?:ectomie|plastie|tomie|synthese|desie)|whipple|hartmann|greffe|intervention|operation|op"
    r"|chirurgie|pontages?|pac|pth|ptg)(?: [a-z]{1,12})? prevue?s? \Z"
)
LONGEST_EARLY = 6
# `la visite de 14h`: something that happens at an hour.
LATE_BEFORE = re.compile(r"(?:1[4-9]|2[0-3])h-\Z")
UNTIL = re.compile(r"(?<![a-z])(?:des|jusqu'a) \Z")
DAILY_EVENT = re.compile(
    r"(?<![a-z])(?:doses?|visites?|prises?|rendez-vous|rdv|consultations?|train|glycemies?|soins|tour|insuline"
    r"|controles?|valeurs?|bilan|labo|gazo|collation|repas|colloque|transmissions?|releve|remise|rapport|pesee|biberon|tetee|ronde|bandelette"
    r"|prelevements?|medicaments?|comprimes?|injections?|pansement|gazometrie|troponines?|glyc|hgt|parametres|tension|temperature|ecg) de \Z"
)
# `pris son Dafalgan de 8h`, and `6h au lieu de 8h` where the first is a time.
TAKEN = re.compile(
    r"(?<![a-z])(?:pris|prend|donnee?|recue?|oubliee?|refusee?|sautee?|manquee?) (?:son |sa |ses |le |les |l')?[a-z?-]{4,20} de \Z"
)
INSTEAD = re.compile(r"(?<![a-z])(?:au lieu|a la place) de \Z")
ENTRY_PARTED = re.compile(r"(?:[a-z,;:/)] |h[0-5]\d |:[0-5]\d |\dh )[a-z?#.-]{3,20} / \Z")
ENTRY_GOES_ON = re.compile(" (?!(?:si|max|puis|prn|par|pdt|pendant)(?![a-z]))[a-z]{3}")
NEXT_HOUR = re.compile(r" ?(?::|(?:-|,|/|et|puis)? ?[012]?\d ?h)")
DAY_AHEAD = re.compile(r" (?:la veille|hier|ce matin|ce jour|le )")
RANGE_AHEAD = re.compile(r" ?(?:a|-|jusqu'a|et) ?[012]?\d ?(?:h|:)")
DURATION_AHEAD = re.compile(
    r" ?/ ?(?:24|7|j|sem|jour|nuit|mois|an)(?!\d)| sur \d| d'(?!apres)| de (?!l'|la nuit|la matin|garde)| plus tard| apres| avant"
    r"| post|-post| par (?:jour|sem|nuit|mois)| auparavant| consecutive| supplementaire| max| d affilee|\+"
    r"| (?:et|ou) (?:plus|moins)(?![a-z])"
)
TRAVEL_AHEAD = re.compile(
    r" de (?:route|marche|voiture|train|vol|trajet|bateau|avion|chez|son|sa|l'accident|la chute|vie)| des symptomes"
)
# A place on a round organ, read like a clock.
CLOCK_FACE = re.compile(
    r"(?<![a-z])(?:nodule|lesions?|masse|kyste|seins?|tumeur|quadrant|rayon|opacite|foyer|microcalcifications|mamelon"
    r"|hemorroide|dechirure|mm|cm)(?![a-z])[^.,;\n]{0,30} a \Z"
)
RATIO = re.compile(
    r"(?<![a-z])(?:dilution|titres?|ratio|rapport|i:e|facteur|dilue)(?![a-z])[^\n]{0,12}\Z"
)
LINE_START = re.compile(r"(?:^|\n)[ •*>-]{0,4}\Z")
ENTRY_AHEAD = re.compile(r" ?[:-]")
BUSY_QUARTERS = ("00", "15", "30", "45")
EARLIEST_LIKELY_HOUR = 5
LONGEST_JOINT = 8
JOINTS = ("-", "/", "+", "a", "et", ",", "puis", "et a")


def _in_figures(reading: Reading) -> Iterator[Finding]:
    plain = reading.plain
    position = 0
    for start, end in reading.hits(figures.TIME):
        if start < position:
            continue
        ahead = plain[end : end + 1]
        if ahead == " ":
            ahead = plain[end + 1 : end + 2]
        if ahead == "h":
            match = WITH_H.match(plain, start)
            is_time = match and _is_time_with_h(reading, match)
        elif ahead == ":":
            match = WITH_COLON.match(plain, start)
            is_time = match and _is_time_with_colon(plain, match)
        elif ahead in (".", "#"):
            match = WITH_STOP.match(plain, start)
            is_time = match and _is_time_with_stop(reading, match)
        elif plain[start - 3 : start] in ENDS_OF_RANGE_CUES:
            match = FROM_HOUR.match(plain, start)
            is_time = match and _opens_range(plain, match)
        else:
            continue
        if match and is_time and not _is_inside_number(plain, start):
            position = match.end()
            yield Finding(start, position, TIME, "times.figures", match.span())


def _is_inside_number(plain: str, start: int) -> bool:
    return (
        plain[start - 1 : start] in (".", ",", "#", ":") and plain[start - 2 : start - 1].isdigit()
    )


def _is_time_with_h(reading: Reading, match: re.Match[str]) -> bool:
    plain, start = reading.plain, match.start()
    window = max(0, start - 32)
    if match["hour"] == "24" and not match["minutes"]:
        is_late = LATE_BEFORE.search(plain, max(0, start - 6), start)
        is_last = bool(is_late) and _follows_time(reading, start)
        return is_last or bool(UNTIL.search(plain, max(0, start - 9), start))
    # `prise de sang / 08h45 ECG`: an entry of a plan, and no rate.
    opens_entry = plain[start - 3 : start] == " / " and (
        match["minutes"] or _is_next_entry(reading, start, match.end())
    )
    if opens_entry or (plain[start - 3 : start] == "de " and RANGE_AHEAD.match(plain, match.end())):
        return True
    # The commonest by far, and no need to look for what it is not.
    if plain[start - 3 : start] == " a " and plain[start - 4 : start - 3] != "y":
        return _is_at(plain, match)
    is_continued = plain[start - 1 : start] == "-" and plain[start - 2 : start - 1].isdigit()
    if is_continued or DURATION.search(plain, window, start):
        return _follows_time(reading, start) or (not is_continued and _comes_at(plain, match))
    for cue, is_time in ((SINCE, _is_since), (POINT, _is_at), (LOOSE_DURATION, _is_of_hour)):
        if cue.search(plain, window, start):
            return is_time(plain, match) or _is_instead(reading, start)
    return _is_time_alone(reading, match)


def _is_next_entry(reading: Reading, start: int, end: int) -> bool:
    """Whether a bare hour goes on with a plan of times: `8h15 Rochat / 9h Favre`, not « 2 gouttes / 8h »."""
    if TIME not in reading.found.labels or not ENTRY_GOES_ON.match(reading.plain, end):
        return False
    return bool(ENTRY_PARTED.search(reading.plain, max(0, start - 30), start))


def _comes_at(plain: str, match: re.Match[str]) -> bool:
    """Whether someone comes or goes at the hour: `fils passé 19h`, not « a passé 9h au fauteuil »."""
    if not EARLIEST_REACHED <= int(match["hour"]) <= LATEST_REACHED:
        return False
    start, end = match.span()
    return bool(BEHIND_COMES.match(plain, end)) and bool(
        COMES.search(plain, max(0, start - 14), start)
    )


def _is_exact(match: re.Match[str]) -> bool:
    """Whether minutes or a part of the day are said with the hour."""
    return bool(match["minutes"] or match["in_words"] or match["said"])


def _is_time_alone(reading: Reading, match: re.Match[str]) -> bool:
    """Whether an hour is one when nothing in front says so."""
    plain, start, end = reading.plain, match.start(), match.end()
    is_exact = _is_exact(match)
    is_doubtful = not is_exact or int(match["hour"]) < EARLIEST_LIKELY_HOUR
    if is_doubtful and DURATION_AHEAD.match(plain, end):
        return _comes_at(plain, match)
    if not is_exact and (_is_flagged(reading, start, end) or _lasts(plain, match)):
        return False
    # « 8 heures » is mostly a duration, « 8h » mostly a time.
    return (
        is_exact
        or len(match["unit"]) < 3
        or _opens_entry(reading, start, end)
        or _follows_time(reading, start)
    )


def _lasts(plain: str, match: re.Match[str]) -> bool:
    """Whether something lasts these hours: `surveillance 6h`, but `surveillance 18h` and `surveillance 7h, 11h`."""
    hours, start = int(match["hour"]), match.start()
    if NEXT_HOUR.match(plain, match.end()):
        return False
    if PRONE.search(plain, max(0, start - 12), start):
        return True
    if hours <= LONGEST_EARLY and OPERATION_PLANNED.search(plain, max(0, start - 40), start):
        return True
    return hours <= LONGEST_WATCH and bool(LASTS.search(plain, max(0, start - 40), start))


def _opens_entry(reading: Reading, start: int, end: int) -> bool:
    """Whether it follows a date, or heads a note: `quatorze heures - mobilisé au fauteuil`."""
    previous = reading.found.before(start)
    if previous is not None and previous.label == DATE and start - previous.end <= 2:
        return not DURATION_AHEAD.match(reading.plain, end)
    if not ENTRY_AHEAD.match(reading.plain, end):
        return False
    return bool(LINE_START.search(reading.plain, max(0, start - 6), start))


def _follows_time(reading: Reading, start: int) -> bool:
    """Whether a time ends just before, so that this is its end or the next of a row."""
    previous = reading.found.before(start)
    if previous is None or previous.label != TIME or start - previous.end > LONGEST_JOINT:
        return False
    return reading.plain[previous.end : start].strip() in JOINTS


def _is_since(plain: str, match: re.Match[str]) -> bool:
    if DAY_AHEAD.match(plain, match.end()) or " d" in match["said"]:
        return True
    if DURATION_AHEAD.match(plain, match.end()):
        return False
    # « depuis 02h30 »: who measures writes no zero in front.
    is_padded = match["hour"][0] == "0" and match["minutes"] is not None
    if _is_exact(match) and (is_padded or int(match["hour"]) >= EARLIEST_LIKELY_HOUR):
        return True
    start = match.start()
    return EARLIEST_REACHED <= int(match["hour"]) <= LATEST_REACHED and bool(
        REACHED_AFTER.search(plain, max(0, start - 64), start)
    )


def _is_at(plain: str, match: re.Match[str]) -> bool:
    """Whether « à 10h » means the hour, not a distance or a place on a round organ."""
    start, end = match.span()
    return bool(match["minutes"]) or not (
        TRAVEL_AHEAD.match(plain, end) or CLOCK_FACE.search(plain, max(0, start - 45), start)
    )


def _is_of_hour(plain: str, match: re.Match[str]) -> bool:
    """Whether « de 14h » means the hour: an event, or too long for a duration."""
    start, hour = match.start(), int(match["hour"])
    if DAILY_EVENT.search(plain, max(0, start - 24), start):
        return True
    if hour > EARLIEST_LIKELY_HOUR and TAKEN.search(plain, max(0, start - 44), start):
        return True
    return _is_exact(match) and hour > EARLIEST_LIKELY_HOUR


def _is_instead(reading: Reading, start: int) -> bool:
    """Whether the hour is the one that another was taken for: `reçu à 6h au lieu de 8h`."""
    is_said = INSTEAD.search(reading.plain, max(0, start - 16), start)
    return bool(is_said and TIME in reading.found.labels)


def _is_time_with_colon(plain: str, match: re.Match[str]) -> bool:
    start = match.start()
    window = max(0, start - 32)
    if POINT.search(plain, window, start):
        return True
    # `07:00 glyc 5.1 / 11:30 9.8`: an entry of a plan; `Garrot 10:04-11:22`: from when to when.
    if plain[start - 3 : start] == " / " and len(match["hour"]) == 2:
        return True
    if RANGE_AHEAD.match(plain, match.end()):
        return True
    if DURATION.search(plain, window, start) or RATIO.search(plain, window, start):
        return plain[start - 1 : start] == "/" and plain[start - 2 : start - 1].isdigit()
    return not (match["hour"] == "1" and match["minutes"] in ("10", "20", "40", "50"))


def _is_time_with_stop(reading: Reading, match: re.Match[str]) -> bool:
    plain, (start, end) = reading.plain, match.span()
    is_announced = STOP_CUE.search(plain, max(0, start - 12), start)
    if match["unit"]:
        is_time = is_announced or not _is_flagged(reading, start, end)
        return is_time and not DURATION.search(plain, max(0, start - 32), start)
    if len(match["hour"]) < 2:
        return False
    previous = reading.found.before(start)
    is_dated = previous and previous.label == DATE and start - previous.end <= 4
    if is_dated or not is_announced:
        return bool(is_dated)
    is_told = match["minutes"] in BUSY_QUARTERS
    return is_told or bool(MOVED.search(plain, max(0, start - 60), start))


def _is_flagged(reading: Reading, start: int, end: int) -> bool:
    """Whether H may say, in a row of results, that a value is high."""
    return reading.text[end - 1] == "H" and reading.plain[end - 2 : end - 1] == " "


def _opens_range(plain: str, match: re.Match[str]) -> bool:
    """Whether this is the first of two hours that share their `h`: « de 14 à 16h »."""
    pair = {"a": r"(?<![a-z])de \Z", "et": r"(?<![a-z])entre \Z", "-": r"(?<![a-z])vers \Z"}.get(
        match["link"]
    )
    return bool(pair and re.search(pair, plain[max(0, match.start() - 8) : match.start()]))


def _in_words(reading: Reading) -> Iterator[Finding]:
    for place in reading.hits("times.hour"):
        yield from _hour_in_words(reading, place)


def _hour_in_words(reading: Reading, place: Place) -> Iterator[Finding]:
    plain = reading.plain
    number = NUMERAL_BEFORE.search(plain, max(0, place[0] - LONGEST_NUMERAL), place[0])
    behind = IN_WORDS_BEHIND.match(plain, place[1])
    if not number or not behind:
        return
    start, window = number.start(), max(0, number.start() - 32)
    if DURATION.search(plain, window, start) or SINCE.search(plain, window, start):
        return
    is_point = POINT.search(plain, window, start) and not TRAVEL_AHEAD.match(plain, behind.end())
    is_exact = (
        behind["said"] and not number[0].startswith("un") and plain[start - 3 : start] != "de "
    )
    if is_point or is_exact or _opens_entry(reading, start, behind.end()):
        yield Finding(start, behind.end(), TIME, "times.words", place)


GROUP = RuleGroup(
    name="times",
    rules=(
        Rule(
            TIME,
            (
                Finder(_in_figures, {figures.TIME}),
                Finder(_in_words, {"times.hour"}),
                Finder(noons, {"times.noon"}),
            ),
            needs=frozenset({DATE}),
            after=frozenset({"CONTACT:TÉLÉPHONE"}),
        ),
    ),
    meanings={
        "figures": _("a time of day in figures"),
        "words": _("a time of day in words"),
        "noon": _("noon or midnight"),
    },
    lexicons={"times.hour": listed("hour_words"), "times.noon": listed("noon_words")},
)
