"""Words of kinship, where they mean kin."""

import re
from collections.abc import Iterator

from detection.base import Finding
from detection.rules.lexicons import listed
from detection.rules.lexicons.inflection import with_plurals
from detection.rules.reading import Place, Reading
from detection.rules.rules import Finder, Rule, RuleGroup
from text.errors import gettext_noop as _

KINSHIP = "PERSONNES:LIEN_DE_PARENTÉ"

# Before any word of kin: what makes another thing of it.
NOT_KIN_BEFORE = re.compile(
    r"(?:\b(?:dure|pie|sage|sages|lesions?|arteres?|veines?|branches?|vaisseaux?|taches?|molecules?|tumeurs?|plaques?|lobes?|bulles?|cellules?|maison|idee|langue|eau|roche|solution)[- ]|[a-z0-9]-|"
    r"\brapports? (?:d'|des? )|\bprime|\bnodules? de (?:la )?)$"
)
NOT_KIN_AFTER = re.compile(
    r"-[a-z]|[- ]porteuse(?! (?:de|du|saine)\b| d')|\ssuperieure\b| noel\b| spirituel"
    r"|s? de (?:cordee|route|jeu|chambre|voyage|classe|cellule|combat|galere|randonnee|travail|boisson)\b"
    # `d'un garçon de 2870 g`: the newborn.
    r"|,? (?:vivante? )?(?:de |d'|pesant )?\d[.,#' ]?\d{3} ?(?:g|gr|grammes)\b"
)

