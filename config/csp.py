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
    frame_ancestors="'self'",  # the chat stands beside the inspector where staff try a draft
)
# Alpine, which unfold is built on, evaluates the expressions in its attributes; unfold writes its colours into <style>.
ADMIN = _policy(
    default_src="'none'",
    script_src="'self' 'unsafe-eval'",
    style_src="'self' 'unsafe-inline'",
    img_src="'self' data:",
    font_src="'self'",
    connect_src="'self'",
    frame_src="'self'",
    form_action="'self'",
    base_uri="'none'",
    frame_ancestors="'self'",
)
# Swagger's page, of which only the styles and the pictures are written into the page; its scripts are files.
API_DOCS = _policy(
    default_src="'none'",
    script_src="'self'",
    style_src="'self' 'unsafe-inline'",
    img_src="'self' data:",
    connect_src="'self'",
    base_uri="'none'",
    frame_ancestors="'none'",
)


def content_security_policy(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: the strict policy, save for the two that are not ours to write. A view that sets one keeps it."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault(HEADER, _policy_of(request.path))
        return response

    return answer


def _policy_of(path: str) -> str:
    if path.startswith("/admin/"):
        return ADMIN
    return API_DOCS if path.startswith("/api/docs/") else PAGES
