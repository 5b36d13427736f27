"""An own data folder: tests never touch the data of a running platform.

Loaded by `-p` in pyproject.toml, since Django's settings are read before any conftest.py.
"""

import atexit
import os
import shutil
import tempfile

os.environ["DATA_DIR"] = tempfile.mkdtemp(prefix="palio-")
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
atexit.register(shutil.rmtree, os.environ["DATA_DIR"], ignore_errors=True)
