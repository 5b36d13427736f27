from typing import TYPE_CHECKING, Optional

from django.apps import AppConfig

if TYPE_CHECKING:
    from contests.home.selectors import Notice
    from contests.people.models import Membership


class FeedbackConfig(AppConfig):
    name = "feedback"

    def ready(self) -> None:
        from contests.contest.domain import register_factors
        from contests.home.selectors import register_notice
        from feedback.scores import receivers  # noqa: F401  (they register themselves)
        from feedback.scores.domain import FACTORS

        register_notice(_unread_feedback)
        register_factors(FACTORS)


def _unread_feedback(member: "Membership") -> Optional["Notice"]:
    # Imported when it is asked for: starting up does without the agreement engine's compiler.
    from feedback.reports.selectors import unread_feedback

    return unread_feedback(member)
