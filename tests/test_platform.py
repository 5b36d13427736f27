"""The front door and the health page."""

import pytest
import redis

from tests.services import free_port, running_queue


@pytest.fixture
def redis_url(tmp_path):
    with running_queue(tmp_path) as url:
        yield url


def test_health_names_what_does_not_answer(client, db, settings):
    settings.REDIS_URL = f"redis://127.0.0.1:{free_port()}/0"
    response = client.get("/health/")
    assert response.status_code == 503
    assert response.json() == {"database": True, "queue": False}


@pytest.mark.queue
def test_health_is_good_where_database_and_queue_answer(client, db, settings, redis_url):
    settings.REDIS_URL = redis_url
    assert redis.Redis.from_url(redis_url).ping()
    assert client.get("/health/").json() == {"database": True, "queue": True}
