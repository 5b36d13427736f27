"""The command that compares translations with the source."""

import shutil

import pytest
from django.core.management import CommandError, call_command

from annotation_platform.management.commands import check_messages


def test_without_gettext_it_says_so(monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(CommandError, match="gettext is not installed"):
        call_command("check_messages")


@pytest.mark.skipif(not shutil.which("xgettext"), reason="gettext is not installed")
def test_a_string_that_only_one_side_has_is_named():
    known = 'msgid "no such string anywhere"\nmsgstr "rien"'
    differences = check_messages._differences(known)
    assert "“no such string anywhere” is no longer in the source." in differences
    assert "“Sign out” is missing from locale/fr/LC_MESSAGES/django.po." in differences
