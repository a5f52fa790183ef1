"""The ASGI application: HTTP and WebSockets."""

import gc
import os

from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import AllowedHostsOriginValidator
from channels.sessions import SessionMiddlewareStack
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
http = get_asgi_application()

from config.static_files import StaticFiles  # noqa: E402 (needs the settings)
from conversations.routing import websocket_urlpatterns  # noqa: E402 (needs the apps to be ready)

application = ProtocolTypeRouter(
    {
        "http": StaticFiles(http),
        "websocket": AllowedHostsOriginValidator(SessionMiddlewareStack(URLRouter(websocket_urlpatterns))),
    }
)

# What is loaded now stays: the garbage collector looking through it again and again cost a turn several milliseconds.
gc.collect()
gc.freeze()
