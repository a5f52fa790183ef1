"""The words that the built-in understanding goes by, per language, folded (lower case, no accents).

Sets are only asked for membership, never walked, so that the same message always reads the same.
"""

from dataclasses import dataclass


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _phrases(text: str) -> tuple[str, ...]:
    return tuple(phrase.strip() for phrase in text.split("|"))


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """One language. `stop` carries no meaning, `author` is how authors phrase triggers ("the guest asks")."""

    stemmer: str
    stop: frozenset[str]
    author: frozenset[str]
    question: frozenset[str]
    request: tuple[str, ...]
    polite: tuple[str, ...]
    stating: frozenset[str]
    """Words of a statement: a short message with one is no request ("my room is dirty")."""
    negation: frozenset[str]
    possessive: frozenset[str]
    either: frozenset[str]
    """Words between two values that leave open which one holds: "2 or 3"."""
    span: frozenset[str]
    """Words between the ends of a range: "2 to 3"."""
    turning: frozenset[str]
    """Words after which something else is said: "yes, but"."""
    yes: frozenset[str]
    no: frozenset[str]
    unsure: tuple[str, ...]
    instead: tuple[str, ...]
    nothing: frozenset[str]
    joining: frozenset[str]
    """Words that begin a further clause: "recommend a restaurant and book a room"."""
    made: tuple[str, ...]
    """Endings of nouns for what was done: "my booking" is one that exists, and asks for none."""


ENGLISH = Vocabulary(
    stemmer="english",
    stop=_words(
        "a an the this that these those i me we us you he she it they to of in on at by for from with "
        "without as is are am was were be been do does did have has had can could will would shall should "
        "may might must and or but so if then than there here please just some any s t m re ve ll d not no "
        "yes what which who whom how when where why my our your their his her its into about up out all also "
        "really very too let get got one hello hi hey"
    ),
    author=_words(
        "finds find thinks "
        "guest guests user users person people customer customers client clients visitor wants want wishes "
        "wish asks ask asking says say saying needs need would like something someone anything looking looks "
        "for whether only tells tell reports report mentions mention gives give"
    ),
    question=_words("what which who whom how when where why is are can could do does will would"),
    request=_phrases(
        "i want|i d like|i would like|i need|we want|we d like|we would like|we need|can i|could i|may i|"
        "can we|could we|can you|could you|i m looking for|i am looking for|looking for|let s|help me|i wish|"
        "want to|i have to|i must|tell me"
    ),
    polite=_phrases("please"),
    stating=_words("i we is are was were has had have my our"),
    negation=_words("not no never don doesn didn won isn aren wasn cannot without neither nor"),
    possessive=_words("my our your their his her"),
    either=_words("or"),
    span=_words("to and till until"),
    turning=_words("but although however"),
    yes=_words("yes yeah yep yup sure ok okay correct right exactly absolutely definitely indeed"),
    no=_words("no nope nah wrong incorrect"),
    unsure=_phrases(
        "not sure|not certain|unsure|do not know|don t know|dont know|no idea|undecided|not decided|"
        "haven t decided|not yet decided|can t decide|cannot decide"
    ),
    instead=_phrases("actually|make it|make that|change it|change that|i mean|i meant|sorry|rather|instead|correction"),
    nothing=_words("no none nothing nope special thanks thank you not really in particular needed"),
    joining=_words("and then also"),
    made=("ing", "ion", "ment", "order"),
)

