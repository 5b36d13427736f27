"""Entry point of the web process: HTTP, and WebSocket once a stage has a consumer."""

import os
import warnings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "annotation_platform.settings")

from django.core.asgi import get_asgi_application

# WhiteNoise streams files synchronously; Django warns at each one, and nothing is wrong.
warnings.filterwarnings("ignore", message="StreamingHttpResponse must consume synchronous")

application = get_asgi_application()
