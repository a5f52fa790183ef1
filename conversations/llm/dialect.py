"""What an endpoint understands of the protocol. Many speak only part of it; what one refuses is not sent again."""

from dataclasses import dataclass, replace
from typing import Any

import openai

from facts.values import Json

FORMATS = ("json_schema", "json_object", "")
"""How structured output is asked for, best first; empty: by the prompt alone."""
OPTIONS: dict[str, Any] = {"temperature": 0, "max_tokens": 2000, "stream_options": {"include_usage": True}}


@dataclass(frozen=True, slots=True)
class Dialect:
    """The parameters that the endpoint is known to take."""

    format: str = FORMATS[0]
    without: tuple[str, ...] = ()

    def options(self, *names: str, **values: Any) -> dict[str, Any]:
        """The optional parameters of these names that the endpoint takes; `values` stand in for the usual ones."""
        wanted = {name: OPTIONS[name] for name in names} | values
        return {name: value for name, value in wanted.items() if name not in self.without}

    def response_format(self, schema: dict[str, Json]) -> dict[str, Any]:
        """The parameter that asks for the schema."""
        if self.format == "json_schema":
            described = {"name": "reading", "schema": schema, "strict": True}
            return {"response_format": {"type": "json_schema", "json_schema": described}}
        return {"response_format": {"type": "json_object"}} if self.format == "json_object" else {}

    @property
    def needs_schema_in_prompt(self) -> bool:
        """Whether the schema has to be written into the prompt."""
        return self.format != "json_schema"

    def after(self, error: openai.APIStatusError, sent: dict[str, Any]) -> "Dialect | None":
        """A simpler dialect for a request that was refused, or None when nothing is left to leave out."""
        named = [name for name in OPTIONS if name in sent and _names(error, name)]
        if named:
            return replace(self, without=(*self.without, *named))
        if "response_format" in sent:
            return replace(self, format=FORMATS[FORMATS.index(self.format) + 1])
        left = [name for name in OPTIONS if name in sent]
        return replace(self, without=(*self.without, *left)) if left else None


def _names(error: openai.APIStatusError, parameter: str) -> bool:
    """Whether the refusal is about this parameter."""
    return error.param == parameter or parameter in str(error.message)
