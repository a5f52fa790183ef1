"""How people say which of two values is right, and whether something is to be remembered (F7, F18): by language.

Folded patterns of whole sentences, by the name of the language's stemmer. What two questions or an agent's own question
could mean as well is left out: an answer that is missed leaves a card to click, one that is made up changes a fact.
"""

import re
from dataclasses import dataclass
from functools import cached_property


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
    """Behind a yes or a no: it is meant for two questions."""

    @cached_property
    def before(self) -> re.Pattern[str]:
        """What stands before the answer itself."""
        return re.compile(rf"(?:(?:{self.yes}|{self.opening}|{self.polite}|{self.lead})(?: ,)? )*")

    @cached_property
    def after(self) -> re.Pattern[str]:
        """What stands behind it."""
        return re.compile(rf"(?:(?: ,)? (?:{self.polite}))*(?: ,)?$")

    @cached_property
    def bare(self) -> dict[str, re.Pattern[str]]:
        """A yes and a no that are the whole message."""
        said = {"accept": self.yes, "reject": self.no}
        polite, both = rf"(?: (?:{self.polite}))*", rf"(?P<both> (?:{self.both}))?"
        return {answer: re.compile(rf"(?:{words}){both}{polite}") for answer, words in said.items()}

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
        """The answers to a proposal, in words that mean nothing else."""
        return {"accept": re.compile(self.accept), "reject": re.compile(self.reject)}

    def about(self, value: str) -> re.Pattern[str]:
        """An answer that names the value which is right."""
        return re.compile(rf"{re.escape(value)}(?P<sure> (?:{self.right}))?")


