from django.apps import AppConfig


class FeedbackConfig(AppConfig):
    name = "feedback"

    def ready(self) -> None:
        from contests.notices import register_notice
        from feedback.notices import unread_feedback

        register_notice(unread_feedback)