FRENCH = Vocabulary(
    stemmer="french",
    stop=_words(
        "un une le la les l d de des du a au aux en dans sur sous par pour avec sans chez et ou mais donc si "
        "que qui quoi quel quelle quels quelles comment quand pourquoi est es suis sommes sont etes etait ai "
        "as avons avez ont avoir etre je j tu il elle on nous vous ils elles me m te t se s ce c cette ces "
        "cet mon ma mes notre nos votre vos ton ta tes son sa ses leur leurs y ne n pas plus tres bien aussi "
        "tout toute tous merci bonjour salut oui non qu faut peux peut puis pouvez fait faire"
    ),
    author=_words(
        "client cliente clients utilisateur utilisatrice personne personnes veut veux voudrait souhaite "
        "demande demander dit parle parler besoin aimerait quelque chose quelqu uniquement seulement cherche "
        "donne indique mentionne pose question questions savoir"
    ),
    question=_words("quoi que qu quel quelle quels quelles qui comment quand pourquoi combien ou est puis peut peux"),
    request=_phrases(
        "je veux|je voudrais|j aimerais|je souhaite|je souhaiterais|j ai besoin|il me faut|nous voulons|"
        "nous voudrions|nous aimerions|on voudrait|est ce que|puis je|peux tu|pouvez vous|pourriez vous|"
        "je cherche|aidez moi|aide moi|je dois|dites moi|dis moi"
    ),
    polite=_phrases("s il vous plait|svp|s il te plait"),
    stating=_words("je j nous est sont etait ai avons mon ma mes notre nos"),
    negation=_words("ne n pas non jamais sans aucun aucune ni"),
    possessive=_words("mon ma mes notre nos votre vos leur leurs ton ta tes son sa ses"),
    either=_words("ou"),
    span=_words("a au et"),
    turning=_words("mais cependant"),
    yes=_words("oui ouais ok okay exact exactement correct parfait absolument volontiers accord juste"),
    no=_words("non faux incorrect nan"),
    unsure=_phrases(
        "pas sur|pas sure|pas certain|pas certaine|ne sais pas|sais pas|aucune idee|pas decide|j hesite|hesite"
    ),
    instead=_phrases("plutot|en fait|finalement|pardon|desole|je voulais dire|correction|changez|mettez|au lieu"),
    nothing=_words("non rien aucun aucune pas de special particulier merci"),
    joining=_words("et puis aussi ensuite"),
    made=("ion", "commande", "ment"),
)

PORTUGUESE = Vocabulary(
    stemmer="portuguese",
    stop=_words(
        "vosso vossa "
        "um uma uns umas o a os as de do da dos das em no na nos nas por pelo pela para pra com sem e ou mas "
        "se que quem qual quais como quando onde porque sou es somos sao era eu tu voce voces ele ela nos "
        "eles elas me te lhe isso isto este esta esse essa aquele aquela meu minha meus minhas nosso nossa "
        "seu sua nao sim muito bem tambem tudo todo obrigado obrigada ola oi bom boa dia tarde noite ao aos "
        "foi ser estar estou esta estao ter tenho tem temos pode posso podem ha ja so favor"
    ),
    author=_words(
        "cliente clientes usuario utilizador pessoa pessoas quer quero queria deseja pede pedir pergunta "
        "perguntar diz dizer fala falar precisa preciso gostaria alguma algum algo coisa apenas somente "
        "procura saber informa menciona"
    ),
    question=_words("que quem qual quais como quando onde porque quanto quantos quantas sera posso pode"),
    request=_phrases(
        "eu quero|quero|queria|gostaria|preciso|precisamos|queremos|eu preciso|posso|podemos|pode|podem|"
        "poderia|procuro|estou a procura|estou procurando|ajude me|me ajude|desejo|tenho que|diga me|me diga"
    ),
    polite=_phrases("por favor"),
    stating=_words("eu e esta sao foi era estava tenho temos meu minha nosso nossa"),
    negation=_words("nao nunca jamais sem nem nenhum nenhuma"),
    possessive=_words("meu minha meus minhas nosso nossa nossos nossas seu sua seus suas"),
    either=_words("ou"),
    span=_words("a ate e"),
    turning=_words("mas porem"),
    yes=_words("sim claro ok certo correto exato exatamente perfeito isso confirmo"),
    no=_words("nao errado incorreto"),
    unsure=_phrases(
        "nao sei|nao tenho certeza|sem certeza|nao faco ideia|em duvida|indeciso|indecisa|ainda nao decidi"
    ),
    instead=_phrases("na verdade|alias|afinal|melhor|quero dizer|quis dizer|desculpe|correcao|em vez|mude para|troque"),
    nothing=_words("nao nada nenhum nenhuma sem especial obrigado obrigada de em particular"),
    joining=_words("e depois tambem"),
    made=("reserva", "ao", "pedido", "compra"),
)

