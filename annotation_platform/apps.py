from django.apps import AppConfig


class PlatformConfig(AppConfig):
    name = "annotation_platform"
    verbose_name = "Palio"

    def ready(self) -> None:
        from annotation_platform import checks, middleware  # noqa: F401  (they register themselves)
