"""Stylesheets, scripts and icons, served by the application itself, so that one process is a whole site."""

from django.contrib.staticfiles.handlers import ASGIStaticFilesHandler
from django.core.exceptions import SuspiciousFileOperation
from django.http import FileResponse, Http404, HttpRequest, HttpResponse


class StaticFiles(ASGIStaticFilesHandler):
    """Serves what is under STATIC_URL, also with DEBUG off; a server in front of it may take that over."""

    def serve(self, request: HttpRequest) -> HttpResponse | FileResponse:
        """The file, or 304: a browser asks each time, so that a page never runs with the scripts of an older one."""
        try:
            response = super().serve(request)
        except SuspiciousFileOperation:
            raise Http404 from None
        response.headers["Cache-Control"] = "no-cache"
        response.headers["X-Content-Type-Options"] = "nosniff"
        return response
