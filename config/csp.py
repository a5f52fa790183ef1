"""The Content-Security-Policy of every answer: what a page may load and run."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

HEADER = "Content-Security-Policy"


def _policy(**sources: str) -> str:
    return "; ".join(f"{name.replace('_', '-')} {value}".strip() for name, value in sources.items())


PAGES = _policy(
    default_src="'none'",
    script_src="'self'",
    style_src="'self'",
    img_src="'self'",
    font_src="'self'",
    connect_src="'self'",
    manifest_src="'self'",
    form_action="'self'",
    base_uri="'none'",
    frame_ancestors="'none'",
)
# Alpine, which unfold is built on, evaluates the expressions in its attributes; unfold writes its colours into <style>.
ADMIN = _policy(
    default_src="'none'",
    script_src="'self' 'unsafe-eval'",
    style_src="'self' 'unsafe-inline'",
    img_src="'self' data:",
    font_src="'self'",
    connect_src="'self'",
    form_action="'self'",
    base_uri="'none'",
    frame_ancestors="'self'",
)


def content_security_policy(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: the strict policy, or the admin's own under `/admin/`. A view that sets a policy keeps it."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault(HEADER, ADMIN if request.path.startswith("/admin/") else PAGES)
        return response

    return answer
