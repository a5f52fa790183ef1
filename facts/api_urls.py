"""Addresses of the facts' HTTP calls (protocol.md)."""

from django.urls import path

from facts import api

app_name = "facts-api"
urlpatterns = [
    path("", api.facts, name="facts"),
    path("history/", api.history, name="history"),
    path("proposals/", api.proposals, name="proposals"),
    path("proposals/<int:proposal>/accept/", api.accept, name="accept"),
    path("proposals/<int:proposal>/reject/", api.reject, name="reject"),
    path("contested/", api.contested, name="contested"),
    path("contested/<int:contested>/resolve/", api.resolve, name="resolve"),
    path("retract/", api.retract, name="retract"),
    path("undo/", api.undo, name="undo"),
    path("export/", api.export, name="export"),
]
