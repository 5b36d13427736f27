"""Structured logs: one event a line with request and task id, and nothing that was read or typed.

An exception's message may quote what it failed on (PostgreSQL prints the failing row), and that may
be clinical text. So of an exception only its type and the places in our code are written.
"""

import logging
import sys
import traceback
from typing import Any

import structlog
from structlog.typing import EventDict, ExcInfo, Processor, WrappedLogger

PRE_CHAIN: list[Processor] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
]


def describe_exception(error: BaseException) -> str:
    """Return type and code location of an exception and its causes, without messages."""
    parts = []
    seen: BaseException | None = error
    while seen is not None:
        frames = traceback.extract_tb(seen.__traceback__)
        places = " > ".join(f"{frame.filename}:{frame.lineno}:{frame.name}" for frame in frames)
        parts.append(f"{type(seen).__module__}.{type(seen).__name__} at {places or '?'}")
        seen = seen.__cause__ or seen.__context__
    return " <- ".join(parts)


def _exception_of(exc_info: ExcInfo | BaseException | bool | None) -> BaseException | None:
    if isinstance(exc_info, BaseException):
        return exc_info
    if isinstance(exc_info, tuple):
        return exc_info[1]
    return sys.exc_info()[1] if exc_info else None


def describe_exceptions(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """Replace `exc_info` by a description that quotes nothing."""
    exc_info = event.pop("exc_info", None)
    record = event.get("_record")
    if isinstance(record, logging.LogRecord):
        exc_info = exc_info or record.exc_info
        record.exc_info = record.exc_text = None
    error = _exception_of(exc_info)
    if error is not None:
        event["exception"] = describe_exception(error)
    return event


def configuration(*, level: str, log_format: str) -> dict[str, Any]:
    """Return Django's LOGGING and set structlog up to write through it."""
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *PRE_CHAIN,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
    renderer: Any = (
        structlog.processors.JSONRenderer(ensure_ascii=False)
        if log_format == "json"
        else structlog.dev.ConsoleRenderer(colors=False, pad_event_to=28)
    )
    formatter = {
        "()": structlog.stdlib.ProcessorFormatter,
        "foreign_pre_chain": PRE_CHAIN,
        "processors": [
            describe_exceptions,
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            renderer,
        ],
    }
    silent: dict[str, Any] = {"handlers": ["null"], "propagate": False}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"structured": formatter},
        "handlers": {
            "stderr": {"class": "logging.StreamHandler", "formatter": "structured"},
            "null": {"class": "logging.NullHandler"},
        },
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            # These quote paths (with invitation tokens) and exception messages; RequestLogMiddleware
            # and the task signals in celery.py log the same events by route and type.
            "django.request": silent,
            "django.security.csrf": silent,
            "celery.app.trace": silent,
            "uvicorn.access": silent,
            "uvicorn.error": {"level": "WARNING"},
            "celery.beat": {"level": "WARNING"},
            "celery.worker.strategy": {"level": "WARNING"},
        },
    }
