"""Every page in an interface language that is not the language of what it shows."""

import re
from typing import Any

import pytest
from django.dispatch import receiver
from django.test import Client
from django.test.signals import template_rendered

from contests.contest.models import Contest
from tests.browser.pages import BY_ROLE, answer_everything, paths_of
from tests.feedback.conftest import pytest_configure  # noqa: F401  (keeps compiled code)

OTHER = {"en": "fr", "fr": "en"}
# Pages that take the language of their content from the address.
CONTENT = re.compile(r"/edit/(?:en|fr)/|/guidelines/(?:$|\d|compare)|/mails/preview/|/card/")


def addresses(paths: list[str], content: str) -> list[str]:
    """Return the paths, those of texts in several languages with the language asked for."""
    chosen = [re.sub("/edit/(en|fr)/", f"/edit/{content}/", path) for path in paths]
    return [
        path + ("&" if "?" in path else "?") + f"lang={content}&language={content}"
        if CONTENT.search(path)
        else path
        for path in chosen
    ]


def names_overwritten(client: Client, path: str) -> tuple[Any, set[str]]:
    """Return a page, and the names of what its view gave and a template put something else for."""
    scopes: list[tuple[dict[str, Any], dict[str, Any]]] = []

    @receiver(template_rendered, weak=False)
    def note(*, context: Any, **_: Any) -> None:
        scopes.append((context.dicts[-1], dict(context.dicts[-1])))

    try:
        page = client.get(path)
    finally:
        template_rendered.disconnect(note)
    # Templates may change what they put there themselves; the first scope is the view's.
    given = scopes[:1]
    return page, {name for now, then in given for name in then if now.get(name) is not then[name]}


@pytest.mark.django_db
@pytest.mark.parametrize("interface", OTHER)
@pytest.mark.parametrize("role", BY_ROLE)
def test_every_page_keeps_its_own_language_and_that_of_its_content(
    request, client, contest, ana_in_contest, role, interface
):
    content = OTHER[interface]
    answer_everything(ana_in_contest)
    paths = paths_of(role, contest)
    Contest.objects.update(language=content)
    if role == "stranger":
        client.cookies["django_language"] = interface
    else:
        user = request.getfixturevalue(role)
        user.language = interface
        user.save()
        client.force_login(user)
    for path in addresses(paths, content):
        page, overwritten = names_overwritten(client, path)
        assert overwritten == set(), path
        # Asking for an end of mails is in its person's language, whoever opens it.
        if page.status_code == 200 and "/unsubscribe/" not in path:
            assert f'<html lang="{interface}"' in page.text, path
        if CONTENT.search(path):
            assert f'lang="{content}"' in page.text, path
