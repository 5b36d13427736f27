"""French is complete, and compiled; `make check` also compares it with the source."""

import re
from pathlib import Path

import pytest
from django.utils import translation

from annotation_platform.management.commands.check_messages import problems, read_catalogue

FOLDER = Path(__file__).parent.parent / "locale" / "fr" / "LC_MESSAGES"
CATALOGUE = (FOLDER / "django.po").read_text()
# A mark after an ordinary blank, or the typewriter's apostrophe.
LOOSE_MARK = re.compile(r" [:;!?»]| %(?!\()|« |'")
COMPILED = (FOLDER / "django.mo").read_bytes()


def test_every_string_is_translated_and_compiled():
    assert list(problems(CATALOGUE, COMPILED)) == []


def test_django_speaks_it():
    with translation.override("fr"):
        assert translation.gettext("Sign out") == "Se déconnecter"
        assert translation.pgettext("address", "From") == "Depuis"


def test_french_marks_are_never_cut_off_from_their_words():
    for entry in read_catalogue(CATALOGUE):
        for text in entry.translations:
            assert not LOOSE_MARK.search(text), text


HEADER = 'msgid ""\nmsgstr ""\n"Plural-Forms: nplurals=2; plural=(n > 1);\\n"\n\n'


@pytest.mark.parametrize(
    ("entry", "complaint"),
    [
        ('msgid "Home"\nmsgstr ""', "“Home” is not translated."),
        ('#, fuzzy\nmsgid "Home"\nmsgstr "Accueil"', "“Home” is marked fuzzy."),
        (
            'msgid "one"\nmsgid_plural "many"\nmsgstr[0] "un"\nmsgstr[1] ""',
            "“one” is not translated.",
        ),
        (
            'msgid "Hello %(name)s"\nmsgstr "Bonjour %(nom)s"',
            "“Hello %(name)s” has other placeholders than its translation.",
        ),
        ('msgid "Home"\nmsgstr "Accueil"', "The .mo file is not what the .po file compiles to."),
    ],
)
def test_what_is_wrong_is_named(entry, complaint):
    assert complaint in list(problems(HEADER + entry, COMPILED))


def test_a_long_string_may_go_on_over_several_lines():
    (entry,) = read_catalogue(HEADER + 'msgid ""\n"one "\n"two"\nmsgstr ""\n"un "\n"deux"')
    assert (entry.words, entry.translations) == ("one two", ("un deux",))
