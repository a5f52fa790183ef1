"""The conversations app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ConversationsConfig(AppConfig):
    """Conversations: what people and agents say to each other, and the turns that come of it."""

    name = "conversations"
    verbose_name = _("Conversations")

    def ready(self) -> None:
        """Tell open chats of what is answered on other pages, and whoever publishes how scenarios stand."""
        from agents import gate
        from conversations import elsewhere
        from conversations.scenario import shelf
        from conversations.scenario.proving import proofs

        elsewhere.listen()
        shelf.listen()
        gate.register(proofs)
