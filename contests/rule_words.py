"""What each rule of the detector means, in the reader's language.

The English is the rules' own (`Family.meanings`), named here so that it is collected for translation; a
test compares the two.
"""

from collections.abc import Mapping
from functools import cache

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from contests.domain.detecting import OWN_FORMAT
from detection.findings import OWN_WORD
from detection.languages import LANGUAGES

OWN_MEANINGS = {
    OWN_FORMAT: _("a format of this contest’s own"),
    OWN_WORD: _("a word of this contest’s own"),
}
MEANINGS = (
    _("an e-mail address"),
    _("a web address"),
    _("the name of a web site"),
    _("written like a telephone number"),
    _("a number after a word for telephone"),
    _("a number beside a word for fax"),
    _("a number after F, beside one after T"),
    _("a number beside the word that says which number it is"),
    _("the name of a feast"),
    _("the name of a month, with its day and year"),
    _("days that share one month"),
    _("a season with its year"),
    _("a whole date in figures"),
    _("a month and a year in figures"),
    _("a day and a month in figures"),
    _("a year"),
    _("a year in two figures"),
    _("a day of the week"),
    _("a day of the month alone"),
    _("a time of day in figures"),
    _("a time of day in words"),
    _("noon or midnight"),
    _("a number of years, months, weeks or days that someone has lived"),
    _("a number beside the word for age"),
    _("a decade of life"),
    _("a kind of unit and its name"),
    _("the abbreviation of a known unit"),
    _("an abbreviation where a unit is said"),
    _("an abbreviation beside a date in a list of stays"),
    _("the code of a building, with a floor or a door"),
    _("a number behind a word for a room, a bed or a floor"),
    _("a room and its bed at the head of an entry"),
    _("a floor of a building of the hospital"),
    _("a company by what ends its name"),
    _("a kind of organisation and its name"),
    _("a kind of organisation and the name behind it"),
    _("a known organisation"),
    _("the abbreviation of a known organisation"),
    _("a name behind an occupation"),
    _("a name where an employer or an insurer is said"),
    _("a word for a way and its name"),
    _("an abbreviated word for a way and its name"),
    _("a word that can mean a way, in an address"),
    _("a German word for a way at the end of the name"),
    _("a name before a house number, a postal code and a place"),
    _("a number behind a street"),
    _("a number before a street"),
    _("a number beside a place"),
    _("a number in the field of postal codes"),
    _("a known place"),
    _("a known place that is also a word, in the surroundings of a place"),
    _("a name behind a postal code"),
    _("a name before the code of a canton"),
    _("a name at the start of a line before a date"),
    _("a name behind « à »"),
    _("a name behind a word of living, being born or moving"),
    _("a name behind a kind of place"),
    _("a name in a field for a place"),
    _("a name behind a street or an institution"),
    _("a name behind that of a doctor"),
    _("the code of a canton"),
    _("the name of a country"),
    _("the name of a country that is also a word, behind a preposition"),
    _("the code of a country"),
    _("the code of a country before a postal code"),
    _("an adjective of nationality said of a person"),
    _("what stands after the word for an occupation"),
    _("an occupation said of someone"),
    _("a word for the civil status of a person"),
    _("a word of kinship"),
    _("a name after a title of those who care"),
    _("a name that goes on a list of people"),
    _("a name after a function in care"),
    _("a name before a function in care"),
    _("a name in the greeting of a letter between colleagues"),
    _("a name of someone whom the patient goes to see"),
    _("a name with an initial where someone who cares is meant"),
    _("a name under a letter or a note"),
    _("a name on the organisation's own list of staff"),
    _("a name that stands elsewhere in the text"),
    _("a name after a form of address"),
    _("a name of someone with a title who is treated"),
    _("a name after the word for a patient or a name"),
    _("a name beside a date of birth or a number of a patient"),
    _("the name of someone whose family is spoken of"),
    _("a name behind a word for a relative or someone near"),
    _("the name of a child who is brought"),
    _("the name of a newborn on a list"),
    _("a name beside a room or a bed"),
    _("a name in a slot of an agenda or a programme"),
    _("the name of someone for whom something is done"),
    _("a name that opens a line before what people do"),
    _("a first name that stands as a person's"),
    _("a surname on a list, which nothing announces"),
    _("a date or a year in figures"),
    _("a number of years, months, weeks or days that someone is old"),
)


@cache
def meanings() -> Mapping[str, str]:
    """Return the English words of every rule, by its full name."""
    return OWN_MEANINGS | {
        f"{family.name}.{rule}": words
        for families in LANGUAGES.values()
        for family in families
        for rule, words in family.meanings.items()
    }


def rule_words(rule: str) -> str:
    """Return what a rule means; one that no longer exists keeps its name."""
    words = meanings().get(rule)
    return gettext(words) if words else rule
