"""What a browser without an account owns: the tokens of its conversations, kept in its session on the server.

So the page and its socket work by the session cookie, and a token never stands in a page or an address.
"""

from collections.abc import Collection, Iterable, Mapping, MutableMapping
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


def sessions_of(conversations: Collection[UUID], person: int | None = None) -> list[str]:
    """The sessions with a token of these conversations, or in which the person is signed in, if one is given (F20).

    What is in a session no query can ask for: each is looked into, so this is done before a transaction begins.
    """
    if not conversations and person is None:
        return []
    wanted = {str(conversation) for conversation in conversations}
    rows = Session.objects.iterator(chunk_size=500)
    return [row.session_key for row in rows if _concerns(row.get_decoded(), wanted, person)]


def clear_sessions(keys: Iterable[str], conversations: Iterable[UUID], person: int | None = None) -> int:
    """Take the tokens of these conversations out of the sessions, and end those of the person; how many changed."""
    sessions = [SessionStore(key) for key in keys]
    for session in sessions:
        if person is not None and session.get(SESSION_KEY) == str(person):
            session.delete()
            continue
        for conversation in conversations:
            forget_token(session, conversation)
        session.save()
    return len(sessions)


def _concerns(session: Mapping[str, Any], conversations: set[str], person: int | None) -> bool:
    signed_in = person is not None and session.get(SESSION_KEY) == str(person)
    return signed_in or not conversations.isdisjoint(session.get(_KEY, {}))


def _tokens(session: MutableMapping[str, Any]) -> dict[str, str]:
    return cast(dict[str, str], session.get(_KEY, {}))
