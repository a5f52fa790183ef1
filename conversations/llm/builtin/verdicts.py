"""How people say which of two values is right, and whether something is to be remembered (F7, F18): by language.

Folded patterns of whole sentences, by the name of the language's stemmer. What two questions or an agent's own question
could mean as well is left out: an answer that is missed leaves a card to click, one that is made up changes a fact.
"""

import re
from dataclasses import dataclass
from functools import cached_property

TWO = re.compile(r"\b(?:both|two|deux|beide\w*|dois|duas|amb[oa]s|dos|entramb[ie]|due)\b")
"""Words that are meant for two, and not for more."""


@dataclass(frozen=True)
class Verdicts:
    """The words of one language. `lead` may stand before any answer, `yes` and `no` say one by themselves.

    `opening` is a no that only opens the sentence; where it also means "not", a comma has to follow.
    """

    lead: str
    yes: str
    no: str
    opening: str
    polite: str
    old: str
    new: str
    neither: str
    right: str
    """Says of a value that it holds; after it an answer is meant for nothing else."""
    accept: str
    reject: str
    both: str
    """By itself or behind a yes or a no: it is meant for several questions."""

    @cached_property
    def before(self) -> re.Pattern[str]:
        """What stands before the answer itself."""
        return re.compile(rf"(?:(?:{self.yes}|{self.opening}|{self.polite}|{self.lead})(?: ,)? )*")

    @cached_property
    def before_wish(self) -> re.Pattern[str]:
        """What stands before a wish: "keep" may be the wish itself."""
        return re.compile(rf"(?:(?:{self.yes}|{self.opening}|{self.polite})(?: ,)? )*")

    @cached_property
    def denies(self) -> re.Pattern[str]:
        """A no that the words after it go on from: "no, I live in Zug"."""
        return re.compile(rf"(?:{self.opening})(?: ,)? \S")

    @cached_property
    def after(self) -> re.Pattern[str]:
        """What stands behind it."""
        return re.compile(rf"(?:(?: ,)? (?:{self.polite}))*(?: ,)?$")

    @cached_property
    def bare(self) -> dict[str, re.Pattern[str]]:
        """A yes and a no that are the whole message."""
        polite, several = rf"(?: (?:{self.polite}))*", rf"(?P<several> (?:{self.both}))?"
        accept = rf"(?:(?:{self.yes}){several}|(?P<alone>{self.both})){polite}"
        return {"accept": re.compile(accept), "reject": re.compile(rf"(?:{self.no}){several}{polite}")}

    @cached_property
    def choices(self) -> dict[str, re.Pattern[str]]:
        """The answers to a contradiction that name no value. `sure` marks those that are meant for nothing else."""
        right = rf"(?P<sure> (?:{self.right}))?"
        return {
            "old": re.compile(rf"(?:{self.old}){right}"),
            "new": re.compile(rf"(?:{self.new}){right}"),
            "neither": re.compile(rf"(?:{self.neither})(?P<sure>)?"),
        }

    @cached_property
    def wishes(self) -> dict[str, re.Pattern[str]]:
        """The answers to a proposal, in words that mean nothing else; `many` marks those that are meant for several."""
        return {"accept": re.compile(self.accept), "reject": re.compile(self.reject)}

    def about(self, value: str) -> re.Pattern[str]:
        """An answer that names the value which is right."""
        return re.compile(rf"{re.escape(value)}(?P<sure> (?:{self.right}))?")


