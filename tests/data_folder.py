"""An own data folder: tests never touch the data of a running platform.

Loaded by `-p` in pyproject.toml, since Django's settings are read before any conftest.py.
"""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

os.environ["DATA_DIR"] = tempfile.mkdtemp(prefix="palio-")
# But for what is compiled: that takes a minute, and is the same until its sources change.
COMPILED = Path(__file__).parent.parent / ".pytest_cache" / "palio" / "compiled"
COMPILED.mkdir(parents=True, exist_ok=True)
Path(os.environ["DATA_DIR"], "compiled").symlink_to(COMPILED)
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
atexit.register(shutil.rmtree, os.environ["DATA_DIR"], ignore_errors=True)
