"""The PostgreSQL and the Redis that the other tests would run on really work."""

import secrets
from uuid import uuid4

import pytest
from psycopg import sql

from tests.requirements import (
    connect_to_postgres,
    connect_to_redis,
    postgres_answers,
    redis_answers,
)

needs_postgres = pytest.mark.skipif(not postgres_answers(), reason="no PostgreSQL answers")
needs_redis = pytest.mark.skipif(not redis_answers(), reason="no Redis answers")


@needs_postgres
def test_postgres_lets_us_make_a_database_in_utf_8():
    name = sql.Identifier(f"palio_{secrets.token_hex(6)}")
    with connect_to_postgres() as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(name))
        connection.execute(sql.SQL("DROP DATABASE {}").format(name))
        row = connection.execute("SELECT 'Bâtiment' || '…', current_setting('server_encoding')")
        assert row.fetchone() == ("Bâtiment…", "UTF8")


@needs_postgres
def test_postgres_is_recent_enough():
    with connect_to_postgres() as connection:
        # What Django 5.2 asks for.
        assert connection.info.server_version >= 140_000


@needs_redis
def test_redis_hands_a_message_on():
    queue = f"palio-test-{uuid4()}"
    with connect_to_redis() as client:
        client.rpush(queue, "look at this job")
        assert client.blpop([queue], timeout=5) == (queue.encode(), b"look at this job")


@needs_redis
def test_redis_publishes():
    channel = f"palio-test-{uuid4()}"
    with connect_to_redis() as client, client.pubsub() as listener:
        listener.subscribe(channel)
        assert listener.get_message(timeout=5)["type"] == "subscribe"
        client.publish(channel, "news")
        assert listener.get_message(timeout=5)["data"] == b"news"
