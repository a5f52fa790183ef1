"""Addresses of the profile's facts."""

from django.urls import path

from facts import views

app_name = "facts"
urlpatterns = [
    path("", views.profile, name="profile"),
    path("proposals/<int:proposal>/accept/", views.accept, name="accept"),
    path("proposals/<int:proposal>/reject/", views.reject, name="reject"),
    path("contested/<int:contested>/resolve/", views.resolve, name="resolve"),
    path("<int:entry>/correct/", views.correct, name="correct"),
    path("<int:entry>/retract/", views.retract, name="retract"),
]
