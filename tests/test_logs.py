"""Logs: ids and places, never what was read or typed."""

import io
import json
import logging
import logging.config

import pytest
import structlog
from django.db import IntegrityError, OperationalError, connection

from annotation_platform import logs

SECRET = "Madame Dupont, née le 12.03.1956"


@pytest.fixture
def written(settings):
    """Return a function that gives the lines logged since, as production would write them."""
    stream = io.StringIO()
    configuration = logs.configuration(level="INFO", log_format="json")
    configuration["handlers"]["stderr"]["stream"] = stream
    logging.config.dictConfig(configuration)
    yield lambda: [json.loads(line) for line in stream.getvalue().splitlines()]
    logging.config.dictConfig(settings.LOGGING)


def test_a_request_is_one_line_with_its_id_and_route(written, client, ana):
    client.force_login(ana)
    response = client.get("/contests/")
    (line,) = [line for line in written() if line["event"] == "request"]
    assert line["request_id"] == response["X-Request-ID"]
    assert (line["route"], line["status"], line["user_id"]) == ("contests/", 200, ana.pk)


def test_without_a_database_a_request_is_still_one_line_and_the_page_whole(written, client, ana):
    def refuse(*_query):
        raise OperationalError

    client.force_login(ana)
    client.raise_request_exception = False
    with connection.execute_wrapper(refuse):
        response = client.get("/contests/")
    (line,) = [line for line in written() if line["event"] == "request"]
    assert line["status"] == response.status_code == 503
    assert line["request_id"] == response["X-Request-ID"]
    assert response["X-Request-ID"] in response.text
    assert "Content-Security-Policy" in response


def test_the_secret_of_an_invitation_is_not_logged(written, client, db):
    client.get("/invitations/very-secret-token/")
    client.post("/invitations/very-secret-token/")
    assert written()
    assert "very-secret-token" not in json.dumps(written())


@pytest.mark.parametrize("logger", [structlog.get_logger("palio"), logging.getLogger("anyone")])
def test_an_exception_is_logged_by_type_and_place_without_its_message(written, logger):
    try:
        try:
            raise IntegrityError(f"Failing row contains ({SECRET})")
        except IntegrityError as error:
            raise RuntimeError(SECRET) from error
    except RuntimeError:
        logger.exception("it broke")
    (line,) = written()
    assert "Dupont" not in json.dumps(line, ensure_ascii=False)
    assert "RuntimeError at " in line["exception"]
    assert "IntegrityError at " in line["exception"]
    assert "test_logs.py" in line["exception"]


def test_a_failing_page_is_logged_and_shows_nothing(written, client, ana, monkeypatch):
    from contests.contest.models import Contest

    def fail(*_args, **_kwargs):
        raise ValueError(SECRET)

    monkeypatch.setattr(Contest.objects, "visible_to", fail)
    client.force_login(ana)
    client.raise_request_exception = False
    response = client.get("/contests/")
    assert response.status_code == 500
    assert "Dupont" not in response.content.decode()
    assert response["X-Request-ID"] in response.content.decode()
    failures = [line for line in written() if line["event"] == "request failed"]
    assert len(failures) == 1
    assert "Dupont" not in json.dumps(written(), ensure_ascii=False)


def test_celery_does_not_log_the_message_of_a_failed_task(written):
    from annotation_platform.celery import log_task_failure

    logging.getLogger("celery.app.trace").error("Task raised: %r", ValueError(SECRET))
    log_task_failure(exception=ValueError(SECRET))
    assert "Dupont" not in json.dumps(written(), ensure_ascii=False)
    assert [line["event"] for line in written()] == ["task failed"]
