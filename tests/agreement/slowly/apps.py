import time

from django.apps import AppConfig

SECONDS_PER_BATCH = 0.3


class SlowlyConfig(AppConfig):
    name = "tests.agreement.slowly"

    def ready(self) -> None:
        """Let every batch take its time between computing and storing."""
        from gamma import cache

        # Compiled code from the user's cache, as in tests: a new data folder has none.
        cache._chosen.clear()
        cache.cache_folder.cache_clear()
        from agreement.runs.services import compute

        compute_batch = compute.compute_batch

        def compute_slowly(**options):
            entries = compute_batch(**options)
            time.sleep(SECONDS_PER_BATCH)
            return entries

        compute.compute_batch = compute_slowly
