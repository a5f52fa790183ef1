"""Speaking: the batch of talk steps that becomes one `Speak`, one message (T22 to T24, T45, T46)."""

from collections.abc import Generator, Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from agents.definition import Flow, Instruction, Step
from agents.template import Template
from conversations.engine import sentences, suggested
from conversations.engine.confirm import remembered
from conversations.engine.effects import Answer, Done, Effect, Failed, Said, Section, Speak
from conversations.engine.grammar.courtesy import courtesy
from conversations.engine.grammar.vocabulary import Courtesy
from conversations.engine.hooks import finalize
from conversations.engine.offers import offered_field, startable
from conversations.engine.prompt_text import instruction
from conversations.engine.report import AgentMessage, QuickReply, TurnError
from conversations.engine.take import DENIED, mark_shown
from conversations.engine.turn_input import Fact
from conversations.engine.work import Pending, Work
from facts.folding import fold, quoted, stands
from facts.showing import show
from facts.values import Json

FACT_BUDGET = 1500
"""Characters of facts that a prompt holds at most (F15)."""

Effects = Generator[Effect, Answer, None]


def add_to_batch(work: Work, step: Step, *, wanted: Sequence[str] = (), own: bool = True) -> None:
    """Let a step of the run on the floor speak in the batch. `own` is false when it asks only for its `requires`."""
    run, flow = work.run(), work.flow()
    asks = tuple(_ask(work, name) for name in wanted)
    text, templates = _own_text(work, step, wanted, asks, own)
    section = Section(
        flow=flow.id,
        flow_name=flow.name,
        flow_description=flow.description,
        step=step.id,
        step_name=step.name,
        prompt=work.prompt(step.prompt) if own else "",
        otherwise=text,
        wanted=tuple(offered_field(work, work.field(name)) for name in wanted),
        asks=asks,
        any=own and step.need == "any" and len(wanted) > 1,
    )
    key = work.key(step.id, run.visits[step.id])
    rules = in_force(work, flow, step)
    replies = quick_replies(work, wanted)
    work.batch.append(Pending(key, run.id, step.id, section, rules, replies, step.finalize, templates))
    work.spoke[run.id] = None


def _own_text(
    work: Work, step: Step, wanted: Sequence[str], asks: Sequence[str], own: bool
) -> tuple[str, tuple[Template, ...]]:
    """What the step says without a model, and the author's texts in it: its `otherwise`, else its fields' `ask` (T45).

    Nothing where a step of the same batch asks for all that it wants, an apology where there is nothing to say. An old
    value to be confirmed has to be named, which an `otherwise` does not (F17).
    """
    confirmed = [name for name in wanted if remembered(work, name) is not None]
    said = work.text(step.otherwise) if own and not confirmed else ""
    if said.strip() and step.otherwise is not None:
        return said, (step.otherwise,)
    says_nothing = not own or (bool(step.collect) and step.otherwise is None)
    used = (work.field(name).ask for name in wanted if name not in confirmed)
    return " ".join(asks) or ("" if says_nothing else work.phrase("apology")), tuple(filter(None, used))


def _ask(work: Work, name: str) -> str:
    """The question for a field; where an old value is to be confirmed, whether it is still right (F17)."""
    old = remembered(work, name)
    if old is not None:
        return work.phrase("still_right", field=work.label(name), value=sentences.shown(work, name, old))
    return work.text(work.field(name).ask) or work.phrase("ask_field", field=work.label(name))


def quick_replies(work: Work, wanted: Sequence[str]) -> tuple[QuickReply, ...]:
    """Buttons for a question about one field: its choices, yes and no, or what others usually say (T54, F21).

    Where an old value is to be confirmed, whether it is right (F17).
    """
    if len(wanted) != 1:
        return ()
    spec, old = work.field(wanted[0]), remembered(work, wanted[0])
    if old is not None:
        yes, no = (show(value, work.definition.language) for value in (True, False))
        return (QuickReply(spec.id, yes, old), QuickReply(spec.id, no, DENIED))
    values: tuple[Json, ...] = spec.value.enum or ((True, False) if spec.value.name == "boolean" else ())
    if not values:
        return suggested.replies(work, spec.id)
    return tuple(QuickReply(spec.id, sentences.shown(work, spec.id, value), value) for value in values)


def flush(work: Work) -> Effects:
    """Say what is about to be said, in order; each contiguous group of talk steps is one `Speak` (T23)."""
    batch, work.batch = work.batch, []
    for is_talk, items in groupby(batch, key=lambda item: isinstance(item, Pending)):
        if is_talk:
            yield from _speak(work, [item for item in items if isinstance(item, Pending)])
        else:
            work.messages.extend(item for item in items if isinstance(item, AgentMessage))


