"""The platform's settings with the test handlers instead of the demo, for real worker processes."""

from annotation_platform.settings import *  # noqa: F403

INSTALLED_APPS = [name for name in INSTALLED_APPS if name != "demo"] + ["tests.jobs.clockwork"]  # noqa: F405
