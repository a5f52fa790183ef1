"""The phrases that say a control signal within a sentence (T11), per language, as expressions over folded words.

`rest` in a cue is what the person wants no more: it may be the whole undertaking, but not one of its values.
"""

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Cues:
    """One language's cues and the words around them that decide whether a cue is meant."""

    signals: dict[str, re.Pattern[str]]
    asking: frozenset[str]
    """Words that make a clause a question about something, or a supposition: "how", "if"."""
    modal: re.Pattern[str]
    """How a request is put as a question, right before a cue that ends a run: "could you"."""
    polite: re.Pattern[str]
    """How any other signal is asked for in a question: "can I"."""
    negation: frozenset[str]
    """What denies a cue besides the language's negations."""
    filler: frozenset[str]
    """Words behind a cue that add nothing to it."""
    undertaking: frozenset[str]
    """What a person does here as a whole, so that wanting it no more is wanting to stop."""


def _cues(signals: dict[str, str], modal: str, polite: str, **words: str) -> Cues:
    patterns = {name: re.compile(rf"(?<= )(?:{cue})(?= )") for name, cue in signals.items()}
    sets = {name: frozenset(words[name].split()) for name in ("asking", "negation", "filler", "undertaking")}
    return Cues(patterns, modal=_ending(modal), polite=re.compile(rf" (?:{polite}) "), **sets)


def _ending(modal: str) -> re.Pattern[str]:
    return re.compile(rf" (?:{modal})(?: \w+)?? $")