def _speak(work: Work, group: list[Pending]) -> Effects:
    """One effect and one message for the group, with the key of its last step."""
    last = group[-1]
    otherwise = _without_model(work, [pending.section.otherwise for pending in group])
    rules = dict.fromkeys(line for pending in group for line in pending.instructions)
    speak = compose(work, replace(last, instructions=tuple(rules)), tuple(item.section for item in group), otherwise)
    yield from utter(work, speak, last.quick_replies if len(group) == 1 else ())
    if work.messages[-1].text == otherwise:
        for template in (template for pending in group for template in pending.texts):
            mark_shown(work, template)
    yield from finalize(work, group)


def _without_model(work: Work, texts: list[str]) -> str:
    """The whole reply without a model, each part a text of its own."""
    told = [*sentences.changes(work), *sentences.faults(work), *sentences.remarks(work)]
    if work.signal == "question" and not (work.wants_help or work.asks_what_is_known):
        told.append(work.phrase("apology"))
    return "\n".join(filter(None, [*(() if work.acknowledged else told), *sentences.explanations(work), *texts]))


def compose(work: Work, last: Pending, sections: tuple[Section, ...], otherwise: str) -> Speak:
    """The effect that says the sections, with all that a model has to know for it (T24)."""
    definition, turn = work.definition, work.input
    first, work.acknowledged = not work.acknowledged, True
    is_asked_back = first and work.signal == "question" and not work.asks_what_is_known
    return Speak(
        key=last.key,
        flow=last.section.flow,
        step=last.step,
        otherwise=otherwise,
        language=definition.language,
        agent=definition.name,
        persona=definition.persona,
        instructions=last.instructions,
        facts=useful_facts(work, sections),
        suggestions=suggested.bearing(work, sections),
        sections=sections,
        known=_known_before(work, sections),
        understood=tuple((name, work.data[name].value) for name in work.filled if name in work.data),
        changed=tuple((name, old, new) for name, old, new in sentences.told_changes(work)) if first else (),
        invalid=tuple((fault.field, fault.value, fault.message) for fault in sentences.told(work)) if first else (),
        finished=tuple(work.definition.flows[name].name for name in work.succeeded),
        notes=(*(sentences.remarks(work) if first else ()), *(() if is_asked_back else sentences.explanations(work))),
        side_question=is_asked_back,
        history=turn.history,
        messages=(
            *(Said(message.id, "user", message.text, message.at) for message in turn.messages),
            *(Said(message.key, "agent", message.text) for message in work.messages),
        ),
    )


def _known_before(work: Work, sections: tuple[Section, ...]) -> tuple[tuple[str, Json], ...]:
    """The values that the speaking flows had before this turn's message."""
    flows = dict.fromkeys(section.flow for section in sections if section.flow)
    names = dict.fromkeys(name for flow in flows for name in work.definition.flows[flow].fields)
    return tuple((name, work.data[name].value) for name in names if name in work.data and name not in work.filled)


def utter(work: Work, speak: Speak, replies: tuple[QuickReply, ...] = ()) -> Effects:
    """Yield the effect; its text becomes a message, or its own text when the model fails or says nothing (T45, T46)."""
    answer = yield speak
    work.calls.extend(answer.calls)
    text = answer.value if isinstance(answer, Done) and isinstance(answer.value, str) else ""
    if not text.strip():
        code = answer.code if isinstance(answer, Failed) else "empty"
        work.errors.append(TurnError("llm_call", "The model did not answer.", speak.step, {"code": code}))
        text = speak.otherwise if speak.otherwise.strip() else work.phrase("apology")
    work.messages.append(AgentMessage(speak.key, speak.flow, speak.step, text, replies))


def in_force(work: Work, flow: Flow | None = None, step: Step | None = None) -> tuple[str, ...]:
    """The instructions of the agent, the flow and the step, as far as their `if` holds: prompt lines (T24)."""
    names = {"flow": flow.name} if flow else {}
    lines = [
        *_lines(work, work.definition.instructions),
        *(_lines(work, flow.instructions, **names) if flow else ()),
        *(_lines(work, step.instructions, **names, step=step.name or step.id) if step else ()),
    ]
    work.instructions.update(dict.fromkeys(lines))
    return tuple(dict.fromkeys(lines))


def _lines(work: Work, rules: Sequence[Instruction], **scope: str) -> Iterator[str]:
    """Those that hold, each with its scope; one with `when` is put as "When …:" and never judged apart (T24)."""
    for rule in rules:
        if work.true(rule.condition):
            yield instruction(kind=rule.kind, text=rule.text, when=rule.when, **scope)


