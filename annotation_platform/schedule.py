"""The periodic tasks and their queues."""

from typing import Any

from celery.schedules import crontab

MINUTE = 60
JOBS, UPKEEP = QUEUES = ("palio", "palio-upkeep")
# Upkeep has a queue, and a worker, of its own: behind long jobs it would come too late.
ROUTES = {
    name: {"queue": UPKEEP}
    for name in (
        "jobs.reap",
        "contests.close_ended",
        "agreement.*",
        "feedback.score*",
        "platform.*",
    )
}


def beats(*, reap_seconds: float) -> dict[str, dict[str, Any]]:
    """Return what the scheduler sends, and how often."""
    return {
        "reap jobs": _every(max(reap_seconds, 1), "jobs.reap") | {"schedule": reap_seconds},
        "close ended contests": _every(MINUTE, "contests.close_ended"),
        "start due runs": _every(MINUTE, "agreement.start_due_runs"),
        "send due reports": _every(MINUTE, "feedback.send_due_reports"),
        "score runs": _every(MINUTE, "feedback.score_runs"),
        "send due letters": _every(MINUTE, "accounts.send_due_letters"),
        "keep statistics": _every(MINUTE, "platform.keep_statistics"),
        "keep statistics, every night": {
            "task": "platform.keep_statistics",
            "schedule": crontab(hour="2", minute="40"),
            "kwargs": {"anyway": True},
        },
        "look for outdated results": {
            "task": "agreement.sweep",
            "schedule": crontab(hour="3", minute="10"),
        },
        "forget evaluations on files": _every(60 * MINUTE, "gold.forget_file_evaluations"),
        "forget expired sessions": {
            "task": "accounts.forget_expired_sessions",
            "schedule": crontab(hour="4", minute="20"),
        },
    }


def _every(seconds: float, task: str) -> dict[str, Any]:
    # A task that no worker has taken expires when the next one is sent.
    return {"task": task, "schedule": seconds, "options": {"expires": seconds}}
