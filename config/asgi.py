"""The ASGI application: HTTP and WebSockets."""

import os

from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import AllowedHostsOriginValidator
from channels.sessions import SessionMiddlewareStack
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
http = get_asgi_application()

from config.access_log import leave_queries_out  # noqa: E402 (needs the settings)
from config.logs import wordless  # noqa: E402 (needs the settings)
from config.static_files import StaticFiles  # noqa: E402

# The apps have to be ready first.
from conversations.routing import websocket_urlpatterns  # noqa: E402
from conversations.startup import settle_in  # noqa: E402

application = wordless(
    ProtocolTypeRouter(
        {
            "http": StaticFiles(http),
            "websocket": AllowedHostsOriginValidator(SessionMiddlewareStack(URLRouter(websocket_urlpatterns))),
        }
    )
)

leave_queries_out()
settle_in()