_EN = _cues(
    {
        "handoff": r"(?:talk|speak|chat) (?:to|with) (?:(?:a|an|one|any|some|the|another) )?(?:(?:real|actual|"
        r"live|human) )?"
        r"(?:human|person|someone|somebody|agent|people|operator)(?: being)?|real person|human please|human agent",
        "mute": r"(?:do not|don t|dont) (?:write|text|message) (?:to )?me|stop (?:writing|texting|messaging)(?: "
        r"to)? me|"
        r"unsubscribe",
        "cancel": r"cancel (?:this|that|it|the whole thing|everything)|forget (?:about )?(?:it|this|that)|never mind|"
        r"nevermind|i(?: have| ve)? changed my mind|no longer want(?: to)?|"
        r"(?:don t|dont|do not) want (?:to )?(?P<rest>(?:\w+ ){1,5}?)(?:any more|anymore|any longer)|"
        r"(?:don t|dont|do not) want to (?:continue|go on)|stop this|let s stop|(?:we|i) stop",
        "repeat": r"say (?:that|it) again|repeat (?:that|it|this|yourself|the question|your question)|"
        r"(?:can|could|would) you (?:please )?repeat|come again|"
        r"what (?:did|have) you (?:just )?(?:say|said|ask|asked)|what was (?:that|the question|your question)",
        "back": r"go back|previous question|one step back",
        "skip": r"skip (?:this|that|it|the)(?: question| one)?|(?:prefer not|rather not) (?:to )?say",
    },
    modal=r"(?:can|could|would|will)(?: t| not)? (?:you|we)|can|could",
    polite=r"(?:can|could|may|might|would|will)(?: t| not)? (?:i|we|you)|possible|want|need|like",
    asking="how where when why what who which whether if whom suppose",
    negation="t dont doesnt cant wont didnt than instead rather refuse",
    filler="please now thanks thank you all everything it this that thing whole the a any my our right away for "
    "me us i "
    "at anymore more to here after then sorry ok okay about entirely completely",
    undertaking="book booking reserve reservation order ordering continue go on do process conversation request "
    "form appointment buy purchase finish proceed register trip room hotel table",
)
_FR = _cues(
    {
        "handoff": r"parler (?:a|avec) (?:une?|l |la |le )?(?: ?(?:vraie?|autre) )? ?"
        r"(?:humain|personne|quelqu un|conseiller|conseillere|collaborateur|operateur)(?: humaine?)?|"
        r"vraie personne|un conseiller|un collaborateur humain",
        "mute": r"ne m (?:ecrivez|ecris) plus|(?:arretez|arrete) de m ecrire|me desabonner|desabonner",
        "cancel": r"annulez? (?:tout|ca|cela)|tout annuler|annuler (?:tout|ca|cela)|laissez? tomber|"
        r"j ai change d avis|(?:je|on|nous) ne (?:veux|veut|voulons|souhaite) plus|je veux (?:tout )?annuler|"
        r"oubliez? (?:ca|cela|tout)",
        "repeat": r"repetez|(?:pouvez|pourriez|peux|pourrais) (?:vous|tu) (?:me )?(?:repeter|redire)(?: la "
        r"question)?|redites|"
        r"qu (?:avez vous|as tu|est ce que vous avez|est ce que tu as) dit|vous avez dit quoi|repeter la question",
        "back": r"revenir en arriere|question precedente|retour en arriere",
        "skip": r"(?:passer|sauter) (?:cette|la|a la) question(?: suivante)?|je prefere ne pas|passons",
    },
    modal=r"(?:pouvez|pourriez) vous|(?:peux|pourrais) tu|(?:peut|pourrait) on|(?:pouvons|pourrions) nous|on "
    r"(?:peut|pourrait)|"
    r"(?:tu|vous) (?:peux|pouvez|pourriez)",
    polite=r"puis je|pourrais je|je (?:peux|pourrais|voudrais|veux|souhaite)|on peut|peut on|pouvez vous|"
    r"pourriez vous|peux tu|"
    r"pourrais tu|possible|j aimerais|nous (?:pouvons|voudrions)",
    asking="comment quand pourquoi quel quelle quels quelles combien si s",
    negation="inutile refuse plutot",
    filler="s il vous te plait svp maintenant merci tout ca cela ce c la le les l de d du des une un tous non pardon "
    "desole desolee finalement alors ici moi cette cet mon ma notre",
    undertaking="reserver reservation commander commande continuer faire saisir saisie enregistrer demande acheter "
    "achat poursuivre conversation rendez formulaire chambre hotel depense",
)
_PT = _cues(
    {
        "handoff": r"(?:falar|conversar) com (?:(?:um|uma|outra|a|o) )?(?:pessoa|alguem|humano|atendente|"
        r"operador|agente|assistente humano)"
        r"(?: (?:real|de verdade|humana|d[aeo]s? (?:vossa )?(?:equipa|equipe|empresa)))?|atendente humano|"
        r"pessoa de verdade",
        "mute": r"nao me escrevam?|parem? de me escrever|descadastrar",
        "cancel": r"cancel(?:ar|e|a) (?:tudo|isto|isso)|deix[ae] para la|esquece|esqueca|mudei de ideias?|"
        r"(?:ja )?nao (?:quero|queremos) mais|ja nao (?:quero|queremos)|"
        r"nao (?:quero|queremos) (?P<rest>(?:\w+ ){1,4}?)mais|quero cancelar",
        "repeat": r"(?:pode|podes|podia|poderia)(?: me)? (?:repetir|dizer outra vez)(?: a pergunta)?|repita|repete|"
        r"(?:o )?que (?:e que )?(?:disse|disseste|acabou de dizer|perguntou)|repetir a pergunta",
        "back": r"pergunta anterior|voltar atras|voltar um passo",
        "skip": r"(?:pular|saltar|passar) (?:esta|essa|a)(?: pergunta| questao)?|prefiro nao (?:dizer|responder)",
    },
    modal=r"podem?|podes|podemos|poderia|podia|poderiamos|podiamos",
    polite=r"posso|podemos?|podem?|podes|poderia|podia|possivel|queria|quero|gostaria|da para",
    asking="como onde quando porque quanto qual se caso",
    negation="recuso",
    filler="por favor agora obrigado obrigada tudo isto isso o a os as de da do um uma nao ja mais esta este "
    "essa minha meu nossa entao desculpe aqui la",
    undertaking="reservar reserva encomendar encomenda continuar fazer pedido pedir demonstracao conversa comprar "
    "compra prosseguir marcar marcacao formulario quarto hotel registar registrar",
)
_DE = _cues(
    {
        "handoff": r"mit (?:einem|einer|jemandem|irgendeinem)(?: (?:echten|anderen|richtigen))?"
        r"(?: (?:menschen?|person|mitarbeiter|mitarbeiterin|agenten))|mit jemandem (?:sprechen|reden)|echte person",
        "mute": r"schreiben sie mir nicht|schreib mir nicht|hor(?:en sie)? auf(?: mir)? zu schreiben|abmelden",
        "cancel": r"vergiss es|vergessen sie (?:es|das)|(?:ich|wir) (?:will|wollen|mochten?) nicht mehr|"
        r"(?:ich|wir) (?:will|wollen|mochten?) (?P<rest>(?:\w+ ){1,3}?)(?:nicht mehr|mehr)(?: \w+en)?|"
        r"ich (?:mochte|will) (?:das |alles )?(?:abbrechen|stornieren)|habe es mir anders uberlegt|"
        r"(?:alles|das|dies|es) (?:abbrechen|beenden|stornieren)",
        "repeat": r"wiederholen sie|noch einmal bitte|(?:kannst du|konnen sie|konnten sie|konntest du) (?:das|"
        r"die frage|es)"
        r"(?: bitte)? (?:noch einmal )?wiederholen|was (?:haben sie|hast du)(?: gerade| eben)? gesagt",
        "back": r"einen schritt zuruck|vorherige frage|geh zuruck",
        "skip": r"(?:(?:diese|die) frage )?uberspringen|mochte ich nicht sagen|weiter ohne",
    },
    modal=r"(?:konnen|konnten) (?:wir|sie)|(?:kannst|konntest) du",
    polite=r"(?:kann|konnte|darf|durfte) ich|(?:konnen|konnten|durfen) (?:wir|sie)|(?:kannst|konntest) du|"
    r"moglich|mochten?|will",
    asking="wie wo wann warum was wer wen welche welcher welches ob wenn falls",
    negation="statt anstatt niemandem",
    filler="bitte jetzt danke alles das es dies diese der die den doch ganze mir uns keine kein keinen eine ein "
    "einen "
    "mehr meine unsere sofort hier",
    undertaking="buchen buchung reservieren reservierung bestellen bestellung weitermachen fortfahren machen anfrage "
    "kaufen kauf termin gesprach formular zimmer hotel erfassen",
)
_ES = _cues(
    {
        "handoff": r"hablar con (?:(?:un|una|otra|la|el) )?(?:persona|alguien|humano|agente|operador)(?: "
        r"(?:real|humana|de verdad))?|"
        r"persona real",
        "mute": r"no me escriba[ns]?|de(?:ja|je|jen) de escribirme|darme de baja",
        "cancel": r"cancel(?:ar|a|e) (?:todo|esto|eso)|olvidel?o|olvidalo|(?:he )?cambi(?:e|ado) de idea|"
        r"ya no (?:quiero|queremos)|no (?:quiero|queremos) (?P<rest>(?:\w+ ){1,4}?)mas|quiero cancelar",
        "repeat": r"(?:puede|puedes|podria|podrias)(?: me)? repetir(?:me)?(?: la pregunta)?|repita|repite|"
        r"que (?:has dicho|ha dicho|dijo|dijiste|acabas? de decir)|repetir la pregunta",
        "back": r"pregunta anterior|volver atras|un paso atras",
        "skip": r"(?:saltar(?:me)?|omitir|pasar) (?:esta|la)(?: pregunta)?|prefiero no (?:decir|responder)",
    },
    modal=r"puedes?|pueden|podemos|podria|podrias|podriamos",
    polite=r"puedo|podria|podemos|puedes?|posible|quiero|quisiera|me gustaria|se puede",
    asking="como donde cuando cuanto cual si",
    negation="niego",
    filler="por favor ahora gracias todo esto eso lo la el los las de una un ya mas mi nuestra esta este perdon aqui",
    undertaking="reservar reserva pedir pedido continuar hacer seguir comprar compra conversacion cita formulario "
    "habitacion hotel registrar",
)
_IT = _cues(
    {
        "handoff": r"parlare con (?:(?:un|una|un altra|la) )?(?:vera )?(?:persona|qualcuno|umano|operatore|"
        r"operatrice)(?: (?:vera|reale))?|"
        r"persona vera",
        "mute": r"non scrivermi|non mi scriva|smett(?:i|ete) di scrivermi|disiscrivere",
        "cancel": r"annulla(?:re)? (?:tutto|questo)|lasci?a? perdere|dimentica(?:lo)?|ho cambiato idea|"
        r"non (?:voglio|vogliamo) piu|(?:voglio|vorrei) annullare",
        "repeat": r"(?:puo|puoi|potrebbe|potresti) ripetere(?: la domanda)?|ripeti|ripeta|"
        r"(?:che )?cosa (?:hai|ha) (?:appena )?detto|ripetere la domanda",
        "back": r"domanda precedente|torna indietro|un passo indietro",
        "skip": r"salt(?:a|are) (?:questa|la)(?: domanda)?|preferisco non dire",
    },
    modal=r"puo|puoi|possiamo|potrebbe|potete|potresti|potremmo",
    polite=r"posso|potrei|possiamo|puoi?|potrebbe|possibile|vorrei|voglio|si puo",
    asking="come dove quando quanto quale se",
    negation="rifiuto",
    filler="per favore adesso ora grazie tutto questo quello lo la il i le di una un piu mia nostra questa "
    "scusi scusa qui",
    undertaking="prenotare prenotazione ordinare ordine continuare fare proseguire richiesta comprare acquisto "
    "conversazione appuntamento modulo camera hotel albergo registrare",
)
BY_LANGUAGE = {"english": _EN, "french": _FR, "portuguese": _PT, "german": _DE, "spanish": _ES, "italian": _IT}
