"""The keys of the annotation page that a person may change."""

import re
from pathlib import Path

from accounts.keys import DEFAULTS

KEYMAP = Path(__file__).resolve().parents[2] / "static/js/annotating/keymap.js"


def form(**changes):
    return {**DEFAULTS, "single": "on", **changes}


def test_the_page_and_the_preferences_agree_on_the_defaults():
    written = re.search(
        r"DEFAULT_KEYS = Object.freeze\(\{(.*?)\}\)", KEYMAP.read_text(), re.DOTALL
    )[1]
    assert dict(re.findall(r'(\w+): "(\w+)"', written)) == DEFAULTS


def test_only_what_differs_is_stored(client, ana):
    client.force_login(ana)
    client.post("/accounts/preferences/keys/", form(accept="J"))
    ana.refresh_from_db()
    assert ana.keys == {"accept": "J"}
    client.post("/accounts/preferences/keys/", form())
    ana.refresh_from_db()
    assert ana.keys == {}


def test_single_keys_are_switched_off(client, ana):
    client.force_login(ana)
    data = form()
    del data["single"]
    client.post("/accounts/preferences/keys/", data)
    ana.refresh_from_db()
    assert ana.keys == {"off": True}


def test_two_actions_cannot_have_the_same_key(client, ana):
    client.force_login(ana)
    response = client.post("/accounts/preferences/keys/", form(accept="X"))
    assert "Two actions cannot have the same key." in response.content.decode()
    ana.refresh_from_db()
    assert ana.keys == {}


def test_a_key_that_is_no_letter_is_refused(client, ana):
    client.force_login(ana)
    client.post("/accounts/preferences/keys/", form(accept="F5"))
    ana.refresh_from_db()
    assert ana.keys == {}
