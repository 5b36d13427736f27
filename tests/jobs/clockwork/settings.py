"""The platform's settings with the test handlers installed, for real worker processes."""

from annotation_platform.settings import *  # noqa: F403

INSTALLED_APPS = [*INSTALLED_APPS, "tests.jobs.clockwork"]  # noqa: F405
