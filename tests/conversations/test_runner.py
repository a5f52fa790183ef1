"""The path of a message, from the inbox to the reply (architecture.md), with engines that are plain to see."""

import asyncio
from dataclasses import replace

import pytest
from asgiref.sync import async_to_sync

from conversations import lease, runner, store
from conversations.actions import receive
from conversations.engine.effects import Failed, Understand
from conversations.models import Conversation, JournalRow, Message, Timer, Turn
from conversations.ports import Crash
from tests.conversations.engines import World, broken, crash_at, echo, park, story

run = async_to_sync(runner.run)


def log_of(conversation: Conversation) -> list[tuple[int, str, str]]:
    """The log: number, role and text."""
    rows = conversation.messages.order_by("seq")
    return [(row.seq, str(row.role), str(row.opened("text", conversation.keyring))) for row in rows]


def test_a_message_is_answered_and_the_conversation_is_given_up(conversation):
    receive(conversation, "c1", "hello")
    run(conversation.pk, World().ports(echo))
    assert log_of(conversation) == [(1, "user", "hello"), (2, "agent", "hello")]
    conversation.refresh_from_db()
    assert (conversation.lease_until, conversation.state_version, conversation.seq) == (None, 1, 2)
    turn = conversation.turns.get()
    assert (turn.status, turn.stopped_reason, turn.input_id) == ("done", "needs_input", "1")
    assert turn.opened("report", conversation.keyring)["data"] == {"turns": 1}


def test_t48_messages_that_wait_together_are_handled_in_one_turn_in_order(conversation):
    for number in range(3):
        receive(conversation, f"c{number}", f"m{number}")
    run(conversation.pk, World().ports(echo))
    assert log_of(conversation)[3:] == [(4, "agent", "m0 | m1 | m2")]
    assert conversation.turns.get().input_id == "3"


def test_the_next_turn_begins_with_the_state_of_the_last(conversation):
    for number in (1, 2):
        receive(conversation, f"c{number}", "x")
        run(conversation.pk, World().ports(echo))
    assert conversation.turns.get(number=2).opened("report", conversation.keyring)["data"] == {"turns": 2}


def test_given_data_is_given_to_the_first_turn_only(agent, ann):
    from conversations.actions import start

    conversation = start(agent, ann, data={"guests": 2}, context={"full": True}).conversation
    for number in (1, 2):
        receive(conversation, f"c{number}", "x")
        run(conversation.pk, World().ports(echo))
    rows = [turn.journal.get(n=0).opened("content", conversation.keyring) for turn in conversation.turns.all()]
    assert [(row["given"], row["context"]) for row in rows] == [({"guests": 2}, {"full": True}), ({}, {"full": True})]


def test_each_effect_is_journalled_with_its_answer(conversation):
    receive(conversation, "c1", "pay")
    run(conversation.pk, World().ports(story))
    rows = list(JournalRow.objects.values_list("n", "kind", "status"))
    assert rows == [(0, "input", "done"), (1, "understand", "done"), (2, "act", "done"), (3, "speak", "done")]


@pytest.mark.parametrize("kind", ["understand", "act", "speak"])
def test_t47_after_a_crash_behind_an_effect_its_answer_is_not_asked_for_again(conversation, kind):
    world = World()
    receive(conversation, "c1", "pay")
    with pytest.raises(Crash):
        run(conversation.pk, world.ports(after_effect=crash_at(kind, "after")))
    lease.expire(conversation.pk)
    run(conversation.pk, world.ports())
    assert (world.understood, len(world.acted), world.spoken) == (1, 1, 1)
    assert [text for _, role, text in log_of(conversation) if role == "agent"] == ["Thank you {'paid': True}"]


@pytest.mark.parametrize(
    ("same_key", "calls", "reply"), [(False, 1, "Thank you in_doubt"), (True, 2, "Thank you {'paid': True}")]
)
def test_t47_an_action_in_doubt_is_repeated_with_the_same_key_or_reported(conversation, same_key, calls, reply):
    world = World(same_key=same_key)
    receive(conversation, "c1", "pay")
    with pytest.raises(Crash):
        run(conversation.pk, world.ports(after_effect=crash_at("act", "during")))
    lease.expire(conversation.pk)
    run(conversation.pk, world.ports())
    assert world.acted == [f"{conversation.pk}/1"] * calls
    assert log_of(conversation)[-1] == (2, "agent", reply)


