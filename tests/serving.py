"""The real ASGI application, served from a thread."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn

from tests.services import wait_until


@contextmanager
def served_site() -> Iterator[str]:
    """Serve the platform on a socket that is bound before it starts; give its address."""
    from annotation_platform.asgi import application

    config = uvicorn.Config(application, lifespan="off", log_config=None, access_log=False)
    web = uvicorn.Server(config)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=web.run, kwargs={"sockets": [listener]}, daemon=True)
        thread.start()
        wait_until(lambda: web.started, what="the web server answers")
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        web.should_exit = True
        thread.join(timeout=10)
