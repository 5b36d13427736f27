"""What this stage tells the stages after it."""

from django.dispatch import Signal

# A run was published: `run_id`, `contest_id`. Sent once its transaction is committed.
run_published = Signal()
