"""What was asked of models and actions, as they were sent it."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from conversations.engine.effects import Act, Answer, Effect, Failed, Speak, Understand
from conversations.engine.prompt import speak_prompt, understand_prompt
from conversations.engine.replaying import Asked as Effected
from conversations.inspector.masking import Mask
from conversations.inspector.values import NOTHING, Asked, Shown


def asked(effects: Iterable[Effected], mask: Mask) -> tuple[Asked, ...]:
    """All of them, in order."""
    return tuple(told(one.effect, one.answer, mask) for one in effects)


def told(effect: Effect, answer: Answer | None, mask: Mask) -> Asked:
    """One effect: the prompt as the adapter writes it, or the input of an action."""
    shown = NOTHING if answer is None else _answer(answer, mask)
    if isinstance(effect, Act):
        return Asked(_("Action %(name)s") % {"name": effect.action}, user=_input(effect, mask), answer=shown)
    prompt = understand_prompt(effect) if isinstance(effect, Understand) else speak_prompt(effect)
    name = _("Read the message") if isinstance(effect, Understand) else _reply(effect)
    return Asked(str(name), mask.lines(prompt.system), mask.lines(prompt.user), shown)


def _reply(effect: Speak) -> str:
    if not effect.step:
        return _("Write a reply")
    return _("Write the reply of the step %(step)s") % {"step": effect.step}


def _input(effect: Act, mask: Mask) -> str:
    shown = mask.value(dict(effect.input))
    return _("(hidden: it holds something sensitive)") if shown.is_hidden else shown.text


def _answer(answer: Answer, mask: Mask) -> Shown:
    if isinstance(answer, Failed):
        return Shown(_("failed: %(code)s") % {"code": answer.code})
    return mask.value(answer.value)
