"""Compiled code is kept between runs in the user's cache folder, like that of any program without Django.

The data folder of a test run is new each time: compiling again for each run would take most of it.
"""

from gamma import cache


def pytest_configure() -> None:
    cache._chosen.clear()
    cache.cache_folder.cache_clear()
