from django.apps import AppConfig


class FeedbackConfig(AppConfig):
    name = "feedback"

    def ready(self) -> None:
        from feedback import receivers  # noqa: F401  (they register themselves)
