"""A refusal becomes a message of the page or an error of a form; anything else goes on."""

import pytest
from django import forms
from django.contrib.messages import get_messages
from django.contrib.messages.storage.fallback import FallbackStorage
from django.utils.translation import override

from text.errors import NameUnreadable
from web.errors import attempt


@pytest.fixture(autouse=True)
def _in_english():
    with override("en"):
        yield


class NameForm(forms.Form):
    name = forms.CharField()


@pytest.fixture
def request_(rf):
    request = rf.post("/")
    request.session = {}
    request._messages = FallbackStorage(request)
    return request


def test_a_refusal_is_a_message(request_):
    with attempt(request_) as attempted:
        raise NameUnreadable
    assert not attempted.succeeded
    assert [str(each) for each in get_messages(request_)] == [NameUnreadable.message]


@pytest.mark.parametrize(("field", "shown_at"), [("name", "name"), (None, "__all__")])
def test_a_refusal_is_an_error_of_a_form(field, shown_at):
    form = NameForm({"name": "a b"})
    with attempt(form, field):
        raise NameUnreadable
    assert form.errors == {shown_at: [NameUnreadable.message]}


def test_a_function_may_show_a_refusal():
    shown = []
    with attempt(shown.append):
        raise NameUnreadable
    assert [type(error) for error in shown] == [NameUnreadable]


def test_what_succeeds_shows_nothing(request_):
    with attempt(request_) as attempted:
        pass
    assert attempted.succeeded
    assert not list(get_messages(request_))


def test_what_is_no_refusal_is_raised(request_):
    with pytest.raises(ZeroDivisionError), attempt(request_):
        raise ZeroDivisionError