def test_t47_an_answer_of_in_doubt_is_journalled_like_any_other(conversation):
    world = World()
    receive(conversation, "c1", "pay")
    for hook in (crash_at("act", "during"), crash_at("act", "after")):
        with pytest.raises(Crash):
            run(conversation.pk, world.ports(after_effect=hook))
        lease.expire(conversation.pk)
    run(conversation.pk, world.ports())
    assert len(world.acted) == 1
    assert log_of(conversation)[-1] == (2, "agent", "Thank you in_doubt")


def test_a_crashed_turn_is_resumed_over_its_own_input_and_later_messages_wait(conversation):
    receive(conversation, "c1", "first")
    with pytest.raises(Crash):
        run(conversation.pk, World().ports(after_effect=crash_at("understand", "during")))
    receive(conversation, "c2", "second")
    lease.expire(conversation.pk)
    run(conversation.pk, World().ports())
    assert [turn.input_id for turn in conversation.turns.all()] == ["1", "2"]
    assert [role for _, role, _ in log_of(conversation)] == ["user", "user", "agent", "agent"]


def test_while_one_runner_has_the_conversation_another_does_nothing(conversation):
    receive(conversation, "c1", "hello")
    with pytest.raises(Crash):
        run(conversation.pk, World().ports(after_effect=crash_at("understand", "after")))
    other = World()
    run(conversation.pk, other.ports())
    assert (other.understood, other.spoken) == (0, 0)
    assert len(log_of(conversation)) == 1


@pytest.mark.django_db(transaction=True)
async def test_of_two_runners_at_once_one_answers(conversation):
    from conversations.database import hop

    world = World()
    await hop(receive, conversation, "c1", "hello")
    await asyncio.gather(*(runner.run(conversation.pk, world.ports()) for _ in range(4)))
    assert (world.understood, len(world.acted), world.spoken) == (1, 1, 1)
    assert len(await hop(log_of, conversation)) == 2


@pytest.mark.django_db(transaction=True)
async def test_a_message_that_arrives_while_the_reply_is_written_is_answered_by_the_same_runner(conversation):
    from conversations.database import hop

    arrives = ["c2", "c3"]

    async def before_speaking():
        if arrives:
            await hop(receive, conversation, arrives.pop(0), "and this")

    await hop(receive, conversation, "c1", "hello")
    await runner.run(conversation.pk, World(before_speaking=before_speaking).ports())
    log = await hop(log_of, conversation)
    assert [role for _, role, _ in log] == ["user", "user", "agent", "user", "agent", "agent"]
    await hop(conversation.refresh_from_db)
    assert conversation.lease_until is None


@pytest.mark.django_db(transaction=True)
async def test_a_runner_that_lost_its_lease_ends_silently_and_changes_nothing(conversation):
    from conversations.database import hop

    world, second = World(), World(pieces=("the other",))

    async def loses():
        await hop(lease.expire, conversation.pk)
        await runner.run(conversation.pk, second.ports())

    world.before_speaking = loses
    await hop(receive, conversation, "c1", "hello")
    await runner.run(conversation.pk, world.ports())
    agents = [text for _, role, text in await hop(log_of, conversation) if role == "agent"]
    assert agents == ["the other {'paid': True}"]
    assert len(world.acted) + len(second.acted) == 1


def test_a_turn_that_diverges_is_closed_with_what_was_said(conversation):
    receive(conversation, "c1", "pay")
    with pytest.raises(Crash):
        run(conversation.pk, World().ports(after_effect=crash_at("speak", "after")))
    lease.expire(conversation.pk)

    def another(definition, turn):
        turn = type(turn)(**{**{name: getattr(turn, name) for name in turn.__slots__}, "id": "other"})
        return (yield from story(definition, turn))

    run(conversation.pk, World().ports(another))
    assert conversation.turns.get().status == Turn.Status.DIVERGED
    assert log_of(conversation)[1:] == [(2, "agent", "Thank you")]
    conversation.refresh_from_db()
    assert (conversation.lease_until, conversation.state_version, conversation.state) == (None, 1, None)


