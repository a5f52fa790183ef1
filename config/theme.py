"""The choice of light, dark, or the system's own colours, kept in a cookie so that the first paint is right."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

THEMES = ("system", "light", "dark")
YEAR = 365 * 24 * 60 * 60


@require_POST
def switch(request: HttpRequest) -> HttpResponse:
    """Keeps `theme` for a year and goes back to `next`. An unknown theme is the system's."""
    target = request.POST.get("next", "")
    if not url_has_allowed_host_and_scheme(target, allowed_hosts={request.get_host()}):
        target = "/"
    theme = request.POST.get("theme")
    response = redirect(target)
    response.set_cookie(
        "theme",
        theme if theme in THEMES else "system",
        max_age=YEAR,
        samesite="Lax",
        httponly=True,
        secure=request.is_secure(),
    )
    return response