def useful_facts(work: Work, sections: tuple[Section, ...]) -> tuple[tuple[str, Json], ...]:
    """The current facts for a prompt, the most useful first, as far as there is room (F15).

    Those bound to fields of the speaking flows go first, then those that this turn's messages name. Stale facts are not
    known (F17), sensitive ones are told only to a flow that is about them (F19).
    """
    flows = dict.fromkeys(section.flow for section in sections if section.flow)
    bound = {work.field(name).fact: None for flow in flows for name in work.definition.flows[flow].fields}
    told = [fact for fact in work.facts.values() if not fact.stale and (not fact.sensitive or fact.key in bound)]
    text = fold(" ".join(message.text for message in work.input.messages))
    chosen: list[tuple[str, Json]] = []
    room = FACT_BUDGET
    for fact in sorted(told, key=lambda fact: (fact.key not in bound, not _is_named(fact, text))):
        size = len(fact.label or fact.key) + len(str(fact.value))
        if size <= room:
            chosen.append((fact.label or fact.key, fact.value))
            room -= size
    return tuple(chosen)


def _is_named(fact: Fact, text: str) -> bool:
    """Whether the folded messages speak of the fact: by its value, or by a part of its key, such as a merchant."""
    names = (part.replace("_", " ") for part in fact.key.split(".")[1:])
    value = fold(fact.value) if isinstance(fact.value, str) else fact.value
    return bool(text) and (stands(value, text) or any(quoted(name, text) for name in names))


def ask_which(work: Work) -> None:
    """Ask which of several flows the message means, by their names; the question on the floor comes after (T16).

    Which of several questions about facts it answers is asked in just these words: the next answer names one (F18).
    """
    key = f"_unclear#{work.input.id}"
    if not work.unclear:
        text = work.phrase("unclear", flows=", ".join(sentences.asked_about(work)))
        _insert(work, AgentMessage(key=key, flow="", step="_unclear", text=text))
        return
    names = ", ".join(work.definition.flows[flow].name for flow in work.unclear)
    section = Section("", "", "", "_unclear", "", otherwise=work.phrase("unclear", flows=names))
    _insert(work, Pending(key, "", "_unclear", section, in_force(work)))


def _insert(work: Work, item: Pending | AgentMessage) -> None:
    """Let something be said before the question of the run on the floor."""
    place = len(work.batch)
    while place and work.floor and _is_of(work.batch[place - 1], work.floor.id):
        place -= 1
    work.batch.insert(place, item)


def _is_of(item: Pending | AgentMessage, run: str) -> bool:
    return isinstance(item, Pending) and item.run == run


def answer_freely(work: Work) -> Effects:
    """No flow fits: the fallback verbatim, else the model in persona, else a sentence of what can be done (T17)."""
    if work.definition.fallback.strip():
        work.say(key=f"_fallback#{work.input.id}", step="_fallback", text=work.definition.fallback)
        return
    otherwise = "\n".join(_free_words(work))
    pending = Pending(
        f"_answer#{work.input.id}",
        "",
        "_answer",
        Section("", "", "", "_answer", "", otherwise=otherwise),
        in_force(work),
    )
    speak = replace(compose(work, pending, (), otherwise), done=tuple(flow.name for flow in done(work)))
    yield from utter(work, speak)


def _free_words(work: Work) -> list[str]:
    """What is said without a model: a courtesy returned, else what is done already, and what can be done."""
    said = _courtesy(work)
    if said in ("thanks", "farewell"):
        return [work.phrase(said)]
    if said or work.candidates or work.fact_answers or work.retracted:
        return [work.phrase(said or "heard"), _what_can_be_done(work)]
    return [*(work.phrase("finished", flow=flow.name) for flow in done(work)), _what_can_be_done(work)]


def _courtesy(work: Work) -> Courtesy | None:
    """The courtesy that the one message of this turn is, if it is nothing else."""
    texts = [message.text for message in work.input.messages]
    return courtesy(texts[0], work.definition.language) if len(texts) == 1 else None


def _what_can_be_done(work: Work) -> str:
    names = [work.definition.flows[flow].name for flow in startable(work)]
    return work.phrase("no_flow", flows=", ".join(names)) if names else work.phrase("no_flow_left")


def done(work: Work) -> list[Flow]:
    """The flows that are done and that no message can start again: nothing of them can be changed (T17, T32)."""
    flows = [work.definition.flows[name] for name in work.completed if name in work.definition.flows]
    return [flow for flow in flows if not flow.reentrant]