GERMAN = Vocabulary(
    stemmer="german",
    stop=_words(
        "ein eine einen einem einer eines der die das den dem des ich mich mir wir uns du sie er es ihr "
        "ihnen und oder aber wenn dann als wie was wer wen wo wann warum welche welcher welches ist sind bin "
        "war waren sein haben habe hat hatte kann konnen konnte wird werden wurde soll sollte muss darf zu "
        "zum zur von vom in im an am auf aus bei mit nach fur ohne um bis uber unter mein meine meinen unser "
        "unsere euer ihre nicht kein keine ja nein bitte danke hallo guten tag sehr auch noch nur so da hier "
        "etwas mal gern gerne"
    ),
    author=_words(
        "gast gaste kunde kunden nutzer person personen will mochte mochten wunscht fragt fragen sagt sagen "
        "braucht brauche sucht jemand etwas nur ob nennt gibt erwahnt meldet"
    ),
    question=_words("was wer wen wo wann warum wie welche welcher welches kann konnen ist sind gibt"),
    request=_phrases(
        "ich will|ich mochte|ich wurde gern|ich brauche|wir wollen|wir mochten|wir brauchen|kann ich|"
        "konnen wir|konnen sie|kannst du|konnten sie|ich suche|wir suchen|helfen sie|hilf mir|ich muss|"
        "ich hatte gern|sagen sie mir"
    ),
    polite=_phrases("bitte"),
    stating=_words("ich wir ist sind war waren habe haben hatte mein meine unser unsere"),
    negation=_words("nicht kein keine keinen keiner nie niemals ohne weder noch"),
    possessive=_words("mein meine meinen meinem meiner unser unsere unseren ihre ihren ihr dein deine"),
    either=_words("oder"),
    span=_words("bis und zu"),
    turning=_words("aber sondern jedoch"),
    yes=_words("ja jawohl jo ok okay richtig korrekt genau stimmt klar einverstanden gerne"),
    no=_words("nein falsch nee"),
    unsure=_phrases(
        "nicht sicher|unsicher|weiss nicht|weiss es nicht|keine ahnung|unentschlossen|noch nicht entschieden"
    ),
    instead=_phrases("eigentlich|doch|lieber|ich meine|ich meinte|entschuldigung|korrektur|stattdessen|andern sie"),
    nothing=_words("nein nichts keine keinen danke besonderes nicht"),
    joining=_words("und dann auch"),
    made=("ung", "termin"),
)

