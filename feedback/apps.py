from django.apps import AppConfig


class FeedbackConfig(AppConfig):
    name = "feedback"

    def ready(self) -> None:
        from contests.notices import register_notice
        from feedback import receivers  # noqa: F401  (they register themselves)
        from feedback.notices import unread_feedback

        register_notice(unread_feedback)
