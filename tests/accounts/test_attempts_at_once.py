"""Many attempts at the same instant: no more are let in than one after the other."""

from functools import partial

import pytest

from accounts.errors import TooManyAttempts
from accounts.models import SignInFailure
from accounts.services import take_attempt
from tests.contests.people.test_joining_at_once import at_once

pytestmark = pytest.mark.django_db(transaction=True)


def test_of_many_attempts_at_once_as_many_are_let_in_as_one_after_the_other(settings):
    attempt = partial(
        take_attempt,
        kind=SignInFailure.Kind.SIGN_IN,
        email="ana@example.org",
        address="10.0.0.1",
    )
    results = at_once(*[attempt] * 24)
    let_in = len(results) - results.count(TooManyAttempts)
    assert let_in <= settings.SIGN_IN_LIMIT_PER_ACCOUNT_AND_ADDRESS
    # What was refused leaves nothing behind: trying on does not prolong the wait.
    assert SignInFailure.objects.count() == let_in
