"""Invented lines with their true spans, for tests that need no document around them."""

from dataclasses import dataclass

from contests.categories.domain.presets import SWISS_HOSPITAL
from text.markup import parse
from text.spans import Span
from text.tokens import tokenize

LABELS = frozenset(label for supercategory in SWISS_HOSPITAL for label in supercategory.labels)


@dataclass(frozen=True)
class Line:
    """A line, its tokens and its true spans."""

    text: str
    tokens: tuple[tuple[int, int], ...]
    gold: tuple[Span, ...]

    @classmethod
    def of(cls, marked: str) -> "Line":
        text, spans = parse(marked)
        return cls(text, tokenize(text), tuple(spans))


LINES = tuple(
    Line.of(marked)
    for marked in """\
Vu par le Dr [Brandolin](NOM:PERSONNEL_MÉDICAL) à [14h30](TEMPORAL:TEMPS), ablation des fils.
Madame [Odile](NOM:PATIENT_E) [Marchanval](NOM:PATIENT_E), née le [18#03#1961](TEMPORAL:DATE), [veuve](DÉMOGRAPHIE:ÉTAT_CIVIL).
Patient de [63 ans](DÉMOGRAPHIE:ÂGE), [maçon](DÉMOGRAPHIE:PROFESSION), hospitalisé pendant 12 jours.
Patiente d'[un an et deux mois](DÉMOGRAPHIE:ÂGE), née à 35 SA, vue avec sa [mère](PERSONNES:LIEN_DE_PARENTÉ).
Séjour du [3 mars](TEMPORAL:DATE) au [9 mars](TEMPORAL:DATE) dans le [service de cardiologie](CHUV:STRUCTURE_RÉFÉRENCE).
Transfert au [BH07](CHUV:BÂTIMENT_CHAMBRE_OU_LIT) le [21#02#2020](TEMPORAL:DATE) à [8h](TEMPORAL:TEMPS).
[Chemin des Aubépines](EMPLACEMENT:RUE) [12](EMPLACEMENT:NUMÉRO_HABITATION), [1260](EMPLACEMENT:CODE_POSTAL) [Nyon](EMPLACEMENT:EMPLACEMENT_GÉOGRAPHIQUE) [VD](EMPLACEMENT:CODE_CANTON)
Tél: [021 555 01 22](CONTACT:TÉLÉPHONE), Fax: [021 555 01 23](CONTACT:FAX)
Courriel [accueil@soins.example](CONTACT:EMAIL), site [www.soins.example](CONTACT:URL)
IPP [8003456](ID:IPP), séjour [1190253765](ID:NUMÉRO_SÉJOUR), bon [B44812](ID:NUMÉRO_BON)
Originaire du [Portugal](EMPLACEMENT:PAYS), en [Suisse](EMPLACEMENT:PAYS) depuis [2015](TEMPORAL:DATE), nationalité [portugaise](DÉMOGRAPHIE:NATIONALITÉ).
Suivi par la Dresse [Anne-Lise](NOM:PERSONNEL_MÉDICAL) [de Brévart](NOM:PERSONNEL_MÉDICAL) à l'[Hôpital de Nyon](ORGANISATION).
Vit avec son [épouse](PERSONNES:LIEN_DE_PARENTÉ) à [Yverdon-les-Bains](EMPLACEMENT:EMPLACEMENT_GÉOGRAPHIQUE), travaille chez [Migrolux](ORGANISATION).
Pas d'allergie connue, bon état général, hospitalisation sans particularité.
Antalgie par paracétamol 1 g toutes les 6 heures pendant 5 jours.
Monsieur [Jean-Marc](NOM:PATIENT_E) [d'Arvel](NOM:PATIENT_E) est [français](DÉMOGRAPHIE:NATIONALITÉ), [divorcé](DÉMOGRAPHIE:ÉTAT_CIVIL).
Contrôle [lundi](TEMPORAL:DATE) [22/03/2021](TEMPORAL:DATE) avec le médecin traitant, la femme se porte bien.
Prise en charge aux [Soins intensifs](CHUV:STRUCTURE_RÉFÉRENCE), puis en policlinique après 48 heures.""".splitlines()
)
