"""Where each address leads."""

from django.contrib import admin
from django.contrib.auth.views import LoginView, LogoutView
from django.urls import include, path

from config import health, theme

urlpatterns = [
    path("", include("conversations.page_urls")),
    path("profile/facts/", include("facts.urls")),
    path("accounts/login/", LoginView.as_view(), name="login"),
    path("accounts/logout/", LogoutView.as_view(), name="logout"),
    path("theme/", theme.switch, name="theme"),
    path("i18n/", include("django.conf.urls.i18n")),
    path("admin/", admin.site.urls),
    path("healthz", health.alive),
]
