"""What stands before a name of a place, or shows that it is none: patterns on folded text that end at it."""

import re

from detection.lookback import Lookback

# `Dr Savigny`, `Mme J. Romont`: a person.
TITLE = Lookback(
    r"\b(?:m|mr|mm|mme|mmes|mlle|monsieur|madame|mademoiselle|dr|dre|drs|dresse|pr|pre|prof|professeure?"
    r"|docteure?|doctoresse|inf|infirmiere?|maitre|soeur|patiente?|nom|prenom)[.#:]?\s?"
    r"(?:[a-z][.#]-?\s?){0,3}(?:[a-z?-]{3,}\s)?$"
)
# `score de Genève`, `critères de Rome`: medicine.
EPONYM = Lookback(
    r"\b(?:score|echelle|critere|classification|classe|grade|stade|index|indice|syndrome|maladie|signe"
    r"|consensus|protocole|test|regle|schema|prothese|methode|technique|questionnaire|grille|cotation"
    r"|fievre|virus|vaccin|procedure|convention|accord|declaration|manoeuvre|etude|essai|inventaire"
    r"|coma|gcs|bleu|boue|blanc|vert|savon|eau|herbe|fracture|genou|variant|corset|definition|plaque|fromage|vin|vins|salmonella|serotype|serovar|angine)s?"
    r"\s(?:de\s|d'|du\s|selon\s|modifie\w*\s)?(?:la\s)?$"
)
AT = Lookback(
    r"(?:(?:^|[\s(,;:/-])(?:a|vers|jusqu'a|entre|direction|pres de|proche de)\s|(?<![a-z])a)$"
)
# `canton de`, `originaire de`.
FROM = Lookback(
    r"\b(?:canton|district|commune|ville|village|region|vallee|ferme|hameau|quartier|bourg|originaire"
    r"|natif|native|provenance|venant|vient|viennent|venue?|arrivee?|environs|banlieue|alentours"
    r"|departement|ile|province|etat|pres|proche|loin|hauts|hauteurs|depart|retour|alpage|station"
    r"|habitante?|rentree?|citoyenne?|bourgeoise?|bourgeoisie|gare|lieu|prefecture)s?"
    r"\s(?:a\s|de\s|du\s|d'|des\s|de\sla\s|de\sl')$"
)
# `domicilié à`, `née à`, `transfert à`; with or without the preposition.
LIVES = Lookback(
    r"\b(?:domicilie[es]*|domicile|habit(?:e|ent|ait|ant|aient)|vi(?:t|vent|vait|vant|vaient)|resid[a-z]+"
    r"|demeur[a-z]+|etablie?s?|installee?s?|demenag[a-z]+|loge[a-z]*|nee?s?|naissance|origine|originaires?"
    r"|deced[a-z]+|scolarise[es]*|transferee?s?|transfert|hospitalise[es]*|hospitalisation|prise? en charge|operee?s?|suivie?s?|vacances"
    r"|voyage|sejour|grandi|etudes|travaill[a-z]+|lieu(?: de naissance| d'origine)?|localite"
    r"|medecin traitant|cabinet|provenance|provenant|venant)"
    r"(?:\s(?:actuellement|seule?|toujours|desormais|maintenant|demandee?|prevue?|en famille"
    r"|avec (?:son|sa|ses|leurs?) [a-z?-]+|(?:en|le|des) [\d#./-]+))?"
    r"\s?:?\s?(?:a|au|aux|de|d'|du|vers|sur|pres de|en|depuis)?\s?(?:la\s|l')?$"
)
POSTAL_CODE = Lookback(r"(?:^|[^\w.,#%+])(?:[a-z]{1,2}-)?(?:[1-9]\d{3}|\d{5})(?:-\d{3})?[\s-]?$")
CONTRACTED = re.compile(r"(?:au|aux|du|des)\s$")
# `allergie à`, `expliqué à`: what follows is a drug, a germ or a person.
NOT_AT = Lookback(
    r"\b(?:allergi[a-z]*|intoleran[a-z]*|sensib[a-z]*|resistan[a-z]*|repon[a-z]*|reaction|exposition"
    r"|switch[a-z]*|relais|passage|remise?s?|donnee?s?|confiee?s?|explique[es]*|annonce[es]*|dit"
    r"|propose[es]*|telephon[a-z]*|appele?[es]*|merci|grace|due?s?|secondaires?|liee?s?|imputable"
    r"|associee?s?|ajoutee?s?|egale?|identique|similaire|superieure?|inferieure?|face|quant|suite"
    r"|infection|pneumonie|sepsis|bacteriemie|gastro[a-z-]*|cystite|contact|colonise[es]*|porteu[a-z]*"
    r"|infecte[es]*|traitement|positi[a-z]*|negati[a-z]*|adaptee?|ressembl[a-z]*|relati[a-z]*|parle"
    r"|dire|demander|expliquer|donner|remettre|confier|rappeler|encephalite|meningite|angine|otite"
    r"|hepatite|serologie|antigene|anticorps|culture|glasgow|score|reponse|retour)\s(?:[a-z?']+\s)?a\s$"
)
# An address stands before a postal code whose place nobody listed.
ADDRESS = Lookback(
    r"(?:^|\n|[,/(-]|\b(?:ch|f|d|i)-|adresse|domicil\w*|habit\w*|vit|\ba|localite|npa|lieu)\s*:?\s*$"
)