POSSESSIVE = re.compile(
    r"(?:\b(?:sa|son|ses|leurs?|ma|mon|mes|notre|nos|votre|vos|ta|ton|tes)\s)"
    r"(?:(?:deux|trois|quatre|cinq|six|sept|huit|\d{1,2}|futurs?|future|defunte?s?|anciens?|ancienne|jeunes?|autres?"
    r"|propres?|plus|petits?|petites?|grande?s?|premiere?|second|seconde|derniere?|nouvelle|nouveau|autre"
    r"|ainee?|cadet|cadette|unique|trois[a-z]+|deuxieme|jumeaux|jumelles)\s){0,2}$"
)
COUNTED = re.compile(
    r"(?:\b(?:deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|plusieurs|(?<![:\d])\d{1,2})\s"
    r"(?:jeunes?\s|petite?s?\s|grande?s?\s|autres?\s)?|(?:^|\W)[0-9]{1,2})$"
)
HAS_ONE = re.compile(
    r"(?:\b(?:a|ont|avait|aura|ayant|avoir|mere|pere|maman|papa|parents?|avec|et|ou|mariee?s?|divorcee?s?|veuve"
    r"|veuf|celibataire|separee?s?|dont|vit avec|eu)[\s,]{1,2}(?:d'|eu |de |deja |aussi )?|, |^|d')une?\s"
    r"(?:autre\s|seule?\s|jeune\s|petite?\s|grande?\s|premiere?\s|deuxieme\s|seconde?\s|troisieme\s)?$"
)
NONE = re.compile(
    r"\b(?:sans|pas d'|pas d’|aucune?|ni|nombre d'|d'autres?|zero|pas eu d'|desir d')\s?$"
)
# `vit avec femme et enfants`, `troisième enfant`.
BESIDE_KIN = re.compile(
    r"\b(?:femme|mari|epou(?:x|se)|compagn(?:e|on)|conjointe?|partenaire)"
    r"(?: et |, )(?:les |leurs? |deux |trois )?$"
)
ORDINAL = re.compile(
    r"\b(?:premiere?|deuxieme|seconde?|troisieme|quatrieme|cinquieme|sixieme|derniere?|\d(?:er|ere|re|e|eme))\s$"
)
OF_FAMILY = re.compile(
    r"\s(?:d'une? (?:couple|fratrie|famille|mere|pere)|de (?:la|cette|leur) (?:fratrie|famille)|de parents|du couple|sur \d)|\s?(?:$|[,.;)])"
)
# `la fille de Mme Rochat`, `le fils du patient`, `enfants: 2`.
DEFINITE = re.compile(r"\b(?:la|le|les|l'|du|de la|au|a la|par la|aux|des|cette|ce)\s?$")
OF_SOMEONE = re.compile(
    r"\s(?:(?:ainee?|cadette?|unique)s?\s)?(?:de (?:m\.|mr|mme|monsieur|madame|la patiente|notre|ce|cette|l'|son|sa)"
    r"|du (?:patient|couple|mari|pere)|des (?:patients|parents))"
)
OF_COUPLE = re.compile(
    r"\s(?:unique\b|(?:ainee?s? |cadette?s? )?(?:d'un couple|d'une (?:fratrie|famille)|de parents|de la fratrie))"
)
IS_FAMILY_AFTER = re.compile(
    r"\s(?:ainee?|cadette?|unique|adoptifs?|adoptee?s?)\b|(?:\s(?:et|ou)\s(?:de |la |sa |un |une |le |son )?"
    r"(?:fils|fille|mari|femme|mere|pere|gendre|soeur|frere|belle-|beau-|petits?-|petites?-))"
)
CALLED = re.compile(
    r"\s(?:\w+ )?(?:est|a (?:ete|appele|telephone|dit|signale|demande|pu|vu|amene|ramene|apporte|informe|rapporte|trouve|remarque)|sera|etait|nous|signale|rapporte|appelle|telephone|souhaite|passe|vient|habite|vit|dit"
    r"|s'|qui|demande|informee?s?|presente?s?|avertie?|prevenue?|contactee?|joignable|atteignable|confirme|refuse"
    r"|accepte|decrit|mentionne|explique|trouve|peut|va|doit|ne|n'|se|lui|l'|en|confie|raconte|pense)\b"
)
STATE_OF_HEALTH = re.compile(
    r"(?:\s(?:de|agee? de)\s\d{1,2}\sans,?)?\s(?:connue?s?|atteinte?s?|decedee?s?|en bonne sante|avec|operee?s?|porteu\w+|\w+ique|\w+aque"
    r"|traitee?s?|suivie?s?|souffrant|sans)\b"
)
KIN_AROUND = re.compile(
    r"(?:\bfamilia\w+\W{0,3}|\baf\s?:\s?|\b(?:pere|mere|freres?|soeurs?|oncle|tante|cousine?|grand-\w+|fils|filles?|parents)\b[^.;]{0,40}[,;.]\s)$"
)
OTHER_KIN = re.compile(r"[,;.]\s(?:pere|mere|freres?|soeurs?|oncle|tante|grand-\w+|fils)\b")
COUNT_AFTER = re.compile(r"\s?:\s?(?:\d|aucun|oui|non|un\b|deux|trois)")
AGED = re.compile(
    r"(?: (?:agee?s? )?de| d'(?:une?|environ))? (?:\d|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|un |une )"
)
SUTURE = re.compile(
    r"\b(?:ablation|ablat|retrait|resorb\w+|sutures?|suture|agrafes?|points?|enlever|enleves|retires?|retirer|ote\w*"
    r"|nylon|vicryl|prolene|ethilon|monocryl|monofil\w*|plaie|pds|guide|dents?|kirschner|acier|electrodes?|tresses?)\b"
)
CALLED_BEFORE = re.compile(
    r"\b(?:tel|telephone|natel|contact|personne de contact|appel|mobile|portable)[.:]? ?(?:de (?:la|sa) )?$"
)
# `rappeler la fille`, `fille avisée`: whom one reaches.
REACHED = re.compile(
    r"\b(?:rappel|appel|contact|avert|avis|join|preven|inform|telephon|prevoir)[a-z]*\s(?:avec |a |par |aupres de )?(?:la |les )$"
)
REACHED_AFTER = re.compile(
    r"\s(?:avisees?|informees?|contactees?|prevenues?|averties?|jointes?|rappelle|appelle|telephone|presente(?=\s?(?:$|[,.;]|de \d|a \d|ce|cet|lors|pendant|au|aux|hier|aupres)))\b"
)
# `avisé par fille`, `venu avec femme`: who comes along, without an article.
BROUGHT_BY = re.compile(
    r"\b(?:avise|averti|appele|prevenu|informe|amene|accompagne|signale|aide|entoure|soutenu|trouve|venu|vu|discute|vit)[a-z]*\s(?:par|avec)\s$"
)
WIFE_REACHED = re.compile(
    r"\s(?:avisee|informee|contactee|prevenue|avertie|jointe|r?appelee|r?appelle|telephone|injoignable|au courant)\b"
)
# `fille apporte le repas`: what relatives do for someone.
HELPS = re.compile(
    r"\s(?:apporte|traduit|s'occupe|passera|viendra|amenera|gere|rappellera|inquiete|au courant|en route)\b"
)
CHILDREN_AROUND = re.compile(
    r"\s(?:presents(?! (?:a|au|aux|dans|lors)\b)|avises|avertis|prevenus|informes|contactes|au courant|en route)\b"
    r"|\s?\(\d{1,2}(?:(?:,| et| ou) \d{1,2})* ?(?:ans|a)\b"
)
# `présents époux, 2 fils`.
FAMILY_BEFORE = re.compile(
    r"\b(?:epou(?:x|se)|mari|femme|filles?|mere|pere|parents|freres?|s(?:oe|\?)urs?|compagne|compagnon)(?:,| et| \+)? (?:\d |deux |trois )?$"
)
CLAUSE = re.compile(r"(?:^|[,.;:+]\s{0,2}|\bet\s)$")
WIFE_AND = re.compile(r" et (?:\d|deux|trois|ses|leurs|les)?\s?(?:enfants?|fils|filles?)")


def _kin(reading: Reading) -> Iterator[Finding]:
    for place in reading.hits_of_any("kinship.words", "kinship.ambiguous"):
        start, end = place
        before = reading.before(start, 45)
        if NOT_KIN_BEFORE.search(before) or NOT_KIN_AFTER.match(reading.plain, end):
            continue
        trigger = _reason(reading, place, before)
        if trigger:
            yield Finding(start, end, KINSHIP, "kinship.word", trigger)


