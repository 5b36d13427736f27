"""Numbers in French words, as patterns for folded text."""

import re

_ONES = "une|un|deux|trois|quatre|cinq|six|sept|huit|neuf"
_TEENS = "dix[ -]sept|dix[ -]huit|dix[ -]neuf|dix|onze|douze|treize|quatorze|quinze|seize"
_TENS = (
    "quatre[ -]vingts?|vingt|trente|quarante|cinquante|soixante|septante|huitante|octante|nonante"
)
# Up to a hundred and something: ages, days and hours need no more.
NUMERAL = rf"(?:(?:{_TENS})(?:(?:[ -]et)?[ -](?:{_TEENS}|{_ONES})(?![a-z]))?|{_TEENS}|{_ONES}|cent(?: (?:{_ONES}))?)"
NUMERAL_BEFORE = re.compile(rf"(?<![a-z'-]){NUMERAL}[ -]?\Z|(?<=[dl]'){NUMERAL}[ -]?\Z")
LONGEST_NUMERAL = 26
