"""Entry point of the web process: HTTP, and WebSocket for what is live."""

import os
import warnings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "annotation_platform.settings")

from django.core.asgi import get_asgi_application

# WhiteNoise streams files synchronously; Django warns at each one, and nothing is wrong.
warnings.filterwarnings("ignore", message="StreamingHttpResponse must consume synchronous")

# First of all: what follows imports models.
http = get_asgi_application()

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import AllowedHostsOriginValidator
from django.template import engines
from django.urls import get_resolver

from contests.chat.consumers import websocket_urlpatterns
from jobs.registry import part_kinds

# All pages, what their templates use, and all jobs, before the first request: it would wait for two seconds and more.
get_resolver().url_patterns  # noqa: B018  (reading it imports them)
engines.all()
part_kinds()

application = ProtocolTypeRouter(
    {
        "http": http,
        # Browsers send cookies to whatever site a page opens a WebSocket to: only our own pages may.
        "websocket": AllowedHostsOriginValidator(
            AuthMiddlewareStack(URLRouter(websocket_urlpatterns))
        ),
    }
)
