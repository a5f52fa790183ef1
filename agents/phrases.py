"""The built-in sentences of every agent, by id, in English; loading a definition translates them (agents.live).

A sentence is whole: it is never built from pieces, and what is put into it by `%(name)s` is shown as it stands.
"""


def gettext_noop(message: str) -> str:
    """Marks a sentence for translation and returns it as it is (this module knows no Django)."""
    return message


PHRASES: dict[str, str] = {
    "acknowledged": gettext_noop("Thank you, noted."),
    "heard": gettext_noop("All right."),
    "cancelled": gettext_noop("All right, I leave it there."),
    "completed": gettext_noop("Thank you, that is all I need."),
    "action_failed": gettext_noop("That did not work on our side. Please try again a little later."),
    "step_loop": gettext_noop("Something went wrong on our side, so I have stopped here. Please try again later."),
    "apology": gettext_noop("I cannot answer that just now."),
    "ask_field": gettext_noop("Please tell me this: %(field)s."),
    "still_right": gettext_noop("%(field)s: I still have “%(value)s”. Is that right?"),
    "changed": gettext_noop("I have changed this: %(field)s is now %(new)s, not %(old)s."),
    "forgotten": gettext_noop("I have taken this back: %(field)s."),
    "explain": gettext_noop("I still need this to go on: %(field)s."),
    "explain_choices": gettext_noop("I still need this to go on: %(field)s. Choose one of these: %(choices)s."),
    "offer_stop": gettext_noop("You can also say “stop”."),
    "invalid": gettext_noop("%(value)s does not fit here: %(field)s."),
    "invalid_choice": gettext_noop("%(value)s is not one of the choices. Choose one of these: %(choices)s."),
    "invalid_minimum": gettext_noop("%(value)s is too low for this: %(field)s. It must be at least %(bound)s."),
    "invalid_maximum": gettext_noop("%(value)s is too high for this: %(field)s. It can be at most %(bound)s."),
    "invalid_earliest": gettext_noop("%(value)s is too early for this: %(field)s. Choose a date from %(bound)s on."),
    "invalid_latest": gettext_noop("%(value)s is too late for this: %(field)s. Choose a date up to %(bound)s."),
    "no_flow": gettext_noop("Here is what I can help you with: %(flows)s."),
    "no_flow_left": gettext_noop("I have nothing more to ask or to do here. Thank you."),
    "known_about_you": gettext_noop("You can see and change all that I know about you on your profile page: %(page)s"),
    "known_of_visitors": gettext_noop("You are not signed in: beyond this conversation I keep nothing about you."),
    "thanks": gettext_noop("You are welcome."),
    "greeting": gettext_noop("Hello."),
    "farewell": gettext_noop("Goodbye."),
    "not_needed": gettext_noop("Thank you, this is no longer needed."),
    "unclear": gettext_noop("Which of these do you mean: %(flows)s?"),
    "handed_off": gettext_noop("I am asking a colleague to join us."),
    "muted": gettext_noop("All right, I will not write to you until you write again."),
    "back": gettext_noop("Let us go back to this: %(field)s. You said %(old)s."),
    "not_skipped": gettext_noop("I cannot go on without this: %(field)s."),
    "finished": gettext_noop("This is done already and stays as it is: %(flow)s."),
}
