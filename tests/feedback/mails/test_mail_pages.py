"""The pages about mails: for managers, and the link that ends them."""

import pytest

from accounts.audit import Actor
from accounts.models import AuditEvent
from contests.contest.models import Contest
from feedback.mails import services as mailing
from feedback.mails.models import FeedbackMail
from feedback.mails.services import token_of
from feedback.reports.selectors import wants_reports
from jobs.models import Job
from tests.pages import squeezed


@pytest.fixture
def base(client, contest, carl):
    client.force_login(carl)
    return f"/contests/{contest.pk}/feedback/mails"


def test_managers_are_led_to_everyones_reports(client, base, contest, left_out):
    response = client.get(f"/contests/{contest.pk}/feedback/", follow=True)
    assert response.redirect_chain == [(f"{base}/", 302)]
    assert "linguine" in squeezed(response)
    assert "orzo" in squeezed(response)


def test_nobody_else_finds_the_page(client, base, ana, eve, left_out):
    for person in (ana, eve):
        client.force_login(person)
        for path in ("/", "/preview/"):
            assert client.get(base + path).status_code == 404


def test_managers_choose_how_often_and_whether_text_may_be_in_it(client, base, contest):
    client.post(f"{base}/", {"feedback_every_days": "3", "clinical_text_in_mail": "on"})
    contest.refresh_from_db()
    assert (contest.feedback_every_days, contest.clinical_text_in_mail) == (3, True)
    event = AuditEvent.objects.filter(object_type="contest").first()
    assert sorted(event.details["fields"]) == ["clinical_text_in_mail", "feedback_every_days"]
    client.post(f"{base}/", {"feedback_every_days": ""})
    contest.refresh_from_db()
    assert (contest.feedback_every_days, contest.clinical_text_in_mail) == (None, False)


def test_a_report_every_no_days_is_refused(client, base, contest):
    response = client.post(f"{base}/", {"feedback_every_days": "0"})
    assert "greater than or equal to 1" in squeezed(response)


def test_sending_is_asked_about_first_and_is_one_job(client, base, contest, carl, left_out):
    assert "Send the reports?" in squeezed(client.post(f"{base}/send/"))
    assert not FeedbackMail.objects.exists()
    response = client.post(f"{base}/send/", {"confirmed": "1"}, follow=True)
    assert "2 e-mails are being sent." in squeezed(response)
    job = Job.objects.get(kind="feedback.mail")
    assert (job.created_by, job.params) == (carl, {"contest": contest.pk})
    again = client.post(f"{base}/send/", {"confirmed": "1"}, follow=True)
    assert "already has the latest one" in squeezed(again)


def test_one_person_alone_can_be_written_to(client, base, ana_in_contest, left_out):
    client.post(f"{base}/send/", {"confirmed": "1", "person": ana_in_contest.pk})
    assert FeedbackMail.objects.get().annotator == ana_in_contest


def test_before_the_first_run_nothing_is_sent(client, base, ana_in_contest):
    response = client.post(f"{base}/send/", {"confirmed": "1"}, follow=True)
    assert "There are no results yet." in squeezed(response)


def test_doubtful_mails_are_shown_and_sent_again_by_decision(client, base, contest, left_out):
    mailing.plan_mails(contest=contest, actor=Actor())
    FeedbackMail.objects.filter(annotator__alias="linguine").update(state="unsure", reason="died")
    FeedbackMail.objects.filter(annotator__alias="orzo").update(
        state="failed", reason="refused", reply_code=550, reply_words="no such mailbox"
    )
    page = squeezed(client.get(f"{base}/"))
    assert "the program stopped while sending" in page
    assert "550" in page
    assert "no such mailbox" in page
    unsure = FeedbackMail.objects.get(state="unsure")
    asked = client.post(f"{base}/{unsure.pk}/again/")
    assert "linguine may get the report twice" in squeezed(asked)
    client.post(f"{base}/{unsure.pk}/again/", {"confirmed": "1"})
    unsure.refresh_from_db()
    assert unsure.state == "planned"
    assert Job.objects.filter(kind="feedback.mail").exists()


def test_the_preview_shows_one_persons_mail_in_both_languages(
    client, base, ana_in_contest, left_out
):
    english = client.get(f"{base}/preview/", {"person": ana_in_contest.pk, "language": "en"})
    assert "Palio: your report of" in squeezed(english)
    french = client.get(f"{base}/preview/", {"person": ana_in_contest.pk, "language": "fr"})
    assert "Palio : votre rapport du" in squeezed(french)
    assert "14h30" not in squeezed(english)
    assert f'src="{base}/preview/{ana_in_contest.pk}/fr/"' in squeezed(french)
    assert '<html lang="fr">' in client.get(f"{base}/preview/{ana_in_contest.pk}/fr/").text


def test_the_html_of_a_mail_may_have_inline_styles_and_stand_in_our_frame_only(
    client, base, ana_in_contest, left_out
):
    response = client.get(f"{base}/preview/{ana_in_contest.pk}/en/")
    policy = response["Content-Security-Policy"]
    assert "style-src 'self' 'unsafe-inline'" in policy
    assert "frame-ancestors 'self'" in policy
    assert response["X-Frame-Options"] == "SAMEORIGIN"
    assert "script-src 'self'" in policy
    assert client.get(f"{base}/preview/{ana_in_contest.pk}/de/").status_code == 404


def test_a_preview_with_clinical_text_is_written_down(
    client, base, contest, ana_in_contest, left_out
):
    Contest.objects.filter(pk=contest.pk).update(clinical_text_in_mail=True)
    response = client.get(f"{base}/preview/", {"person": ana_in_contest.pk})
    assert "14h30" in squeezed(response)
    event = AuditEvent.objects.filter(object_type="feedback").first()
    assert event.details == {"inputs": [left_out.result.input_id]}


# --- Ending them ---


@pytest.fixture
def link(ana_in_contest) -> str:
    return f"/feedback/unsubscribe/{token_of(ana_in_contest)}/"


def test_opening_the_link_changes_nothing_and_one_click_does(client, link, ana_in_contest):
    assert "Stop e-mails" in squeezed(client.get(link))
    assert wants_reports(ana_in_contest)
    response = client.post(link)
    assert "You will no longer receive" in squeezed(response)
    assert not wants_reports(ana_in_contest)
    client.post(link, {"again": "yes"})
    assert wants_reports(ana_in_contest)


def test_mail_programs_unsubscribe_without_a_cookie(client, link, ana_in_contest):
    client.handler.enforce_csrf_checks = True
    client.post(link, {"List-Unsubscribe": "One-Click"})
    assert not wants_reports(ana_in_contest)


def test_the_page_speaks_the_language_of_the_mail(client, link, ana):
    ana.language = "fr"
    ana.save()
    assert '<html lang="fr"' in squeezed(client.get(link, headers={"accept-language": "en"}))


def test_a_link_that_was_made_up_ends_nobodys_mails(client, ana_in_contest, bob_in_contest, link):
    other = link.replace(f"/{ana_in_contest.pk}:", f"/{bob_in_contest.pk}:")
    assert client.post(other).status_code == 404
    assert wants_reports(bob_in_contest)


def test_the_choice_stands_on_the_report_too(client, contest, ana, ana_in_contest):
    client.force_login(ana)
    client.post(f"/contests/{contest.pk}/feedback/by-mail/", {"wants": "no"})
    assert not wants_reports(ana_in_contest)
    assert "Receive e-mails" in squeezed(client.get(f"/contests/{contest.pk}/feedback/"))
