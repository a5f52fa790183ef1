"""The pages of people who talk: the start page, the chat, and what they have forgotten."""

from django.urls import path

from conversations import forget_views, views

urlpatterns = [
    path("", views.home, name="home"),
    path("chat/<slug:agent>/", views.chat, name="chat"),
    path("chat/<slug:agent>/first/", views.ask_first, name="onboarding"),
    path("conversations/", views.history, name="history"),
    path("c/<uuid:conversation>/", views.conversation, name="conversation"),
    path("c/<uuid:conversation>/forget/", forget_views.forget_conversation, name="forget-conversation"),
    path("profile/facts/<int:entry>/forget/", forget_views.forget_key, name="forget-key"),
    path("profile/forget/", forget_views.forget_me, name="forget-me"),
    path("privacy/", forget_views.privacy, name="privacy"),
]