def test_a_turn_that_ends_before_its_journal_does_has_diverged(conversation):
    receive(conversation, "c1", "pay")
    with pytest.raises(Crash):
        run(conversation.pk, World().ports(after_effect=crash_at("understand", "after")))
    lease.expire(conversation.pk)
    run(conversation.pk, World().ports(echo))
    assert conversation.turns.get().status == Turn.Status.DIVERGED


def test_an_engine_that_breaks_ends_the_turn_with_an_apology_and_no_words_in_the_log(conversation, caplog):
    receive(conversation, "c1", "my secret")
    run(conversation.pk, World().ports(broken))
    assert conversation.turns.get().status == Turn.Status.FAILED
    assert log_of(conversation)[1][1:] == (
        "agent",
        "Something went wrong on our side, so I have stopped here. Please try again later.",
    )
    assert "ZeroDivisionError" in caplog.text
    assert "secret" not in caplog.text


def test_a_result_that_cannot_be_stored_is_not_tried_for_ever(conversation):
    def odd(definition, turn):
        return replace((yield from echo(definition, turn)), data={"odd": float("nan")})

    receive(conversation, "c1", "hello")
    run(conversation.pk, World().ports(odd))
    assert conversation.turns.get().status == Turn.Status.FAILED
    assert [role for _, role, _ in log_of(conversation)] == ["user", "agent"]
    conversation.refresh_from_db()
    assert conversation.lease_until is None


def test_a_model_that_raises_against_its_contract_has_failed(conversation, caplog):
    class Rude(World):
        async def understand(self, effect):
            raise KeyError("words of a person")

    def reads(definition, turn):
        answer = yield Understand(messages=(), language="en", timezone="UTC")
        assert answer == Failed("error", message="KeyError")
        return (yield from echo(definition, turn))

    receive(conversation, "c1", "hello")
    run(conversation.pk, Rude().ports(reads))
    assert conversation.turns.get().status == Turn.Status.DONE
    assert "words of a person" not in caplog.text


def test_t29_a_key_that_is_stored_already_is_left_out(conversation):
    Message.objects.create(
        conversation=conversation, seq=1, role="agent", key="reply#2", **Message.sealed(conversation.keyring, text="x")
    )
    Conversation.objects.update(seq=1)
    receive(conversation, "c1", "hello")
    run(conversation.pk, World().ports(echo))
    assert log_of(conversation) == [(1, "agent", "x"), (2, "user", "hello")]
    assert conversation.turns.get().status == Turn.Status.DONE


def test_a_due_timer_and_an_event_are_turns_after_the_messages(conversation):
    from conversations.actions import report_event
    from conversations.clock import now

    park(conversation, "t1", now())
    report_event(conversation, "e1", name="paid", payload={"amount": 1})
    report_event(conversation, "e1", name="paid", payload={"amount": 2})
    receive(conversation, "c1", "hello")
    run(conversation.pk, World().ports(echo))
    kinds = [(turn.kind, turn.input_id) for turn in conversation.turns.all()]
    assert kinds == [("message", "1"), ("timer", f"t{Timer.objects.get().pk}"), ("event", "ee1")]
    assert [text for _, _, text in log_of(conversation)] == ["hello", "hello", "t1", "paid"]


def test_t43_a_timer_whose_run_moved_on_is_closed_and_is_no_turn(conversation):
    from conversations.clock import now

    park(conversation, "t1", now())
    conversation.timers.create(run="2", kind=Timer.Kind.WAIT, due_at=now(), token="of a run that ended")
    run(conversation.pk, World().ports(echo))
    assert [turn.kind for turn in conversation.turns.all()] == ["timer"]
    assert not Timer.objects.filter(done_at=None).exists()


def test_the_release_changes_nothing_while_something_waits(conversation):
    from conversations.clock import now

    receive(conversation, "c1", "hello")
    world = World().ports(echo)
    work = store.claim(conversation.pk, at=now(), input_id=world.input_id)
    assert work
    receive(conversation, "c2", "just before the release")
    assert not lease.give_up(work.claim, now())
    conversation.refresh_from_db()
    assert conversation.lease_until is not None
