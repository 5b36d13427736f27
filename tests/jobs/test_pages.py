"""Who sees which job, and what the pages say."""

import pytest
from django.urls import reverse

from jobs import services
from jobs.models import Job
from tests.pages import squeezed


@pytest.fixture
def contest_job(contest):
    return services.create_job(
        kind="tests.count", params={"total": 3}, contest_id=contest.pk, key="of the contest"
    )


def detail(job: Job) -> str:
    return reverse("jobs:detail", args=[job.pk])


def progress(job: Job) -> str:
    return reverse("jobs:progress", args=[job.pk])


def cancel(job: Job) -> str:
    return reverse("jobs:cancel", args=[job.pk])


def test_without_a_job_the_list_says_what_will_be_there(client, eve):
    client.force_login(eve)
    response = client.get(reverse("jobs:list"))
    assert "No jobs yet." in response.text
    assert "hx-trigger" not in response.text


def test_a_manager_sees_the_jobs_of_the_contest(client, carl, contest_job):
    client.force_login(carl)
    assert "Counting" in client.get(reverse("jobs:list")).text
    assert "Counting" in client.get(detail(contest_job)).text


def test_an_annotator_does_not_see_the_jobs_of_the_contest(client, ana_in_contest, contest_job):
    client.force_login(ana_in_contest.user)
    assert "Counting" not in client.get(reverse("jobs:list")).text
    assert client.get(detail(contest_job)).status_code == 404


def test_who_asked_for_a_job_sees_it(client, ana):
    job = services.create_job(kind="tests.count", params={"total": 1}, created_by=ana)
    client.force_login(ana)
    assert client.get(detail(job)).status_code == 200


def test_an_administrator_sees_every_job(client, eve, contest_job):
    eve.is_superuser = True
    eve.save()
    client.force_login(eve)
    assert client.get(detail(contest_job)).status_code == 200


@pytest.mark.parametrize("page", [detail, progress, cancel])
def test_a_stranger_gets_404(client, eve, contest_job, page):
    client.force_login(eve)
    assert client.get(page(contest_job)).status_code == 404


def test_a_stranger_cannot_cancel(client, eve, contest_job):
    client.force_login(eve)
    assert client.post(cancel(contest_job)).status_code == 404
    contest_job.refresh_from_db()
    assert contest_job.state == "queued"


@pytest.mark.parametrize("page", [detail, cancel])
def test_who_is_not_signed_in_is_led_to_the_form(client, contest_job, page):
    assert client.get(page(contest_job)).headers["Location"].startswith("/accounts/login/")


def test_a_page_whose_session_ended_reloads_itself(client, contest_job):
    for part in (progress(contest_job), reverse("jobs:rows"), at_work(contest_job)):
        assert client.get(part, headers={"HX-Request": "true"}).headers["HX-Refresh"] == "true"


def test_a_live_job_is_asked_for_again(client, carl, contest_job):
    client.force_login(carl)
    page = squeezed(client.get(detail(contest_job)))
    assert f'hx-get="{progress(contest_job)}" hx-trigger="every 2s"' in page
    assert client.get(progress(contest_job)).status_code == 200
    assert client.get(reverse("jobs:rows")).status_code == 200


def test_a_page_stops_asking_when_its_job_has_ended(client, carl, contest_job):
    claimed = services.claim_job(job_id=contest_job.pk, worker="host:1")
    services.succeed_job(job_id=claimed.pk, lease=claimed.lease)
    client.force_login(carl)
    response = client.get(progress(contest_job))
    assert response.status_code == 286
    assert "The job has ended: succeeded." in response.text
    assert client.get(reverse("jobs:rows")).status_code == 286
    assert "hx-trigger" not in client.get(detail(contest_job)).text


def test_progress_step_and_error_are_shown(client, carl, contest_job):
    services.claim_job(job_id=contest_job.pk, worker="host:1")
    Job.objects.update(
        progress_done=1200,
        progress_total=5000,
        step="Ticking",
        last_error="Worker x died.",
        deaths=2,
    )
    client.force_login(carl)
    text = squeezed(client.get(detail(contest_job)))
    assert '<progress max="5000" value="1200"' in text
    assert "Ticking" in text
    assert "Worker x died." in text
    assert "worker crashed 2 times" in text


def test_a_job_given_up_says_so(client, carl, contest_job):
    Job.objects.update(state="given-up", finished_at="2026-01-01T00:00Z", last_error="Given up.")
    client.force_login(carl)
    assert "will not be retried" in client.get(detail(contest_job)).text


def test_cancelling_asks_first(client, carl, contest_job):
    client.force_login(carl)
    assert "Cancel “Counting”?" in client.get(cancel(contest_job)).text
    contest_job.refresh_from_db()
    assert contest_job.state == "queued"


def test_cancelling_a_queued_job(client, carl, contest_job):
    client.force_login(carl)
    response = client.post(cancel(contest_job), follow=True)
    assert "The job has been cancelled." in response.text
    contest_job.refresh_from_db()
    assert contest_job.state == "cancelled"


def test_cancelling_a_running_job(client, carl, contest_job):
    services.claim_job(job_id=contest_job.pk, worker="host:1")
    client.force_login(carl)
    response = client.post(cancel(contest_job), follow=True)
    assert "The job will stop at its next step." in response.text
    assert "stopping at the next step" in response.text
    assert cancel(contest_job) not in response.text


def test_a_job_that_has_ended_cannot_be_cancelled_by_an_old_page(client, carl, contest_job):
    Job.objects.update(state="failed", finished_at="2026-01-01T00:00Z")
    client.force_login(carl)
    assert client.get(cancel(contest_job)).headers["Location"] == detail(contest_job)
    client.post(cancel(contest_job))
    contest_job.refresh_from_db()
    assert contest_job.state == "failed"


def test_pages_cost_few_queries(client, carl, contest, django_assert_max_num_queries):
    for number in range(20):
        services.create_job(
            kind="tests.count", params={"n": number}, created_by=carl, contest_id=contest.pk
        )
    client.force_login(carl)
    with django_assert_max_num_queries(6):
        client.get(reverse("jobs:rows"))


def test_a_manager_who_left_no_longer_sees_the_jobs_they_started(client, contest, eve):
    job = services.create_job(
        kind="tests.count", params={"total": 1}, created_by=eve, contest_id=contest.pk
    )
    client.force_login(eve)
    assert client.get(detail(job)).status_code == 404
    assert client.post(cancel(job)).status_code == 404


def at_work(job: Job) -> str:
    return reverse("jobs:at_work", args=[job.ticket])


def test_whoever_was_shown_a_job_may_follow_it(client, eve, contest_job):
    claimed = services.claim_job(job_id=contest_job.pk, worker="host:1")
    Job.objects.update(progress_done=1200, progress_total=5000, step="Ticking")
    client.force_login(eve)
    text = client.get(at_work(contest_job)).text
    assert "Ticking…" in text
    assert "24&nbsp;%" in text
    services.succeed_job(job_id=claimed.pk, lease=claimed.lease)
    assert client.get(at_work(contest_job)).headers["HX-Refresh"] == "true"


def test_a_job_cannot_be_followed_with_a_ticket_that_nobody_gave(client, carl, contest_job):
    client.force_login(carl)
    forged = f"{contest_job.pk}:{contest_job.ticket.split(':')[1][::-1]}"
    assert client.get(reverse("jobs:at_work", args=[forged])).status_code == 404
    assert client.get(reverse("jobs:at_work", args=[contest_job.pk])).status_code == 404
