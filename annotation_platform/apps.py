from django.apps import AppConfig


class PlatformConfig(AppConfig):
    name = "annotation_platform"
    verbose_name = "Palio"

    def ready(self) -> None:
        # They register themselves; without celery, tasks would be sent to no queue of ours.
        from annotation_platform import celery, checks, middleware  # noqa: F401
