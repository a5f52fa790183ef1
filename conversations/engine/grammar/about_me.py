"""Whole messages that ask what is known about the person: "what do you know about me?" (F18)."""

import re

from facts.folding import fold
from facts.languages import base

_LONGEST = 120
_NO_WORD = re.compile(r"[\W_]+")
_BEFORE = (
    r"(?:(?:hi|hello|hey|so|and|ok|okay|please|well|but|by the way|salut|bonjour|alors|et|mais|au fait|s il"
    r" (?:te|vous)"
    r" plait|hallo|also|und|aber|bitte|ubrigens|ola|oi|entao|e|mas|por"
    r" favor|hola|pues|y|pero|oye|ciao|allora|ma|scusa) )*"
)
_AFTER = (
    r"(?: (?:so far|already|now|then|exactly|please|right now|at the moment|anyway|at all|maintenant|deja|exactement|"
    r"s il (?:te|vous) plait|jetzt|schon|bisher|eigentlich|genau|bitte|agora|ate agora|ja|exatamente|por"
    r" favor|ahora|ya|"
    r"hasta ahora|exactamente|adesso|finora|gia|esattamente|per favore))*"
)
_ASKED = {
    "en": (
        r"(?:(?:can|could|would|will) you )?(?:please )?(?:(?:tell|show) me )?what(?: exactly| all| else)?"
        r" (?:do you |you )?(?:actually |already )?(?:know|remember|have(?: got)?|store|save|keep|hold)"
        r"(?: (?:stored|saved|kept|noted|recorded|on file))? (?:about|on|of) me",
        r"what (?:have you|you have|you ve) (?:learned|learnt|stored|saved|remembered|noted|kept|recorded)"
        r" (?:about|on|of) me",
        r"(?:what|which) (?:information|info|data|details|facts|things|personal data)(?: about me)?"
        r" (?:do you |you )(?:have|hold|keep|store|save|know|remember|collect)(?: stored| saved)?(?:"
        r" (?:about|on|of) me)?",
        r"(?:do|can) you (?:know|remember) (?:anything |something |things )?(?:about )?me",
        r"do you (?:know|remember) who i am|who am i",
        r"(?:(?:can|could) you )?(?:please )?show me (?:my (?:data|facts|profile|information)|all you know about me)",
        r"(?:where|how) can i see (?:what you know about me|my (?:data|facts|profile))",
        r"what(?: is|s| s) (?:known|stored|saved) about me",
    ),
    "fr": (
        r"(?:que|qu est ce que) (?:sais tu|savez vous|tu sais|vous savez|connais tu|tu connais|vous connaissez|"
        r"retiens tu|tu retiens|vous retenez|as tu (?:retenu|note|enregistre)|tu as (?:retenu|note|enregistre)|"
        r"vous avez (?:retenu|note|enregistre)|avez vous (?:retenu|note|enregistre))"
        r"(?: deja)? (?:de|sur|a propos de) moi",
        r"(?:tu sais|vous savez) quoi (?:de|sur) moi",
        r"(?:tu peux |vous pouvez |peux tu |pouvez vous )?(?:me )?(?:dis|dites|montre|montrez|dire|montrer)(?: moi)?"
        r" (?:tout )?ce que (?:tu sais|vous savez|tu as retenu|vous avez retenu) (?:de|sur) moi",
        r"quelles (?:donnees|informations|infos)(?: est ce que)? (?:as tu|avez vous|tu as|vous avez|gardes"
        r" tu|gardez vous)"
        r"(?: (?:gardees|enregistrees))? (?:de|sur) moi",
        r"(?:est ce que )?(?:te souviens tu|vous souvenez vous|tu te souviens|vous vous souvenez|tu te"
        r" rappelles) de moi",
        r"(?:sais tu|savez vous|tu sais|vous savez) (?:quelque chose|qui je suis)(?: (?:de|sur) moi)?",
        r"(?:montre|montrez) moi (?:mes donnees|mon profil|mes informations)",
    ),
    "de": (
        r"was (?:alles )?(?:weisst du|wissen sie|kennst du|behaltst du)(?:"
        r" (?:alles|denn|so|schon|bisher|eigentlich))* (?:uber mich|von mir)(?: alles)?",
        r"was (?:hast du|haben sie)(?: dir| sich)?(?: alles)? (?:uber mich|von mir)(?: alles)?"
        r" (?:gespeichert|gemerkt|notiert|behalten)",
        r"was (?:merkst du dir|merken sie sich|speicherst du|speichern sie)(?: alles)? (?:uber mich|von mir)",
        r"welche (?:daten|informationen|angaben) (?:hast du|haben sie|speicherst du|speichern sie) (?:uber"
        r" mich|von mir)"
        r"(?: gespeichert)?",
        r"(?:(?:kannst du|konnen sie) mir (?:sagen|zeigen)|sag mir|sagen sie mir|zeig mir|zeige mir|zeigen sie mir)"
        r" was (?:du|sie)(?: alles)? (?:uber mich|von mir)(?: alles)? (?:weisst|wissen|gespeichert"
        r" hast|gespeichert haben)",
        r"(?:kennst du|kennen sie) mich|(?:erinnerst du dich|erinnern sie sich) an mich",
        r"(?:weisst du|wissen sie) (?:etwas|was|wer ich bin)(?: (?:uber mich|von mir))?",
        r"(?:zeige?|zeigen sie) mir (?:meine daten|mein profil|meine angaben)",
    ),
    "pt": (
        r"(?:o )?que (?:e que )?(?:tu |voce )?(?:ja"
        r" )?(?:sabes?|conheces?|conhece|lembras?|guardas?|guardou|guardaste|"
        r"tens? guardado|tem guardado)(?: voce)? (?:sobre mim|de mim|a meu respeito|acerca de mim)",
        r"(?:diz me|diga me|me diz|me diga|mostra me|mostre me) (?:tudo )?o que (?:voce )?sabes? (?:sobre|de) mim",
        r"(?:que|quais) (?:dados|informacoes) (?:voce )?(?:tens?|tem|guardas?) (?:sobre|de) mim",
        r"(?:voce )?(?:lembras te|te lembras|se lembra|lembra se) de mim|sabes? quem (?:eu )?sou",
        r"(?:voce )?sabes? (?:alguma coisa|algo) (?:sobre|de) mim",
        r"(?:mostra me|mostre me|me mostra|me mostre) (?:os )?(?:meus dados|meu perfil|o meu perfil)",
    ),
    "es": (
        r"que (?:es lo que )?(?:ya )?(?:sabes?|conoces?|recuerdas?|guardas?|has guardado|ha guardado|tienes guardado)"
        r"(?: usted)? (?:de|sobre|acerca de) mi",
        r"(?:puedes |puede )?(?:decirme|mostrarme|dime|digame|muestrame|ensename) (?:todo )?(?:lo )?que sabes?"
        r" (?:de|sobre) mi",
        r"que (?:datos|informacion) (?:tienes?|guardas?)(?: guardad[oa]s?)? (?:de|sobre) mi",
        r"(?:te acuerdas|se acuerda) de mi|me (?:recuerdas?|conoces?)|sabes? quien soy",
        r"sabes? algo (?:de|sobre) mi",
        r"(?:muestrame|ensename|muestreme) (?:mis datos|mi perfil|mi informacion)",
    ),
    "it": (
        r"(?:che cosa|cosa|che) (?:sai|sa|conosci|ricordi|ricorda|hai (?:salvato|memorizzato|annotato)|"
        r"ha (?:salvato|memorizzato))(?: gia)? (?:di|su) me",
        r"(?:puoi dirmi|puo dirmi|dimmi|mi dica|mostrami) (?:tutto )?(?:che cosa|cosa|quello che|cio che)"
        r" (?:sai|sa) (?:di|su) me",
        r"(?:quali|che) (?:dati|informazioni) (?:hai|ha|conservi|conserva)(?: salvat[oi])? (?:su di|di|su) me",
        r"(?:ti ricordi|si ricorda) di me|mi conosci|(?:sai|sa) chi sono",
        r"(?:sai|sa) qualcosa (?:di|su) me",
        r"(?:mostrami|mi mostri) (?:i miei dati|il mio profilo|le mie informazioni)",
    ),
}
_PATTERNS = {
    language: re.compile(rf"{_BEFORE}(?:{'|'.join(patterns)}){_AFTER}") for language, patterns in _ASKED.items()
}


def asks_what_is_known(text: str, language: str) -> bool:
    """Whether the whole message asks what is known about whoever writes it, in the language (`de`, `pt-BR`)."""
    if len(text) > _LONGEST or base(language) not in _PATTERNS:
        return False
    return _PATTERNS[base(language)].fullmatch(_NO_WORD.sub(" ", fold(text)).strip()) is not None
