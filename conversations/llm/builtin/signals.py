"""Control signals said in a sentence (T11), and bare control words where no literal answer takes them (T2, T9)."""

from conversations.engine.effects import Understand
from conversations.engine.grammar.control import control_word
from conversations.llm.builtin.words import Text

PHRASES: dict[str, dict[str, str]] = {
    "english": {
        "handoff": (
            "talk to a human|speak to a human|talk to a person|speak to a person|talk to someone|"
            "speak to someone|speak with someone|talk with someone|real person|human please|"
            "speak to an agent|talk to an agent|human agent"
        ),
        "mute": (
            "do not write to me|don t write to me|stop writing me|stop writing to me|stop messaging me|unsubscribe"
        ),
        "cancel": (
            "cancel this|cancel that|cancel it|cancel the whole thing|forget it|never mind|nevermind|"
            "i changed my mind|no longer want|don t want this anymore|don t want to continue|stop this|"
            "let s stop"
        ),
        "repeat": "say that again|repeat that|can you repeat|come again|what did you say",
        "back": "go back|previous question|one step back",
        "skip": "skip this|skip that|skip it|prefer not to say|rather not say",
    },
    "french": {
        "handoff": (
            "parler a un humain|parler a quelqu un|parler a une personne|parler avec quelqu un|"
            "vraie personne|un conseiller|un collaborateur humain"
        ),
        "mute": "ne m ecrivez plus|ne m ecris plus|arretez de m ecrire|desabonner|me desabonner",
        "cancel": (
            "annulez tout|annule tout|laissez tomber|laisse tomber|j ai change d avis|je ne veux plus|"
            "je veux annuler|oubliez ca|oublie ca"
        ),
        "repeat": "repetez|pouvez vous repeter|peux tu repeter|redites",
        "back": "revenir en arriere|question precedente|retour en arriere",
        "skip": "passer cette question|je prefere ne pas|passons",
    },
    "portuguese": {
        "handoff": (
            "falar com uma pessoa|falar com alguem|falar com um humano|falar com um atendente|"
            "atendente humano|pessoa de verdade"
        ),
        "mute": "nao me escreva|nao me escrevam|pare de me escrever|parem de me escrever|descadastrar",
        "cancel": (
            "cancelar tudo|cancele tudo|deixa para la|deixe para la|esquece|esqueca|mudei de ideia|"
            "nao quero mais|quero cancelar"
        ),
        "repeat": "pode repetir|repita|repete",
        "back": "pergunta anterior|voltar atras|voltar um passo",
        "skip": "pular esta|pular essa|prefiro nao dizer|prefiro nao responder",
    },
    "german": {
        "handoff": ("mit einem menschen|mit jemandem sprechen|mit einer person|mit einem mitarbeiter|echte person"),
        "mute": "schreiben sie mir nicht|schreib mir nicht|hor auf zu schreiben|abmelden",
        "cancel": (
            "vergiss es|vergessen sie es|ich will nicht mehr|ich mochte abbrechen|"
            "habe es mir anders uberlegt|alles abbrechen"
        ),
        "repeat": "wiederholen sie|noch einmal bitte|kannst du das wiederholen",
        "back": "einen schritt zuruck|vorherige frage|geh zuruck",
        "skip": "uberspringen|mochte ich nicht sagen|weiter ohne",
    },
    "spanish": {
        "handoff": ("hablar con una persona|hablar con alguien|hablar con un humano|hablar con un agente|persona real"),
        "mute": "no me escriba|no me escriban|deja de escribirme|dejen de escribirme|darme de baja",
        "cancel": (
            "cancelar todo|cancela todo|olvidalo|olvidelo|cambie de idea|he cambiado de idea|"
            "ya no quiero|quiero cancelar"
        ),
        "repeat": "puede repetir|puedes repetir|repita|repite",
        "back": "pregunta anterior|volver atras|un paso atras",
        "skip": "saltar esta|prefiero no decir|prefiero no responder",
    },
    "italian": {
        "handoff": (
            "parlare con una persona|parlare con qualcuno|parlare con un umano|parlare con un operatore|persona vera"
        ),
        "mute": "non scrivermi|non mi scriva|smetti di scrivermi|smettete di scrivermi|disiscrivere",
        "cancel": (
            "annulla tutto|lascia perdere|lasci perdere|dimentica|ho cambiato idea|non voglio piu|voglio annullare"
        ),
        "repeat": "puo ripetere|puoi ripetere|ripeti|ripeta",
        "back": "domanda precedente|torna indietro|un passo indietro",
        "skip": "salta questa|saltare questa|preferisco non dire",
    },
}
NEEDS_A_QUESTION = ("skip", "back", "cancel")
"""Signals that mean something only while a question is open."""


def signal_in(text: Text, effect: Understand) -> str | None:
    """The control signal that the message says outright, or None."""
    word = control_word(text.raw, effect.language)
    if word == "stop":
        return "cancel" if effect.asking else "mute"
    if word is not None and (effect.asking or word not in ("skip", "back")):
        return word
    for signal, phrases in PHRASES.get(text.vocabulary.stemmer, {}).items():
        if text.has(phrases.split("|")) and (effect.asking or signal not in NEEDS_A_QUESTION):
            return signal
    return None


def is_side_question(text: Text, effect: Understand) -> bool:
    """Whether the message, which gave nothing, asks something back while a question is open (T11)."""
    return bool(effect.asking) and text.is_question and len(text.words) > 1


def is_declined(text: Text, effect: Understand) -> bool:
    """Whether the message is a bare "no, nothing special" to the one question that takes free text."""
    asked = [spec for spec in effect.fields if spec.asked]
    is_free = len(asked) == 1 and asked[0].type == "string" and not asked[0].enum
    return is_free and bool(text.words) and all(word.folded in text.vocabulary.nothing for word in text.words)
