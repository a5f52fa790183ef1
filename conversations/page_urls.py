"""The pages of people who talk: the start page and the chat."""

from django.urls import path

from conversations import views

urlpatterns = [
    path("", views.home, name="home"),
    path("chat/<slug:agent>/", views.chat, name="chat"),
    path("chat/<slug:agent>/first/", views.ask_first, name="onboarding"),
    path("c/<uuid:conversation>/", views.conversation, name="conversation"),
]
