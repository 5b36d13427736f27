"""The Celery application; tasks are found in each stage's tasks.py."""

import logging.config
import os
from typing import Any

import structlog
from celery import Celery
from celery.signals import setup_logging, task_failure, task_postrun, task_prerun

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "annotation_platform.settings")

app = Celery("palio")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

log = structlog.get_logger("palio.task")


@setup_logging.connect
def use_platform_logs(**_kwargs: Any) -> None:
    from django.conf import settings  # noqa: PLC0415  (not configured when this is imported)

    logging.config.dictConfig(settings.LOGGING)


@task_prerun.connect
def bind_task_id(task_id: str, task: Any, **_kwargs: Any) -> None:
    structlog.contextvars.bind_contextvars(task_id=task_id, task=task.name)


@task_postrun.connect
def unbind_task_id(**_kwargs: Any) -> None:
    structlog.contextvars.clear_contextvars()


@task_failure.connect
def log_task_failure(exception: BaseException, **_kwargs: Any) -> None:
    log.error("task failed", exc_info=exception)
