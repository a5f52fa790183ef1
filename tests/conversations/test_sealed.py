"""Every word of a person is sealed at rest, under a key of their own (architecture.md, Privacy)."""

import pytest
from asgiref.sync import async_to_sync
from django.apps import apps
from django.db import connection

from conversations import runner
from conversations.actions import receive, report_event, start
from conversations.models import Message
from facts.keyring import Unreadable, new_keyring
from tests.conversations.engines import World, story

run = async_to_sync(runner.run)
WORD = "rhododendron"


def stored() -> str:
    """Everything in the tables of conversations, as text."""
    found = []
    with connection.cursor() as cursor:
        for model in apps.get_app_config("conversations").get_models():
            cursor.execute(f'SELECT * FROM "{model._meta.db_table}"')
            found += [repr([bytes(item) if isinstance(item, memoryview) else item for item in row]) for row in cursor]
    return "\n".join(found)


def test_no_column_holds_a_persons_words_in_clear(agent, ann):
    conversation = start(agent, ann, context={"owner": WORD}, data={"name": WORD}).conversation
    receive(conversation, "c1", f"I like {WORD}s")
    report_event(conversation, "e1", name="bought", payload={"plant": WORD})
    run(conversation.pk, World(pieces=(f"A {WORD}",)).ports(story))
    reply = conversation.messages.filter(role="agent").first()
    assert reply.opened("text", conversation.keyring) == f"A {WORD} {{'paid': True}}"
    assert WORD not in stored()


def test_a_visitors_conversation_has_a_keyring_of_its_own_and_a_persons_has_theirs(agent, ann):
    visitors = [start(agent).conversation.keyring for _ in range(2)]
    persons = [start(agent, ann).conversation.keyring for _ in range(2)]
    assert visitors[0] != visitors[1]
    assert persons[0] == persons[1]
    assert [keyring.owner for keyring in (visitors[0], persons[0])] == [None, ann]


def test_what_is_sealed_opens_under_its_own_key_and_in_its_own_column_only(conversation):
    message = receive(conversation, "c1", WORD)
    with pytest.raises(Unreadable):
        message.opened("text", new_keyring())
    message.tap = message.text
    with pytest.raises(Unreadable):
        message.opened("tap", conversation.keyring)
    assert Message.objects.get().opened("text", conversation.keyring) == WORD