def _reason(reading: Reading, place: Place, before: str) -> Place | None:
    """Return the place of what makes the word mean kin; the word itself if it always does."""
    word = reading.folded(*place)
    kind = AMBIGUOUS.get(word)
    if kind is None:
        return place
    for pattern in kind:
        if match := pattern.search(before):
            return max(0, place[0] - len(match[0])), place[0]
    means_kin = AFTER_TOO[word.rstrip("s") if word != "fils" else word]
    return place if means_kin(reading, before, reading.after(place[1], 70)) else None


def _fils(reading: Reading, before: str, after: str) -> bool:
    if FAMILY_BEFORE.search(before):
        return True
    if (
        SUTURE.search(before)
        or SUTURE.search(after)
        or re.search(r"\b(?:des|les|aux|ces|de)\s$", before)
    ):
        return bool(OF_SOMEONE.match(after)) and not SUTURE.search(before + after)
    return bool(
        not SUTURE.search(reading.before(len(reading.text), 400)) or DEFINITE.search(before)
    )


def _daughter(reading: Reading, before: str, after: str) -> bool:
    if STATE_OF_HEALTH.match(after) and (KIN_AROUND.search(before) or OTHER_KIN.search(after)):
        return True
    if before.endswith("(") and after.startswith(")"):
        return True
    if _is_reached(before, after):
        return True
    if AGED.match(after) and not re.search(r"\b(?:la|sa)\s$", before):
        return False
    if OF_SOMEONE.match(after) or IS_FAMILY_AFTER.match(after):
        return True
    return bool(DEFINITE.search(before) and (bool(CALLED.match(after)) or _ends(after)))


def _is_reached(before: str, after: str) -> bool:
    """Return whether it is someone to be called: `Tél fille: 079 …`, `fille avisée`."""
    if CALLED_BEFORE.search(before) or REACHED.search(before) or BROUGHT_BY.search(before):
        return True
    is_told = REACHED_AFTER.match(after) or HELPS.match(after)
    return bool(CLAUSE.search(before) and is_told)


def _child(reading: Reading, before: str, after: str) -> bool:
    if ORDINAL.search(before):
        return bool(OF_FAMILY.match(after))
    if CHILDREN_AROUND.match(after):
        return True
    return bool(OF_SOMEONE.match(after) or COUNT_AFTER.match(after) or OF_COUPLE.match(after))


def _wife(reading: Reading, before: str, after: str) -> bool:
    if REACHED.search(before) or BROUGHT_BY.search(before):
        return True
    if CLAUSE.search(before) and WIFE_REACHED.match(after):
        return True
    return bool(DEFINITE.search(before) and OF_SOMEONE.match(after)) or bool(WIFE_AND.match(after))


def _spouse(reading: Reading, before: str, after: str) -> bool:
    """Return whether it is a noun: `consultation conjointe` is none."""
    return bool(
        DEFINITE.search(before)
        or re.search(r"(?:^|[.;:,(/\-]\s?|\bpar |\bet |\bou |\bavec )$", before)
    )


def _ends(after: str) -> bool:
    return not after.strip() or after.lstrip()[0] in ".,;)(:/"


_FAMILY_OF = (POSSESSIVE, COUNTED, HAS_ONE, NONE, BESIDE_KIN)
AMBIGUOUS = {
    "fils": (POSSESSIVE,),
    "femme": (POSSESSIVE,),
    "femmes": (POSSESSIVE,),
    "conjoint": (POSSESSIVE,),
    "conjointe": (POSSESSIVE,),
    "conjoints": (POSSESSIVE,),
    "conjointes": (POSSESSIVE,),
    "enfant": _FAMILY_OF,
    "enfants": _FAMILY_OF,
    "fille": _FAMILY_OF,
    "filles": _FAMILY_OF,
    "garcon": _FAMILY_OF,
    "garcons": _FAMILY_OF,
    "petite fille": (POSSESSIVE,),
    "petites filles": (POSSESSIVE,),
}
AFTER_TOO = {
    "fils": _fils,
    "femme": _wife,
    "conjoint": _spouse,
    "conjointe": _spouse,
    "enfant": _child,
    "fille": _daughter,
    "garcon": _child,
    "petite fille": _wife,
    "petites fille": _wife,
}

GROUP = RuleGroup(
    name="kinship",
    rules=(
        Rule(
            KINSHIP,
            (Finder(_kin, {"kinship.words", "kinship.ambiguous"}),),
            after=frozenset({"CHUV:STRUCTURE_RÉFÉRENCE", "DÉMOGRAPHIE:PROFESSION", "ORGANISATION"}),
        ),
    ),
    meanings={"word": _("a word of kinship")},
    lexicons={
        "kinship.words": with_plurals("kinship"),
        "kinship.ambiguous": listed("kinship_ambiguous"),
    },
)
