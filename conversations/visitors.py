"""What a browser without an account owns: the tokens of its conversations, kept in its session on the server.

So the page and its socket work by the session cookie, and a token never stands in a page or an address.
"""

from collections.abc import MutableMapping
from typing import Any, cast
from uuid import UUID

_KEY = "conversation_tokens"
_MOST = 50


def keep_token(session: MutableMapping[str, Any], conversation: UUID, token: str) -> None:
    """Remember the token of a conversation that this browser began; of more than 50 the oldest are let go."""
    tokens = {**_tokens(session), str(conversation): token}
    session[_KEY] = dict(list(tokens.items())[-_MOST:])


def token_of(session: MutableMapping[str, Any], conversation: UUID) -> str:
    """The token of a conversation that this browser began; empty for any other."""
    return _tokens(session).get(str(conversation), "")


def conversations_of(session: MutableMapping[str, Any]) -> list[UUID]:
    """The conversations that this browser began without an account, oldest first."""
    return [UUID(conversation) for conversation in _tokens(session)]


def _tokens(session: MutableMapping[str, Any]) -> dict[str, str]:
    return cast(dict[str, str], session.get(_KEY, {}))
