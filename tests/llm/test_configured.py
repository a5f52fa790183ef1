"""Which model a site uses, by its settings."""

from pytest_django import Settings

from conversations.llm import configured
from conversations.llm.builtin import Builtin
from conversations.llm.fallback import WithFallback


def test_without_a_key_the_built_in_model_is_used(settings: Settings) -> None:
    settings.OPENAI_API_KEY = ""
    assert isinstance(configured.model(), Builtin)


def test_with_a_key_the_endpoint_is_used_with_the_built_in_model_behind_it(settings: Settings) -> None:
    settings.OPENAI_API_KEY = "none"
    settings.OPENAI_MODEL = "local-llm"
    model = configured.model()
    assert isinstance(model, WithFallback)
    assert model.name == "local-llm"


async def test_the_endpoint_is_shared_within_a_process_and_may_be_closed(settings: Settings) -> None:
    settings.OPENAI_API_KEY = "none"
    settings.OPENAI_BASE_URL = "http://127.0.0.1:9/v1"
    endpoint = configured._endpoint()
    assert endpoint is not None
    assert configured._openai(endpoint) is configured._openai(endpoint)
    await configured.close()
