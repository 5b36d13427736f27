"""The platform's settings with runs that take their time, for real worker processes."""

from annotation_platform.settings import *  # noqa: F403

INSTALLED_APPS = [*INSTALLED_APPS, "tests.agreement.slowly.apps.SlowlyConfig"]  # noqa: F405
