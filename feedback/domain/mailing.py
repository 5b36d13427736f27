"""When a mail that could not be delivered is tried again, and when the next reports are due."""

from datetime import datetime, timedelta

# After one refusal, two, three …; a greylisting server lets one through after minutes, a server that
# is being repaired after hours.
PAUSES_MINUTES = (1, 5, 15, 60, 240, 720)


def next_attempt(attempts: int, now: datetime) -> datetime | None:
    """Return when to try again after so many attempts; None where it is time to give up."""
    if attempts > len(PAUSES_MINUTES):
        return None
    return now + timedelta(minutes=PAUSES_MINUTES[attempts - 1])


def is_due(*, every_days: int, last: datetime, now: datetime) -> bool:
    """Return whether so many days have passed since the last reports."""
    return now - last >= timedelta(days=every_days)
