"""The words that tell that a sentence states nothing of the person (F3), in the six languages that are read.

Patterns are matched against folded text with plain apostrophes (`sentences.plainly`).
"""

import re

OTHERS = (
    r"friend|girlfriend|boyfriend|brother|sister|wife|husband|partner|mother(?! tongue)|father|mom|dad|parents|son|"
    r"daughter|child|children|kids|boss|client|customer|colleague|neighbou?r|cousin|uncle|aunt|flatmate|roommate|"
    r"employee|landlord|"
    r"ami|amie|frere|soeur|femme|mari|mere|pere|fils|fille|enfants|parents|patron|patronne|chef|cheffe|cliente|collegue|"
    r"voisin|voisine|cousine|oncle|tante|copain|copine|conjoint|conjointe|compagne|compagnon|colocataire|employee?|"
    r"amigo|amiga|irmao|irma|mulher|marido|mae|pai|pais|filho|filha|filhos|chefe|patrao|colega|vizinho|vizinha|primo|"
    r"prima|tio|tia|esposa|esposo|namorado|namorada|"
    r"freund|freundin|bruder|schwester|frau|mann|mutter|vater|eltern|sohn|tochter|kinder|chefin|kunde|kundin|kollege|"
    r"kollegin|nachbar|nachbarin|onkel|vermieter|"
    r"hermano|hermana|mujer|madre|padre|padres|hijo|hija|hijos|jefe|jefa|vecino|vecina|novio|novia|"
    r"amico|amica|fratello|sorella|moglie|marito|genitori|figlio|figlia|figli|capo|collega|vicino|vicina|cugino|cugina|"
    r"zio|zia|fidanzato|fidanzata"
)
POSSESSIVE = (
    r"my|our|mon|ma|mes|notre|nos|o meu|a minha|os meus|as minhas|meu|minha|meus|o nosso|a nossa|nosso|"
    r"nossa|mein|meine|"
    r"unser|unsere|mi|mis|nuestro|nuestra|il mio|la mia|i miei|mio|mia|nostro|nostra"
)
_JOINED = r"^\W*(?:(?:and|but|et|mais|e|mas|und|aber|y|pero|ma|because|car|porque|weil|denn|that|que) )?"
_ARTICLE = (
    r"the|a|an|one of|le|la|l'|un|une|o|os|as|um|uma|der|die|das|ein|eine|el|los|las|una|il|lo|i|gli|this|that|ce|cet|"
    r"cette|ese|esa|este|esta|dieser|diese|questo|questa"
)
_THEY = (
    r"he|she|they|his|her|their|"
    r"you(?!(?: can| may| could)? (?:call|reach|write|contact|e-?mail))|your|vous(?! pouvez)|votre|"
    r"tu(?! peux)|ton|ta|tes|"
    r"du(?! kannst)|deine?|voce(?! pode)|usted(?! puede)|"
    r"il(?! (?:mio|me\b|m'|y\b|est\b|faut|se peut))|elle|ils|elles|son|sa|ses|leurs?|"
    r"er|sie|sein|seine|ihr|ihre|ele|ela|eles|elas|dele|dela|seu|sua|ella|ellos|ellas|su|sus|lui|lei|loro|suo|sua"
)
_LIVES = (
    r"lives|works|earns|makes|owns|habite|travaille|gagne|vit|wohnt|arbeitet|verdient|lebt|mora|trabalha|ganha|vive|"
    r"trabaja|gana|abita|lavora|guadagna"
)
_WORKPLACE = (
    r"company|business|firm|shop|workshop|studio|office|practice|entreprise|societe|atelier|boutique|magasin|cabinet|bureau|"
    r"firma|geschaft|betrieb|buro|laden|empresa|loja|oficina|tienda|azienda|ditta|bottega"
)
OTHER = re.compile(
    rf"{_JOINED}(?:(?:(?:{_ARTICLE}) ?)?(?:(?:{POSSESSIVE}) )?(?:{OTHERS})s?\b"
    rf"|(?:{_THEY})\b"
    rf"|(?:{POSSESSIVE}) (?!(?:{_WORKPLACE})\b)[^\W\d_]+ (?:{_LIVES})\b"
    rf"|(?!(?:je|on|i|we|moi|eu|yo|io|ich|wir|a gente|nao|no|non|qui|that|who)\b)[^\W\d_]+ (?:{_LIVES})\b)"
    r"(?! (?:and (?:i|me)|et moi|e eu|und ich|y yo|e io)\b)"
)
"""A clause about somebody else."""
FIRST = re.compile(
    r"\b(?:i|i'm|i've|i'd|i'll|we|we're|we've|me|my|our|je|nous|moi|mon|ma|mes|notre|nos|ich|wir|mein|meine|unser|unsere|"
    r"eu|nos|meu|minha|nosso|nossa|yo|nosotros|mi|mis|nuestro|nuestra|io|noi|mio|mia|nostro|nostra|"
    r"moro|vivo|sou|trabalho|ganho|tenho|uso|chamo|resido|mudei|somos|moramos|vivemos|"
    r"soy|trabajo|gano|tengo|me llamo|resido|vivimos|abito|sono|lavoro|guadagno|ho|uso|abitiamo|viviamo)\b|\bj'"
)
"""A clause in which the person speaks of themselves."""
NOT_NOW = re.compile(
    r"\bused to\b|\b(?:i|we) (?:once |formerly |previously )?(?:lived|worked|earned|made|owned|had|was|"
    r"were)\b(?! born)|"
    r"\b(?:formerly|previously|back then|in the past|no more|no longer$|not any ?more$)\b|"
    r"\bj'ai (?:longtemps )?(?:habite|vecu|travaille|ete|gagne|eu)\b|\bj'(?:habitais|etais|avais)\b|"
    r"\bje (?:vivais|travaillais|gagnais)\b|\b(?:autrefois|jadis|anciennement|habitions|etions)\b|"
    r"\b(?:wohnte|arbeitete|lebte|verdiente|war|hatte|fruher|damals|ehemals)\b|"
    r"\bhabe .{0,40}\b(?:gewohnt|gelebt|gearbeitet|verdient)\b|"
    r"\b(?:morei|morava|vivi|vivia|trabalhei|trabalhava|fui|era|ganhava|ganhei|tinha|antigamente|outrora)\b|"
    r"\b(?:trabajaba|ganaba|tenia|antiguamente)\b|"
    r"\b(?:abitavo|vivevo|lavoravo|guadagnavo|ero|avevo|in passato)\b|\bho (?:abitato|vissuto|lavorato)\b|"
    r"\bi'd (?!say\b)|\b(?:would|want to|wanna|wish|hope|hoping|plan to|planning|dream|dreaming|going to|"
    r"gonna|will|intend|"
    r"thinking of|considering|looking for|about to|supposed to|moving to|someday|one day|soon|tomorrow|"
    r"demain|morgen|amanha|domani)\b|\bi'll\b|"
    r"\bnext (?:year|month|week|summer|winter|spring|autumn|fall)\b|"
    r"\b(?:voudrais|aimerais|souhaite|souhaiterais|veux|envie de|prevois|espere|reve|projette|bientot|pourrais|devrais|"
    r"compte (?:habiter|vivre|demenager|travailler|m')|vais (?:habiter|vivre|demenager|travailler|etre|"
    r"devenir|gagner|m')|"
    r"(?:an|annee|mois|semaine|ete|hiver|automne|printemps) prochaine?|habiterai|serai|vivrai|demenagerai)\b|"
    r"\b(?:mochte|wurde|will|hoffe|plane|werde|bald|nachste[nrs]? (?:jahr|monat|woche|sommer|winter|"
    r"fruhling|herbst))\b|"
    r"\b(?:gostaria|quero|queria|pretendo|espero|tenciono|sonho|em breve|vou (?:\w+ )?(?:morar|viver|ser|"
    r"trabalhar|mudar|"
    r"ganhar)|que vem|proxim[oa])\b|"
    r"\b(?:quiero|quisiera|gustaria|voy a|sueno|pronto|que viene)\b|"
    r"\b(?:voglio|vorrei|piacerebbe|spero|sogno|presto|prossim[oa]|andro|abitero|saro|sto per)\b"
)
"""A clause about the past, a wish or a plan."""
SAYS = re.compile(
    r"\b(?:says|said|tells|told|wrote|writes|claims|claimed|thinks|believes|believed|replied|answered|insists|insisted|"
    r"(?:you|they|people) (?:say|think|believe|claim|tell)|"
    r"dit|disait|disent|disiez|disais|dites|pensent?|croit|croient|raconte|affirme|pretend|ecrit|repond|repondu|"
    r"sagt|sagte|sagten|gesagt|schreibt|schrieb|geschrieben|meint|meinte|denkt|glaubt|behauptet|behauptete|erzahlt|"
    r"diz|disse|dizem|disseram|disseste|acha|acham|pensa|escreveu|afirma|falou|contou|respondeu|"
    r"dice|dices|dicen|dijo|dijeron|dijiste|piensa|escribio|conto|dicho|"
    r"dici|dicono|detto|crede|scrive|scritto|afferma)\b"
    r"|^\W*(?:please )?(?:say|repeat|print|output|write(?! to me)|(?:reply|answer) (?:with|that)|dis|"
    r"dites|sag|sage|diz|di)\b"
)
ACCORDING = re.compile(
    r"\baccording to\b|\bselon\b|\bd'apres\b|\blaut\b|\bgemass\b|\bsegundo (?:o|a|ele|ela)\b|"
    r"\bde acordo com\b|\bsegun\b|"
    r"\bsecondo (?:il|la|lui|lei|loro)\b|\brumou?r has it\b|\b(?:apparently|supposedly|allegedly) (?:i|"
    r"my)\b|\bil parait\b|"
    r"\bangeblich\b|\bsupostamente\b|\bsupuestamente\b|\ba quanto pare\b"
)
TRAILING = 5
"""Words of a last clause that says who said the sentence: ", m'a dit le client"."""
_OWN_REPORT = re.compile(
    r"(?:\b(?:i|we)(?:'ve| have)?(?: already| just)? |name is |called |\bj'ai (?:deja )?|\bje (?:l'ai |vous |te |le )?|"
    r"\bich (?:habe? )?(?:\w+ ){0,3}|\b(?:eu|yo|io) (?:ja |ya |gia )?|\bhe |\bho (?:gia )?)$"
)
_HE = re.compile(r"\bhe $")


