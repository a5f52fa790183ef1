"""The address of the WebSocket."""

from django.urls import path

from conversations.consumers import ConversationConsumer

websocket_urlpatterns = [path("ws/conversations/<uuid:conversation>/", ConversationConsumer.as_asgi())]
