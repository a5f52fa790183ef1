"""The addresses of the API of conversations."""

from django.urls import path

from conversations import api

urlpatterns = [
    path("agents/", api.PublishedAgents.as_view()),
    path("conversations/", api.Conversations.as_view()),
    path("conversations/<uuid:conversation>/", api.OneConversation.as_view()),
    path("conversations/<uuid:conversation>/messages/", api.Messages.as_view()),
    path("conversations/<uuid:conversation>/events/", api.Events.as_view()),
    path("conversations/<uuid:conversation>/give_back/", api.GiveBack.as_view()),
    path("conversations/<uuid:conversation>/forget/", api.ForgetConversation.as_view()),
    path("facts/forget/", api.ForgetKey.as_view()),
    path("facts/forget-me/", api.ForgetMe.as_view()),
]
