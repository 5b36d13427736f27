"""The web process of the embedded default: `python -m annotation_platform.server --port 8000`.

`Worker` is the same for gunicorn, in production.
"""

import argparse
from typing import Any, ClassVar

import uvicorn
from uvicorn_worker import UvicornWorker

# Pages only listen; a larger frame is refused while it comes in.
LARGEST_FRAME = 1024


class Worker(UvicornWorker):  # type: ignore[misc]  # gunicorn's worker has no types
    """Serves in one of gunicorn's processes."""

    CONFIG_KWARGS: ClassVar[dict[str, Any]] = {
        **UvicornWorker.CONFIG_KWARGS,
        "ws_max_size": LARGEST_FRAME,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    options = parser.parse_args()
    uvicorn.run(
        "annotation_platform.asgi:application",
        host=options.host,
        port=options.port,
        # The platform's own logs: uvicorn's would quote paths and exception messages.
        log_config=None,
        access_log=False,
        lifespan="off",
        # No proxy stands before it, and a client must not choose its own address.
        proxy_headers=False,
        server_header=False,
        timeout_graceful_shutdown=2,
        ws_max_size=LARGEST_FRAME,
    )


if __name__ == "__main__":
    main()
