"""Where each address leads."""

from django.contrib import admin
from django.contrib.auth.views import LoginView, LogoutView
from django.urls import include, path, re_path
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView
from rest_framework.permissions import AllowAny

from config import errors, health, theme

urlpatterns = [
    path("", include("conversations.page_urls")),
    path("profile/facts/", include("facts.urls")),
    path("api/facts/", include("facts.api_urls")),
    path("accounts/login/", LoginView.as_view(), name="login"),
    path("accounts/logout/", LogoutView.as_view(), name="logout"),
    path("theme/", theme.switch, name="theme"),
    path("i18n/", include("django.conf.urls.i18n")),
    path("admin/", admin.site.urls),
    path("api/", include("conversations.api_urls")),
    path("api/schema/", SpectacularAPIView.as_view(permission_classes=[AllowAny]), name="schema"),
    path("api/docs/", SpectacularSwaggerSplitView.as_view(permission_classes=[AllowAny])),
    re_path(r"^api(?:/|$)", errors.nowhere),
    path("healthz", health.alive),
    path("readyz", health.ready),
]

handler400 = errors.bad_request
handler404 = errors.not_found
handler500 = errors.server_error