ENGLISH = Verdicts(
    lead="well|ok|okay|oh|sorry|actually|so|then|it s|it is|that s|that is|i mean|i meant|keep|use|take",
    yes="yes|yep|yeah|yes please|please do",
    no="no|nope",
    opening="no|nope",
    polite="please|thanks|thank you",
    old=r"the (?:old|older|first|former|earlier|previous|original)(?: (?:one|value|answer))?",
    new=r"the (?:new|newer|newest|second|latter|last|latest)(?: (?:one|value|answer))?",
    neither=r"neither(?: one| of (?:them|the two|those|both))?(?: is (?:right|correct|true))?"
    r"|none of (?:them|the two|those)(?: is (?:right|correct|true))?|(?:they are |they re )?both(?: are)? wrong",
    right=r"(?:is|was|s) (?:still )?(?:right|correct|true|the right one|the correct one)",
    accept=r"(?:you (?:can|may|should) )?(?:remember|note|save|keep) (?:it|that|this|that one|this one)(?: down)?",
    reject=r"(?:do not|don t|dont|never) (?:remember|note|save|keep) (?:it|that|this|that one|this one)(?: down)?"
    r"|forget (?:that|this) one",
    both=r"(?:to |for )?both(?: of (?:them|those))?|to the two",
)
FRENCH = Verdicts(
    lead="alors|pardon|desole|desolee|en fait|plutot|c est|garde|gardez|prends|prenez|je voulais dire",
    yes="oui|ouais",
    no="non",
    opening="non",
    polite="s il te plait|s il vous plait|svp|merci|volontiers",
    old=r"(?:l ancien|l ancienne|le premier|la premiere|le precedent|la precedente)(?: valeur)?|la valeur d avant",
    new=r"(?:le nouveau|la nouvelle|le second|la seconde|le deuxieme|la deuxieme|le dernier|la derniere)(?: valeur)?",
    neither=r"ni l un ni l autre|ni l une ni l autre|aucune?(?: des deux)?(?: n est (?:juste|correcte?|vraie?))?"
    r"|les deux sont (?:faux|fausses)",
    right=r"est (?:toujours )?(?:juste|correcte?|vraie?|exacte?|le bon|la bonne|bonne?)",
    accept=r"(?:tu peux |vous pouvez )?(?:le |la |l )?(?:retiens|retenez|note|notez|retenir|noter|memorise|memorisez)"
    r"(?: (?:le|la|ca|cela|celui la|celle la))?",
    reject=r"ne (?:le |la |l )?(?:retiens|retenez|note|notez|garde|gardez|memorise|memorisez) pas(?: (?:ca|cela))?"
    r"|(?:oublie|oubliez) (?:celui la|celle la)",
    both=r"(?:a |pour )?(?:les deux|toutes les deux|tous les deux)|aux deux",
)
GERMAN = Verdicts(
    lead="also|doch|es ist|das ist|nimm|nehmen sie|behalte|behalten sie|ich meinte|ich meine|entschuldigung|sorry",
    yes="ja|ja gerne|ja gern",
    no="nein|ne|nee",
    opening="nein|ne|nee",
    polite="bitte|danke",
    old=r"(?:der|die|das|den) (?:alte|alten|erste|ersten|fruhere|fruheren|vorherige|vorherigen)(?: (?:wert|angabe))?",
    new=r"(?:der|die|das|den) (?:neue|neuen|neuere|neueren|zweite|zweiten|letzte|letzten)(?: (?:wert|angabe))?",
    neither=r"kein(?:er|e|es|s)(?: (?:von beiden|der beiden))?(?: (?:ist richtig|stimmt))?|weder noch"
    r"|beide(?:s)? (?:ist|sind) falsch",
    right=r"stimmt(?: noch| immer noch)?|ist (?:noch |immer noch )?(?:richtig|korrekt|wahr|der richtige|die richtige)",
    accept=r"(?:merk|merke|merken sie|notiere|notieren sie|speichere|speichern sie)(?: (?:es|das|dies|dir|sich))+",
    reject=r"(?:merk|merke|merken sie|notiere|notieren sie|speichere|speichern sie|behalte|behalten sie)"
    r"(?: (?:es|das|dies|dir|sich))+ nicht|vergiss (?:das|dies) wieder",
    both=r"(?:zu |fur )?(?:beide|beides|beiden)|alle beide|alles beides",
)
PORTUGUESE = Verdicts(
    lead="entao|desculpe|desculpa|afinal|e|mantem|mantenha|usa|use|fica com|queria dizer|quis dizer",
    yes="sim",
    no="nao",
    opening="nao ,",
    polite="por favor|obrigado|obrigada",
    old=r"(?:o|a) (?:antig[oa]|primeir[oa]|anterior|velh[oa])(?: valor| resposta)?|o valor (?:antigo|anterior)",
    new=r"(?:o|a) (?:nov[oa]|segund[oa]|ultim[oa])(?: valor| resposta)?|o valor novo",
    neither=r"nenhuma?(?: (?:dos dois|das duas|deles|delas))?(?: esta (?:cert[oa]|corret[oa]))?|nem um nem outro"
    r"|nem uma nem outra|(?:os dois|as duas|ambos|ambas) (?:estao|sao) (?:errad[oa]s|incorret[oa]s|fals[oa]s)",
    right=r"(?:e|esta|continua|e que esta)(?: [oa])? (?:cert[oa]|corret[oa]|verdadeir[oa]|valid[oa])",
    accept=r"(?:lembra te|lembre se|guarda|guarde|anota|anote|memoriza|memorize)(?: (?:disso|isso|isto))"
    r"|podes? (?:guardar|anotar|lembrar)(?: isso| isto)",
    reject=r"nao (?:te lembres|se lembre|guardes|guarde|anotes|anote|memorizes|memorize)(?: (?:disso|isso|isto))",
    both=r"(?:a |para )?(?:os dois|as duas|ambos|ambas)|aos dois",
)
SPANISH = Verdicts(
    lead="pues|perdon|perdona|es|manten|deja|usa|quise decir|queria decir|mejor",
    yes="si",
    no="no",
    opening="no ,",
    polite="por favor|gracias",
    old=r"(?:el|la|lo) (?:viej[oa]|antigu[oa]|primer[oa]?|anterior)(?: valor| respuesta)?"
    r"|el valor (?:antiguo|anterior)",
    new=r"(?:el|la|lo) (?:nuev[oa]|segund[oa]|ultim[oa])(?: valor| respuesta)?|el valor nuevo",
    neither=r"ningun[oa]?(?: de (?:los dos|las dos|ell[oa]s))?(?: es (?:correct[oa]|ciert[oa]))?"
    r"|ni (?:uno|una) ni (?:otro|otra)|ni el uno ni el otro|ni la una ni la otra"
    r"|(?:los dos|las dos|ambos|ambas) (?:son|estan) (?:fals[oa]s|incorrect[oa]s|equivocad[oa]s|mal)",
    right=r"(?:es|esta|sigue siendo) (?:el |la |lo )?(?:correct[oa]|ciert[oa]|bien|valid[oa]|verdad)",
    accept=r"(?:recuerd[ae]|guard[ae]|anot[ae]|apunt[ae])(?:lo|la| eso| esto)"
    r"|puedes? (?:recordar|guardar|anotar|apuntar)(?:lo|la| eso| esto)",
    reject=r"no (?:lo |la )?(?:recuerdes|recuerde|guardes|guarde|anotes|anote|apuntes|apunte)(?: (?:eso|esto))?",
    both=r"(?:a |para )?(?:los dos|las dos|ambos|ambas)",
)
ITALIAN = Verdicts(
    lead="allora|scusa|scusi|e|tieni|tenga|usa|usi|volevo dire|intendevo",
    yes="si",
    no="no",
    opening="no",
    polite="per favore|grazie",
    old=r"(?:il|la|quell[oa]) (?:vecchi[oa]|prim[oa]|precedente)(?: valore| risposta)?|quell[oa] di prima",
    new=r"(?:il|la|quell[oa]) (?:nuov[oa]|second[oa]|ultim[oa])(?: valore| risposta)?|l ultim[oa]",
    neither=r"nessun[oa]?(?: (?:dei|delle) due)?(?: e (?:giust[oa]|corrett[oa]))?|ne l un[oa] ne l altr[oa]"
    r"|(?:tutti e due|tutte e due|entrambi|entrambe) sono (?:sbagliat[ie]|fals[ie])",
    right=r"e (?:ancora )?(?:giust[oa]|corrett[oa]|ver[oa]|quell[oa] giust[oa])",
    accept=r"(?:ricordalo|ricordala|ricordatelo|annotalo|annotala|salvalo|se lo ricordi|lo annoti)"
    r"|puoi (?:ricordarlo|annotarlo|salvarlo)",
    reject=r"non (?:ricordarlo|ricordartelo|annotarlo|salvarlo|lo ricordi|lo ricordare|lo annoti|lo annotare)",
    both=r"(?:a |per )?(?:entrambi|entrambe|tutti e due|tutte e due)",
)
BY_LANGUAGE = {
    "english": ENGLISH,
    "french": FRENCH,
    "german": GERMAN,
    "portuguese": PORTUGUESE,
    "spanish": SPANISH,
    "italian": ITALIAN,
}
