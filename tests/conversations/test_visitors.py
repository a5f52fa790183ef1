"""What a browser without an account owns."""

from typing import Any
from uuid import uuid4

from conversations.visitors import conversations_of, keep_token, token_of


def test_a_browser_owns_what_it_began_and_nothing_else() -> None:
    session: dict[str, Any] = {}
    mine, other = uuid4(), uuid4()

    keep_token(session, mine, "secret")

    assert token_of(session, mine) == "secret"
    assert token_of(session, other) == ""
    assert conversations_of(session) == [mine]


def test_the_session_holds_the_newest_fifty() -> None:
    session: dict[str, Any] = {}
    begun = [uuid4() for _ in range(60)]

    for conversation in begun:
        keep_token(session, conversation, "secret")

    assert conversations_of(session) == begun[10:]
