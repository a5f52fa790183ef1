"""Addresses of the profile's facts. A key is in none of them but of the catalogue's own: it can name a merchant."""

from django.urls import path

from facts import views

app_name = "facts"
urlpatterns = [
    path("", views.profile, name="profile"),
    path("scope/<slug:scope>/", views.scope, name="scope"),
    path("unused/", views.unused, name="unused"),
    path("add/", views.offers, name="offers"),
    path("add/<str:key>/", views.add, name="add"),
    path("undo/<int:entry>/", views.undo, name="undo"),
    path("proposals/<int:proposal>/accept/", views.accept, name="accept"),
    path("proposals/<int:proposal>/reject/", views.reject, name="reject"),
    path("contested/<int:contested>/resolve/", views.resolve, name="resolve"),
    path("<int:entry>/", views.fact, name="fact"),
    path("<int:entry>/correct/", views.correct, name="correct"),
    path("<int:entry>/retract/", views.retract, name="retract"),
]
