"""Words of the language, told from names that stand in small letters or open a line: by lists, and by how they end."""

import re
from functools import cache, lru_cache

from detection.rules.lexicons import words
from detection.rules.lexicons.inflection import plural
from text.tokens import fold

_LISTS = (
    "common_words", "ordinary_words", "medical_things", "name_stops", "never_names", "person_verbs",
    "eponym_nouns", "professions", "professions_ambiguous", "professions_care", "profession_adjectives",
    "nationalities", "kinship", "civil_status", "hospital_unit_words", "hospital_unit_adjectives",
    "street_types", "organisation_words", "organisation_words_direct", "room_words", "roles_care",
)  # fmt: skip
# How words of French end that are no names: verbs, participles, adjectives, nouns made of others.
_ENDING = re.compile(
    r"(?:[^aiouy]e|[aiou]e|ee?s|[ui]es|ir|oir|ant|ent|ants|ents|ait|oit|uit|aient|if|ifs|eux|us|is|it|al|aux|uel|iel|nnel|tion|tions|sion"
    r"|ment|ments|eurs?|ais|ois|ous|ain|ains|iens?|ons|(?<!e)ira|era|dra|vra|rra|ura|iques?|euses?|ives?|aires?|ables?|ibles?)$"
)
# Of Portugal and Spain, and those of German Switzerland: they end like plurals and infinitives.
_NAME_ENDING = re.compile(
    r"(?:andes|endes|alves|[^m]unes|[^t]omes|opes|eves|oares|avares|pires|arques|[rn]igues|aes|oes|eira|eiro|inho)$"
)
# Letters that French words do not have.
_FOREIGN = re.compile("[äöüñáóíãõåøšćčžđłńśźżýğışřěőű]")
_ACCENTED = re.compile("[éèêàâîôûçëï]")
_KEPT_WORDS = 2**14
# Abbreviations in capitals that name no unit, no employer and nobody.
MEDICAL_CODES = frozenset(words("medical_codes"))


@cache
def _words() -> frozenset[str]:
    entries = (entry for name in _LISTS for entry in words(name))
    singles = [fold(entry) for entry in entries if " " not in entry]
    return frozenset(singles) | frozenset(map(plural, singles))


def is_listed_word(word: str) -> bool:
    """Return whether a list has the folded word as one of the language."""
    return word in _words()


@lru_cache(maxsize=_KEPT_WORDS)
def is_word(word: str) -> bool:
    """Return whether a word, as it is written, belongs to the language or ends as its words do."""
    lowered, folded = word.lower(), fold(word)
    if folded in _words():
        return True
    if _FOREIGN.search(lowered) or _NAME_ENDING.search(folded):
        return False
    return bool(_ENDING.search(folded)) or bool(_ACCENTED.search(lowered[-3:]))


@cache
def _verbs() -> frozenset[str]:
    return frozenset(fold(word) for word in words("person_verbs"))


# Auxiliaries and pronouns that stand between a subject and its verb.
_AUXILIARIES = frozenset([
    "a", "est", "va", "ne", "se", "n", "s", "avait", "etait", "sera", "aura", "doit", "peut", "devra", "pourra",
    "vient", "reste", "semble", "sort",
])  # fmt: skip


def is_verb_of_persons(word: str) -> bool:
    """Return whether a folded word is a verb whose subject is a person."""
    return word in _verbs()


@cache
def _states() -> frozenset[str]:
    return frozenset(fold(word) for word in words("person_states"))


def is_state_of_persons(word: str) -> bool:
    """Return whether a folded word tells how a person is, or where one went."""
    return word in _states()


def follows_subject(word: str) -> bool:
    """Return whether a folded word goes on from a subject: a verb, or what stands before it."""
    return word in _verbs() or word in _AUXILIARIES


@cache
def surnames_and_words() -> frozenset[str]:
    """Return surnames that are words of the language too, folded."""
    return frozenset(fold(word) for word in words("surnames_and_words"))


@cache
def vietnamese_names() -> frozenset[str]:
    """Return the syllables of Vietnamese names, folded."""
    return frozenset(fold(word) for word in words("vietnamese_names"))
