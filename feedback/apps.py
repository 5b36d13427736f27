from django.apps import AppConfig


class FeedbackConfig(AppConfig):
    name = "feedback"

    def ready(self) -> None:
        from contests.home.selectors import register_notice
        from feedback.reports.selectors import unread_feedback
        from feedback.scores import receivers  # noqa: F401  (they register themselves)

        register_notice(unread_feedback)
