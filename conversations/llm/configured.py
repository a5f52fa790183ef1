"""The model that this site uses, by its settings: an endpoint with the built-in one behind it, or that alone."""

from functools import lru_cache

from django.conf import settings

from conversations.llm.builtin import Builtin
from conversations.llm.endpoint import Prices
from conversations.llm.fallback import WithFallback
from conversations.llm.openai import Endpoint, OpenAI
from conversations.llm.protocol import Model


def model() -> Model:
    """The site's model; the same one for as long as the process lives, so that connections are used again."""
    endpoint = _endpoint()
    return Builtin() if endpoint is None else WithFallback(_openai(endpoint), Builtin())


async def close() -> None:
    """Close the connections that the running event loop has to the endpoint."""
    endpoint = _endpoint()
    if endpoint is not None:
        await _openai(endpoint).close()


@lru_cache(maxsize=4)
def _openai(endpoint: Endpoint) -> OpenAI:
    return OpenAI(endpoint)


def _endpoint() -> Endpoint | None:
    """Where the settings say that the model is; None without a key. An endpoint that needs no key takes any word."""
    if not settings.OPENAI_API_KEY:
        return None
    return Endpoint(
        api_key=settings.OPENAI_API_KEY,
        model=settings.OPENAI_MODEL,
        base_url=settings.OPENAI_BASE_URL,
        timeout=settings.OPENAI_TIMEOUT,
        prices=Prices(settings.OPENAI_PRICE_IN, settings.OPENAI_PRICE_CACHED, settings.OPENAI_PRICE_OUT),
    )
