import contextlib

from django.apps import AppConfig
from django.conf import settings


class PlatformConfig(AppConfig):
    name = "annotation_platform"
    verbose_name = "Palio"

    def ready(self) -> None:
        # They register themselves; without celery, tasks would be sent to no queue of ours.
        from annotation_platform import celery, checks, middleware  # noqa: F401
        from detection.errors import MisreadServices
        from detection.remote import register_services

        # What cannot be read is refused where the platform starts, with words, by `checks`.
        with contextlib.suppress(MisreadServices):
            register_services(settings.DETECTORS)
