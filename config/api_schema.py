"""What the OpenAPI description says of every call: how it refuses (protocol.md)."""

from typing import Any

_ERROR = {
    "type": "object",
    "description": "`code` is stable, `message` is for people, `fields` says what is wrong with each value.",
    "properties": {
        "code": {"type": "string"},
        "message": {"type": "string"},
        "fields": {"type": "object", "additionalProperties": {"type": "array", "items": {"type": "string"}}},
    },
    "required": ["code", "message"],
}
_ALWAYS = {"401": "Nobody is signed in, or the token is wrong.", "403": "This person may not do it."}
_READING = {"400": "A value in the address is wrong."}
_WRITING = {
    "400": "A value is missing or wrong.",
    "409": "It was answered, changed or taken before.",
    "413": "It is too long.",
    "429": "That was a lot at once.",
}
_WITH_ID = {"404": "It is not there, or not yours."}


def with_errors(result: dict[str, Any], **_given: Any) -> dict[str, Any]:
    """The description with the errors of each call: a hook of drf-spectacular, after all else."""
    result.setdefault("components", {}).setdefault("schemas", {})["Error"] = _ERROR
    for path, calls in result["paths"].items():
        for method, call in calls.items():
            for status, about in _errors(path, method).items():
                call["responses"].setdefault(status, _response(about))
    return result


def _errors(path: str, method: str) -> dict[str, str]:
    """What a call may be refused with, by its status. What a body names may be missing as well."""
    missing = _WITH_ID if "{" in path or method != "get" else {}
    return {**_ALWAYS, **(_READING if method == "get" else _WRITING), **missing}


def _response(about: str) -> dict[str, Any]:
    return {
        "description": about,
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}},
    }
