"""The addresses of the WebSockets."""

from django.urls import path, re_path

from conversations.consumers import ConversationConsumer, Nowhere

websocket_urlpatterns = [
    path("ws/conversations/<uuid:conversation>/", ConversationConsumer.as_asgi()),
    re_path("", Nowhere.as_asgi()),
]