def own_reports(plain: str, verb: re.Match[str]) -> bool:
    """Whether it is the person who says it: "I told you", "j'ai dit"; of a name, "my name is Said"."""
    before = plain[max(0, verb.start() - 60) : verb.start()]
    is_english = verb.group() in ("said", "told", "wrote", "says", "claimed")
    return _OWN_REPORT.search(before) is not None and not (is_english and _HE.search(before))


NOT_TRUE = re.compile(
    r"\bnot (?:at all )?(?:true|the case|correct|right|so) that\b|\bisn't (?:true|the case|correct|right) that\b|"
    r"\b(?:untrue|false|wrong|a lie|nonsense) that\b|\bnever (?:said|told|claimed|wrote)\b|"
    r"\bdidn't (?:say|tell|claim|write)\b|\bdon't (?:think|believe|say|claim)\b|\bi (?:doubt|deny)\b|"
    r"\b(?:pas|plus|jamais) (?:vrai|exact|correct|juste) qu|\bfaux qu|\bn'ai (?:jamais|pas) dit\b|"
    r"\bne (?:pense|crois|dis) pas\b|\bje (?:doute|nie)\b|"
    r"\bstimmt nicht\b|\bnicht (?:wahr|richtig|so)\b|\bist falsch\b|\b(?:nie|nicht) gesagt\b|"
    r"\b(?:glaube|denke|sage) nicht\b|\bbezweifle\b|"
    r"\bnao e (?:verdade|certo)\b|\b(?:falso|mentira) que\b|\b(?:nunca|nao) disse\b|\bnao (?:acho|creio|"
    r"penso)\b|\bduvido\b|"
    r"\bno es (?:verdad|cierto|correcto)\b|\b(?:nunca|no) (?:he dicho|dije)\b|\bno (?:creo|pienso)\b|\bdudo\b|"
    r"\bnon e (?:vero|giusto|corretto)\b|\bnon ho (?:mai )?detto\b|\bnon (?:credo|penso)\b|\bdubito\b"
    r"|[,–—-] ?not\W*$"
)
SUPPOSED = re.compile(
    r"^\W*s[ie]\b|\b(?:if|suppose|supposing|imagine|let's (?:say|pretend|assume)|pretend|assume|assuming|"
    r"hypothetically|"
    r"what if|unless|whether|in case|as though|"
    r"imaginons|supposons|admettons|mettons que|a supposer|comme si|au cas ou|serais|aurais|habiterais|"
    r"wenn|falls|angenommen|stell dir vor|ware|hatten?|ob ich|"
    r"when i|as soon as|once i|quand je|lorsque|des que|sobald|cuando (?:vivo|soy|trabajo)|quando (?:eu|"
    r"moro|sou|abito|vivo)|"
    r"se eu|imaginemos|imagina|suponha|suponhamos|supondo|caso eu|seria|teria|digamos|finge|"
    r"supongamos|supon|como si|viviria|immagina|supponiamo|poniamo|facciamo finta|diciamo che|nel caso|fossi|"
    r"s[ie] (?:je|nous|on|yo|io|vivo|soy|moro|sou|trabajo|trabalho|gano|ganho|tengo|tenho|abito|sono|"
    r"lavoro|guadagno))\b"
    r"|\b(?:si|quand) j'"
)
FICTION = re.compile(
    r"\b(?:in (?:the|a|my|this)|dans (?:un|une|le|la|mon|ma)|im|in (?:einem|einer|der|meinem)|n?um|n?uma|"
    r"no|na|en (?:un|una|el|la)|"
    r"in un|in una|nel|nella) (?:play|story|film|movie|game|novel|book|dream|jeu|film|roman|piece|"
    r"histoire|reve|spiel|stuck|"
    r"traum|buch|juego|pelicula|novela|sueno|gioco|romanzo|sogno|jogo|filme|romance|sonho|livro|libro)\b|"
    r"\bat heart\b|\bon paper\b|\bon tv\b|^\W*(?:(?:for|as an|par|zum|por|per) )?"
    r"(?:example|instance|exemple|beispiel|exemplo|ejemplo|esempio)\b"
)
"""A sentence of a story, or an example."""
POLITE_IF = re.compile(
    r"\b(?:if (?:that|this|it) (?:helps|matters)|if (?:you )?need(?:ed| it)?|if you (?:want|like|must know)|si besoin|"
    r"si (?:ca|cela) (?:aide|peut aider)|falls (?:notig|das hilft)|wenn das hilft|se (?:ajudar|precisar)|si ayuda)\b"
)
ASKED = re.compile(
    r"^\W*(?:(?:and|so|et|und|e|y|ok|well|hey|hi)\W+)?(?:(?:do|does|did|am|are|is|should|shall|can|could|"
    r"would|will) (?:i|we)"
    r"|est-ce qu|(?:suis|ai|habite|dois|puis|travaille|gagne)-je|(?:wohne|bin|arbeite|verdiene|soll|muss|habe) ich"
    r"|¿)"
)
"""A question by its first words, whether it ends as one or not."""
QUESTION = re.compile(
    r"^\W*(?:do|does|did|am|is|are|was|can|could|should|shall|will|would|have|has|where|what|when|why|how|who|which|"
    r"est-ce|ou|quel\w*|comment|pourquoi|combien|quand|qui|wo|was|wie|warum|wann|wer|welche\w*|kann|soll|muss|ist|"
    r"onde|qual|como|quanto|quando|porque|sera|devo|posso|donde|cual|cuanto|debo|puedo|dove|quale|perche|chi)\b"
)
TAG = re.compile(
    r",\s*(?:right|correct|isn't it|is it not|don't i|yes|no|true|or not|n'est-ce pas|non|hein|pas vrai|c'est juste|"
    r"oder|nicht wahr|gell|ne|stimmt's|nao e|nao|certo|verdade|verdad|cierto|vero|giusto)\s*\?\s*$"
)
JOKE = re.compile(
    r"\b(?:just|only|i'm) (?:kidding|joking)\b|\bjk\b|\b(?:was|it's|that's) (?:just |only )?a joke\b|"
    r"\bje (?:plaisante|rigole|deconne)\b|\bc'est une blague\b|\bpour rire\b|"
    r"\b(?:nur|war) (?:nur )?(?:ein )?(?:scherz|witz|spass|spaß)\b|\bestou a (?:brincar|gozar)\b|\be brincadeira\b|"
    r"\bes (?:una )?broma\b|\bestoy bromeando\b|\bscherz(?:o|avo)\b|\bper scherzo\b"
)
NOT = re.compile(r"\W*not\W*")
_SORRY = (
    r"sorry|i mean|i meant|wait|correction|rather|pardon|je veux dire|enfin|plutot|entschuldigung|ich meine|"
    r"vielmehr|desculpa|desculpe|quer dizer|ou melhor|perdon|digo|quiero decir|scusa|scusi|anzi|cioe|voglio dire"
)
CORRECTS = re.compile(rf"^\W*(?:(?:no|non|nein|nao|oh|ah)\W+)*(?:{_SORRY})\b")
CORRECTED = re.compile(rf",\s*(?:(?:no|non|nein|nao)\b\s*[,.]?\s*(?:(?:{_SORRY})\b)?|(?:{_SORRY})\b),?")
"""Where a sentence takes back what it began with: "I live in Bern, no, in Thun"."""
MACHINE = re.compile(r"[\w\])]\s*=\s*\S|[{\[]\s*\"|\bconfidence\W{0,2}\d|\b(?:profile|account|merchant|preference)\.\w")
"""What people write for machines, and not of themselves."""
ADDRESS = re.compile(r"\bhttps?://\S+")
QUOTED = re.compile(
    r"“[^”]*(?:”|$)|«[^»]*(?:»|$)|„[^“”]*(?:[“”]|$)|‹[^›]*›|\"[^\"]*\""
    r"|(?<!\w)'(?=\S)(?:[^'\n]|(?<=\w)'(?=\w))+'(?!\w)"
)
CALLED = re.compile(r"\b(?:called|named|name is|s'appelle|nom est|heisst|heißt|chama|chama-se|llama|chiama)\W*$")
QUOTED_LINE = re.compile(r"^[ \t]*>.*$", re.MULTILINE)
CODE = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
_HEAD = (
    r"(?:from|sent|to|subject|date|von|gesendet|an|betreff|datum|de|envoye|a|objet|para|assunto|enviado|asunto|da|"
    r"oggetto)"
)
MAIL_HEAD = re.compile(
    rf"^[ \t]*(?:from|von|de|da) ?:.*@|^[ \t]*{_HEAD} ?:.*\n[ \t]*{_HEAD} ?:"
    r"|^[ \t]*(?:on|le|am|em|el|il) .{5,100}(?:wrote|a ecrit|schrieb\b.*|escreveu|escribio|ha scritto) ?:",
    re.MULTILINE,
)
FORWARDED = re.compile(
    r"forwarded message|original message|message (?:transfere|d'origine)|weitergeleitete nachricht|"
    r"ursprungliche nachricht|mensagem (?:encaminhada|original)|mensaje (?:reenviado|original)|"
    r"messaggio (?:inoltrato|originale)"
)
TO_WORK_ON = re.compile(
    r"\b(?:translate|proofread|summari[sz]e|rephrase|correct (?:this|the)|tradui[st]\w*|corrige[rz]?|resume[rz]?|"
    r"ubersetze?|korrigiere?|fasse|traduz|traduza|traduce|traduzca|traduci|traduca|correggi)\b[^:\n]{0,80}:"
)
