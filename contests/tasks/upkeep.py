"""What happens to contests by the calendar."""

from celery import shared_task

from contests.services import lifecycle


@shared_task
def close_ended_contests() -> None:
    """Close the contests whose last day has passed."""
    lifecycle.close_ended()