ENGLISH = Verdicts(
    lead="well|ok|okay|oh|sorry|actually|so|then|it s|it is|that s|that is|i mean|i meant|keep|use|take",
    yes="yes|yep|yeah|yup|yes please|please do|sure|of course|go ahead|correct|exactly"
    "|(?:yes )?(?:that s|that is|it s|it is) (?:right|correct|true)|yes it is",
    no="no|nope|nah|wrong|not really|(?:no )?(?:that s|that is|it s|it is) (?:not (?:right|correct|true)|wrong|false)"
    "|(?:no )?(?:that|it) isn t(?: (?:right|correct|true))?|(?:no )?(?:forget (?:it|that)|never mind)",
    opening="no|nope",
    polite="please|thanks|thank you",
    old=r"the (?:old|older|first|former|earlier|previous|original)(?: (?:one|value|answer))?",
    new=r"the (?:new|newer|newest|second|latter|last|latest)(?: (?:one|value|answer))?",
    neither=r"neither(?: one| of (?:them|the two|those|both))?(?: is (?:right|correct|true))?"
    r"|none of (?:them|the two|those)(?: is (?:right|correct|true))?|(?:they are |they re )?both(?: are)? wrong",
    right=r"(?:is|was|s) (?:still )?(?:right|correct|true|the right one|the correct one)",
    accept=r"(?:(?:you (?:can|may|should)|do|go ahead and|i (?:d like|want) you to) )?(?:please )?"
    r"(?:remember|note|save|keep|store) (?:it|that|this|that one|this one"
    r"|(?P<many>them(?: both| all)?|both(?: of (?:them|those))?|all(?: of (?:it|them|those))?|everything))"
    r"(?: down| in mind)?",
    reject=r"(?:(?:you )?(?:do not|don t|dont|never|should not|shouldn t)(?: (?:have|need) to)?|(?:no )?need to"
    r"|i (?:do not|don t|dont) want you to) (?:remember|note|save|keep|store) "
    r"(?:it|that|this|that one|this one"
    r"|(?P<many>them|either(?: of (?:them|those))?|any of (?:it|them|those)|both(?: of (?:them|those))?))"
    r"(?: down| in mind)?|forget (?:that|this) one",
    both=r"(?:to |for )?(?:both|all)(?: (?:of )?(?:them|those|these|it|two|three))?|to the (?:two|three)|to everything",
)
FRENCH = Verdicts(
    lead="alors|pardon|desole|desolee|en fait|plutot|c est|garde|gardez|prends|prenez|je voulais dire",
    yes="oui|ouais|bien sur|exact|exactement|tout a fait|(?:oui )?c est (?:bien )?(?:ca|exact|juste|correct|vrai)",
    no="non|pas du tout|(?:non )?c est faux|(?:non )?ce n est pas (?:vrai|juste|exact|correct|ca)"
    "|(?:non )?(?:oublie|oubliez) (?:ca|cela)|(?:non )?laisse tomber",
    opening="non",
    polite="s il te plait|s il vous plait|svp|merci|volontiers",
    old=r"(?:l ancien|l ancienne|le premier|la premiere|le precedent|la precedente)(?: valeur)?|la valeur d avant",
    new=r"(?:le nouveau|la nouvelle|le second|la seconde|le deuxieme|la deuxieme|le dernier|la derniere)(?: valeur)?",
    neither=r"ni l un ni l autre|ni l une ni l autre|aucune?(?: des deux)?(?: n est (?:juste|correcte?|vraie?))?"
    r"|les deux sont (?:faux|fausses)",
    right=r"est (?:toujours )?(?:juste|correcte?|vraie?|exacte?|le bon|la bonne|bonne?)",
    accept=r"(?:retiens|retenez|note|notez|memorise|memorisez|garde|gardez|enregistre|enregistrez)"
    r"(?: (?:le|la|ca|cela|celui la|celle la|(?P<many>les deux|les|tous les deux|toutes les deux|tout)))?"
    r"|(?:tu peux|vous pouvez) (?:le |la |l |les )?(?:retenir|noter|memoriser|garder|enregistrer)"
    r"(?: (?:ca|cela|les deux|tout))?",
    reject=r"(?:ne )?(?:le |la |l |les )?(?:retiens|retenez|note|notez|garde|gardez|memorise|memorisez|enregistre"
    r"|enregistrez) pas(?: (?:ca|cela|(?P<many>les deux|tout)))?"
    r"|(?:ce n est )?pas (?:besoin|la peine) de (?:le |la |l |les )?(?:retenir|noter|garder)(?: (?:ca|cela))?"
    r"|(?:oublie|oubliez) (?:celui la|celle la)",
    both=r"(?:a |pour )?(?:les (?:deux|trois)|tou(?:te)?s les (?:deux|trois)|tous|toutes|tout)|aux (?:deux|trois)",
)
GERMAN = Verdicts(
    lead="also|doch|es ist|das ist|nimm|nehmen sie|behalte|behalten sie|ich meinte|ich meine|entschuldigung|sorry",
    yes="ja|ja gerne|ja gern|genau|(?:ja )?klar|naturlich|richtig|korrekt|(?:ja )?(?:das )?stimmt"
    "|(?:ja )?das ist (?:richtig|korrekt)",
    no="nein|ne|nee|falsch|(?:nein )?(?:das )?stimmt nicht|(?:nein )?das ist (?:falsch|nicht (?:richtig|korrekt))"
    "|(?:nein )?(?:vergiss|vergessen sie) (?:es|das)|(?:nein )?lieber nicht",
    opening="nein|ne|nee",
    polite="bitte|danke",
    old=r"(?:der|die|das|den) (?:alte|alten|erste|ersten|fruhere|fruheren|vorherige|vorherigen)(?: (?:wert|angabe))?",
    new=r"(?:der|die|das|den) (?:neue|neuen|neuere|neueren|zweite|zweiten|letzte|letzten)(?: (?:wert|angabe))?",
    neither=r"kein(?:er|e|es|s)(?: (?:von beiden|der beiden))?(?: (?:ist richtig|stimmt))?|weder noch"
    r"|beide(?:s)? (?:ist|sind) falsch",
    right=r"stimmt(?: noch| immer noch)?|ist (?:noch |immer noch )?(?:richtig|korrekt|wahr|der richtige|die richtige)",
    accept=r"(?:merke?|merken sie|notiere?|notieren sie|speichere?|speichern sie|behalte?|behalten sie)"
    r"(?: (?:es|das|dies|dir|sich|(?P<many>beides?|alles?)))+"
    r"|(?:das kannst du|das konnen sie|du kannst|sie konnen)(?: (?:es|das|dir|sich|beides|alles))*"
    r" (?:merken|notieren|speichern|behalten)",
    reject=r"(?:merke?|merken sie|notiere?|notieren sie|speichere?|speichern sie|behalte?|behalten sie)"
    r"(?: (?:es|das|dies|dir|sich|(?P<many>beides?|alles?)))+ (?:bitte )?nicht"
    r"|(?:du musst|sie mussen)(?: (?:es|das|dir|sich))+ nicht (?:merken|notieren|speichern)"
    r"|nicht (?:merken|notieren|speichern)|vergiss (?:das|dies) wieder",
    both=r"(?:zu |fur )?(?:beides?|beiden|allen?(?: (?:drei|beiden?))?|alles)|alles beides",
)
PORTUGUESE = Verdicts(
    lead="entao|desculpe|desculpa|afinal|e|mantem|mantenha|usa|use|fica com|queria dizer|quis dizer",
    yes="sim|claro|claro que sim|com certeza|exato|exatamente|correto|isso mesmo|e isso(?: mesmo)?"
    "|(?:sim )?(?:e verdade|esta (?:certo|correto))",
    no="nao|errado|(?:nao )?esta errado|nao e (?:verdade|isso)|nao esta (?:certo|correto)"
    "|(?:nao )?(?:esquece|esqueca)(?: isso)?|(?:nao )?deixa (?:isso|la|estar)",
    opening="nao ,",
    polite="por favor|obrigado|obrigada",
    old=r"(?:o|a) (?:antig[oa]|primeir[oa]|anterior|velh[oa])(?: valor| resposta)?|o valor (?:antigo|anterior)",
    new=r"(?:o|a) (?:nov[oa]|segund[oa]|ultim[oa])(?: valor| resposta)?|o valor novo",
    neither=r"nenhuma?(?: (?:dos dois|das duas|deles|delas))?(?: esta (?:cert[oa]|corret[oa]))?|nem um nem outro"
    r"|nem uma nem outra|(?:os dois|as duas|ambos|ambas) (?:estao|sao) (?:errad[oa]s|incorret[oa]s|fals[oa]s)",
    right=r"(?:e|esta|continua|e que esta)(?: [oa])? (?:cert[oa]|corret[oa]|verdadeir[oa]|valid[oa])",
    accept=r"(?:lembra te|lembre se|guarda|guarde|anota|anote|memoriza|memorize|grava|grave|salva|salve)"
    r" (?:disso|isso|isto|o|a|(?P<many>os dois|as duas|ambos|ambas|tudo))"
    r"|podes? (?:guardar|anotar|lembrar|memorizar|gravar|salvar)(?: (?:isso|isto|os dois|as duas|tudo))",
    reject=r"nao (?:te lembres|se lembre|guardes|guarde|anotes|anote|memorizes|memorize|graves|grave|salves|salve)"
    r" (?:disso|isso|isto|(?P<many>os dois|as duas|nenhum|nenhuma|nada))"
    r"|nao (?:e preciso|precisas?(?: de)?) (?:guardar|anotar|lembrar|memorizar)(?: (?:isso|isto))?"
    r"|(?:esquece|esqueca) ess[ea]",
    both=r"(?:a |para )?(?:os (?:dois|tres)|as (?:duas|tres)|amb[oa]s|tod[oa]s|tudo)|aos (?:dois|tres)",
)
SPANISH = Verdicts(
    lead="pues|perdon|perdona|es|manten|deja|usa|quise decir|queria decir|mejor",
    yes="si|claro|claro que si|por supuesto|exacto|correcto|asi es|eso es|(?:si )?es (?:correcto|verdad|cierto|asi)",
    no="no|(?:no )?es (?:falso|incorrecto)|no es (?:correcto|verdad|cierto|asi)"
    "|(?:no )?(?:olvid[ae]lo|olvid[ae] eso|dej[ae]lo)",
    opening="no ,",
    polite="por favor|gracias",
    old=r"(?:el|la|lo) (?:viej[oa]|antigu[oa]|primer[oa]?|anterior)(?: valor| respuesta)?"
    r"|el valor (?:antiguo|anterior)",
    new=r"(?:el|la|lo) (?:nuev[oa]|segund[oa]|ultim[oa])(?: valor| respuesta)?|el valor nuevo",
    neither=r"ningun[oa]?(?: de (?:los dos|las dos|ell[oa]s))?(?: es (?:correct[oa]|ciert[oa]))?"
    r"|ni (?:uno|una) ni (?:otro|otra)|ni el uno ni el otro|ni la una ni la otra"
    r"|(?:los dos|las dos|ambos|ambas) (?:son|estan) (?:fals[oa]s|incorrect[oa]s|equivocad[oa]s|mal)",
    right=r"(?:es|esta|sigue siendo) (?:el |la |lo )?(?:correct[oa]|ciert[oa]|bien|valid[oa]|verdad)",
    accept=r"(?:recuerd[ae]|guard[ae]|anot[ae]|apunt[ae]|memoriz[ae])"
    r"(?:l[oa]| eso| esto|(?P<many>l[oa]s(?: dos)?| (?:l[oa]s dos|amb[oa]s|todo)))"
    r"|puedes? (?:recordar|guardar|anotar|apuntar|memorizar)(?:l[oa]s?| eso| esto| todo)",
    reject=r"no (?:l[oa] |(?P<many>l[oa]s ))?"
    r"(?:recuerdes?|guardes?|anotes?|apuntes?|memorices?)(?: (?:eso|esto|nada|ningun[oa]))?"
    r"|no (?:hace falta|es necesario|necesitas) (?:recordar|guardar|anotar|apuntar|memorizar)(?:l[oa]s?| eso| esto)"
    r"|(?:olvid[ae]) es[ea]",
    both=r"(?:a |para )?(?:l[oa]s (?:dos|tres)|amb[oa]s|tod[oa]s?)",
)
ITALIAN = Verdicts(
    lead="allora|scusa|scusi|e|tieni|tenga|usa|usi|volevo dire|intendevo",
    yes="si|certo|certamente|esatto|esattamente|giusto|corretto|(?:si )?e (?:giusto|corretto|vero|esatto)",
    no="no|sbagliato|(?:no )?e sbagliato|(?:no )?non e (?:vero|giusto|corretto|esatto)"
    "|(?:no )?(?:dimentical[oa]|lascia (?:perdere|stare))",
    opening="no",
    polite="per favore|grazie",
    old=r"(?:il|la|quell[oa]) (?:vecchi[oa]|prim[oa]|precedente)(?: valore| risposta)?|quell[oa] di prima",
    new=r"(?:il|la|quell[oa]) (?:nuov[oa]|second[oa]|ultim[oa])(?: valore| risposta)?|l ultim[oa]",
    neither=r"nessun[oa]?(?: (?:dei|delle) due)?(?: e (?:giust[oa]|corrett[oa]))?|ne l un[oa] ne l altr[oa]"
    r"|(?:tutti e due|tutte e due|entrambi|entrambe) sono (?:sbagliat[ie]|fals[ie])",
    right=r"e (?:ancora )?(?:giust[oa]|corrett[oa]|ver[oa]|quell[oa] giust[oa])",
    accept=r"(?:ricorda(?:te)?|annota(?:te)?|salva|memorizza|segna(?:te)?)"
    r"(?:l[oa]| quest[oa]|(?P<many>l[ie]| (?:entramb[ie]|tutt[ie] e due|tutto)))"
    r"|(?:se )?l[oaie] (?:ricordi|annoti|salvi|memorizzi|segni)"
    r"|(?:puoi|puo) (?:ricordar|annotar|salvar|memorizzar|segnar)(?:te)?l[oaie]",
    reject=r"non (?:(?:ricordar(?:te)?|annotar|salvar|memorizzar|segnar)(?:l[oa]|(?P<many>l[ie]))"
    r"|l[oaie] (?:ricordi|ricordare|annoti|annotare|salvi|salvare|memorizzi|memorizzare|segni|segnare))"
    r"|non (?:serve|occorre|c e bisogno di) (?:ricordar|annotar|salvar|memorizzar)l[oaie]",
    both=r"(?:a |per )?(?:entramb[ie]|tutt[ie](?: e (?:due|tre))?|tutto)",
)
BY_LANGUAGE = {
    "english": ENGLISH,
    "french": FRENCH,
    "german": GERMAN,
    "portuguese": PORTUGUESE,
    "spanish": SPANISH,
    "italian": ITALIAN,
}
