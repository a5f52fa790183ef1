"""What a browser without an account owns: the tokens of its conversations, kept in its session on the server.

So the page and its socket work by the session cookie, and a token never stands in a page or an address.
"""

from collections.abc import Iterable, MutableMapping
from typing import Any, cast
from uuid import UUID

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session

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


def forget_token(session: MutableMapping[str, Any], conversation: UUID) -> None:
    """Let go of the token of a conversation that is gone."""
    tokens = _tokens(session)
    if tokens.pop(str(conversation), None):
        session[_KEY] = tokens


def sessions_of(person: int) -> list[str]:
    """The sessions in which the person is signed in (F20). None holds a token of their conversations: those have none.

    What is in a session no query can ask for: each is looked into, so this is done before a transaction begins.
    """
    rows = Session.objects.iterator(chunk_size=500)
    return [row.session_key for row in rows if row.get_decoded().get(SESSION_KEY) == str(person)]


def end_sessions(keys: Iterable[str]) -> int:
    """End these sessions; how many."""
    sessions = [SessionStore(key) for key in keys]
    for session in sessions:
        session.delete()
    return len(sessions)


def _tokens(session: MutableMapping[str, Any]) -> dict[str, str]:
    return cast(dict[str, str], session.get(_KEY, {}))