SPANISH = Vocabulary(
    stemmer="spanish",
    stop=_words(
        "un una unos unas el la los las lo de del a al en por para con sin y o u e pero si que quien cual "
        "cuales como cuando donde porque soy eres es somos son era yo tu usted ustedes el ella nosotros "
        "ellos ellas me te se nos le les esto eso este esta ese esa mi mis nuestro nuestra su sus no muy "
        "bien tambien todo gracias hola buenos buenas dias tardes noches fue ser estar estoy esta estan "
        "tener tengo tiene tenemos puede puedo pueden hay ya solo favor"
    ),
    author=_words(
        "cliente clientes usuario huesped persona personas quiere quiero quisiera desea pide pedir pregunta "
        "preguntar dice decir habla necesita necesito gustaria alguna alguien algo cosa solamente busca "
        "saber menciona"
    ),
    question=_words("que quien cual cuales como cuando donde cuanto cuantos cuantas puedo puede hay"),
    request=_phrases(
        "yo quiero|quiero|quisiera|queria|me gustaria|necesito|necesitamos|queremos|puedo|podemos|puede|"
        "puedes|podria|busco|buscamos|ayudeme|ayudame|deseo|tengo que|digame|dime"
    ),
    polite=_phrases("por favor"),
    stating=_words("yo es son fue era esta estaba tengo tenemos mi mis nuestro nuestra"),
    negation=_words("no nunca jamas sin ni ningun ninguna tampoco"),
    possessive=_words("mi mis nuestro nuestra nuestros nuestras su sus tu tus"),
    either=_words("o u"),
    span=_words("a hasta y"),
    turning=_words("pero sino"),
    yes=_words("si claro ok vale correcto exacto exactamente perfecto"),
    no=_words("no incorrecto falso"),
    unsure=_phrases("no se|no lo se|no estoy seguro|no estoy segura|ni idea|no tengo idea|dudo|indeciso|indecisa"),
    instead=_phrases("en realidad|mejor|quiero decir|queria decir|perdon|correccion|en vez|cambie|cambia"),
    nothing=_words("no nada ninguno ninguna sin especial gracias en particular"),
    joining=_words("y luego tambien"),
    made=("reserva", "ion", "pedido", "compra", "cita"),
)

ITALIAN = Vocabulary(
    stemmer="italian",
    stop=_words(
        "un una uno il lo la i gli le l d di del della dei delle a al alla ai in nel nella su sul da dal per "
        "con senza e o ma se che chi quale quali come quando dove perche sono sei siamo siete era io tu lui "
        "lei noi voi loro mi ti si ci vi questo questa quello quella mio mia miei nostro nostra suo sua non "
        "molto bene anche tutto grazie ciao buongiorno buonasera essere avere ho ha abbiamo hanno puo posso "
        "possono c gia solo favore vorrei"
    ),
    author=_words(
        "cliente clienti utente ospite persona persone vuole voglio vorrebbe desidera chiede chiedere dice "
        "dire parla bisogno qualcosa qualcuno soltanto cerca sapere menziona"
    ),
    question=_words("che chi quale quali come quando dove perche quanto quanti quante posso puo"),
    request=_phrases(
        "voglio|vorrei|vorremmo|ho bisogno|abbiamo bisogno|posso|possiamo|puo|potrebbe|potete|cerco|"
        "cerchiamo|mi serve|aiutami|mi aiuti|desidero|devo|mi dica|dimmi"
    ),
    polite=_phrases("per favore"),
    stating=_words("io e sono era ho abbiamo mio mia nostro nostra"),
    negation=_words("non no mai senza ne nessun nessuna"),
    possessive=_words("mio mia miei mie nostro nostra nostri nostre suo sua suoi"),
    either=_words("o oppure"),
    span=_words("a fino e"),
    turning=_words("ma bensi pero"),
    yes=_words("si certo ok esatto esattamente giusto corretto perfetto"),
    no=_words("no sbagliato errato"),
    unsure=_phrases("non so|non lo so|non sono sicuro|non sono sicura|nessuna idea|indeciso|indecisa"),
    instead=_phrases("in realta|anzi|piuttosto|meglio|voglio dire|volevo dire|scusi|scusa|correzione|invece|cambi"),
    nothing=_words("no niente nulla nessuno nessuna senza speciale grazie in particolare"),
    joining=_words("e poi anche"),
    made=("ione", "ordine", "acquisto"),
)

BY_LANGUAGE = {
    "en": ENGLISH,
    "fr": FRENCH,
    "pt": PORTUGUESE,
    "de": GERMAN,
    "es": SPANISH,
    "it": ITALIAN,
}


def vocabulary(language: str) -> Vocabulary:
    """The words of a language by its code (`fr`, `pt-BR`); English for one that is not known."""
    return BY_LANGUAGE.get(language[:2].lower(), ENGLISH)
