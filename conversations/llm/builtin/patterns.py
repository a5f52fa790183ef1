"""How people state lasting things about themselves, in English, French, Portuguese, German, Spanish and Italian.

Patterns are matched against folded text with plain apostrophes (`sentences.plainly`); `v` is the value.
"""

import re

AFTER_TOWN = (
    r"(?:and|et|e|und|y|now|with|avec|com|mit|con|for|depuis|desde|since|seit|da|i|je|ich|jetzt|ahora|ora|or|ou|oder|o|"
    r"no|not|pas|nicht)\b"
)
OR = re.compile(r" (?:or|ou|oder|o (?:en|a|ad|in)) ")
"""Behind a place or a trade it leaves open which one it is."""
TOWN = rf"(?P<v>[a-z][\w.'-]*(?: (?!{AFTER_TOWN})[a-z][\w'-]+){{0,2}})"
TOWN_BEFORE_VERB = r"(?P<v>[a-z][\w.'-]*(?: [a-z][\w'-]+)?)"
WORDS = r"(?P<v>[a-z][\w'-]*(?: [a-z][\w'-]*){0,2})"
NAMED = r"(?P<v>[^\W\d_][\w&.'\u00ad-]*(?: [\w&.'\u00ad-]+){0,3})"
ADDRESS = r"(?P<v>[\w.+-]+@[\w-]+(?:\.[\w-]+)+)"
CURRENCIES = r"(?:chf|fr\.?|sfr\.?|eur|€|usd|us\$|\$|£|gbp|r\$|jpy|¥)"
AMOUNT = r"(?P<v>\d[\d .,']{0,12})"
ACCOUNT = r"(?P<v>(?:[a-z]{2,12}/)?\d{3,5})"
MERCHANT = r"(?P<m>[^\W_][\w&.'-]*(?: [^\W_][\w&.'-]*){0,2}?)"


def _any(*patterns: str) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(rf"(?<![\w']){pattern}") for pattern in patterns)


LIVES = _any(
    rf"(?:i|we) (?:now )?live (?:now )?in {TOWN}",
    rf"i(?: have|'ve)? moved to {TOWN}",
    rf"i(?:'m| am) living in {TOWN}",
    rf"i(?: have|'ve) (?:been living|lived) in {TOWN} (?:since|for)\b",
    rf"i no longer live in [\w' -]{{2,30}}?,? (?:i live )?(?:now )?(?:but )?(?:now )?in {TOWN}",
    rf"j'habite (?:maintenant |desormais |actuellement )?(?:a |au |aux |en |dans le canton de "
    rf"|dans le |dans la )?{TOWN}",
    rf"(?:j'ai demenage|je viens de demenager) (?:a|au|en|dans le canton de) {TOWN}",
    rf"(?:nous habitons|on habite|je vis|je reside) "
    rf"(?:maintenant |desormais )?(?:a|au|en|dans le canton de|dans le) {TOWN}",
    rf"(?:eu )?(?:moro|vivo|moramos|vivemos|resido) (?:agora )?(?:em|no|na|nos|nas) {TOWN}",
    rf"(?:mudei-me|me mudei|mudei|mudamo-nos) para (?:o |a )?{TOWN}",
    rf"(?:ich|wir) (?:wohne|wohnen|lebe|leben) (?:jetzt |nun |neu |seit \w+ \w+ )?(?:in|im kanton|im|bei) {TOWN}",
    rf"(?:ich wohne|wir wohnen) nicht mehr (?:in|im) [\w' -]{{2,30}}?,? (?:sondern )?(?:jetzt |nun )?(?:in|im) {TOWN}",
    rf"(?:ich bin|wir sind) (?:jetzt |nun )?nach {TOWN_BEFORE_VERB} (?:um)?gezogen",
    rf"(?:yo )?(?:vivo|vivimos|resido) (?:ahora )?(?:en|en el canton de) {TOWN}",
    rf"(?:me he mudado|nos hemos mudado|me mude) a {TOWN}",
    rf"(?:io )?(?:abito|vivo|abitiamo|viviamo|risiedo) (?:ora |adesso )?(?:a|ad|nel cantone|nel canton|in) {TOWN}",
    rf"mi sono trasferit[oa] (?:a|ad|in) {TOWN}",
)
WORKS_IN = _any(
    rf"(?:i|we) work in {TOWN}",
    rf"(?:my|our) (?:business|company|workshop|office|shop|studio|practice) is (?:now )?(?:based |located )?in {TOWN}",
    rf"(?:i'm|i am|we're|we are) based in {TOWN}",
    rf"(?:mon|ma|notre) (?:entreprise|activite|atelier|bureau|magasin|cabinet|societe|boutique) (?:est|se trouve) "
    rf"(?:maintenant |desormais )?(?:basee? |etablie? |situee? )?(?:a|au|en|dans le canton de|dans le) {TOWN}",
    rf"(?:je suis|nous sommes) (?:basee?s?|etablie?s?|installee?s?) (?:a|au|en|dans le canton de|dans le) {TOWN}",
    rf"je travaille (?:a|au|en|dans le canton de|dans le) {TOWN}",
    rf"(?:trabalho|trabalhamos) em {TOWN}",
    rf"(?:a minha|minha|a nossa|nossa) (?:empresa|loja|oficina|atividade) (?:fica|esta|e) (?:em|no|na) {TOWN}",
    rf"(?:mein|meine|unser|unsere) (?:firma|geschaft|betrieb|werkstatt|buro|laden|praxis|unternehmen) (?:ist|liegt) "
    rf"(?:jetzt )?(?:in|im kanton|im) {TOWN}",
    rf"ich arbeite in {TOWN}",
    rf"(?:trabajo|trabajamos) en {TOWN}",
    rf"(?:mi|nuestra) (?:empresa|tienda|oficina) esta (?:ahora )?en {TOWN}",
    rf"(?:lavoro|lavoriamo) a {TOWN}",
    rf"(?:la mia|la nostra) (?:azienda|ditta|bottega|impresa) (?:e|si trova) (?:ora )?(?:a|nel canton) {TOWN}",
)
TRADE_IN = _any(
    rf"(?:i'm|i am) an? (?:self-employed )?(?P<t>[a-z][\w'-]*) in {TOWN}",
    rf"je suis (?P<t>[a-z][\w'-]*) (?:a|au|en|dans le canton de|dans le) {TOWN}",
    rf"sou (?P<t>[a-z][\w'-]*) (?:em|no|na) {TOWN}",
    rf"ich bin (?:eine? )?(?:selbstandige[r]? )?(?P<t>[a-z][\w'-]*) in {TOWN}",
    rf"soy (?P<t>[a-z][\w'-]*) en {TOWN}",
    rf"(?:sono|faccio) (?:un'?|una|il|la|l')? ?(?P<t>[a-z][\w-]*) (?:a|ad) {TOWN}",
)
IS_TRADE = _any(
    rf"(?:i'm|i am) (?:now )?an? (?:self-employed |freelance |independent |qualified |trained )*{WORDS}",
    rf"je suis (?:maintenant |desormais )?(?:une? )?(?:artisane? )?{WORDS}",
    rf"(?:eu )?sou (?:agora )?(?:uma? )?{WORDS}",
    rf"ich bin (?:jetzt |nun )?(?:eine? )?(?:selbstandiger? |freischaffender? |gelernter? )*{WORDS}",
    rf"(?:yo )?soy (?:ahora )?(?:una? )?{WORDS}",
    rf"(?:io )?(?:sono|faccio) (?:ora )?(?:un'|una? |il |la |l')?{WORDS}",
)
WORKS_AS = _any(
    rf"i(?: now)? work as an? (?:self-employed |freelance |independent )*{WORDS}",
    rf"my (?:trade|job|profession|occupation) is (?:now )?(?:an? )?{WORDS}",
    rf"je travaille (?:maintenant |desormais )?(?:comme|en tant que) (?:une? )?{WORDS}",
    rf"(?:mon metier|ma profession)(?: est| c'est| :|,)* (?:celui d'|celui de )?{WORDS}",
    rf"trabalho (?:agora )?como (?:uma? )?{WORDS}",
    rf"(?:a minha profissao|minha profissao|o meu trabalho) e (?:agora )?{WORDS}",
    rf"ich arbeite (?:jetzt )?als {WORDS}",
    rf"mein beruf ist {WORDS}",
    rf"trabajo (?:ahora )?(?:como|de) (?:una? )?{WORDS}",
    rf"mi (?:profesion|oficio) es {WORDS}",
    rf"lavoro (?:ora )?come {WORDS}",
    rf"(?:la mia professione|il mio mestiere) e {WORDS}",
)
EMAIL = _any(
    rf"my (?:new )?e-?mail(?: address)?(?: is| :|:)(?: now)? {ADDRESS}",
    rf"(?:you can )?(?:write to me|reach me|contact me) at {ADDRESS}",
    rf"(?:mon|ma) (?:nouvel |nouvelle )?(?:adresse )?(?:e-?mail|mail|courriel|adresse)(?: est| "
    rf":|:| c'est)(?: maintenant)? "
    rf"{ADDRESS}",
    rf"(?:o meu|meu) (?:novo )?(?:e-?mail|correio)(?: agora)?(?: e| :|:)(?: agora)? {ADDRESS}",
    rf"meine (?:neue )?(?:e-?mail|mail)(?:-?adresse)?(?: ist| lautet| :|:)(?: jetzt)? {ADDRESS}",
    rf"mi (?:nuevo )?(?:e-?mail|correo)(?: electronico)?(?: es| :|:)(?: ahora)? {ADDRESS}",
    rf"(?:la mia|il mio) (?:nuova |nuovo )?(?:e-?mail|mail|indirizzo e-?mail)(?: e| :|:)(?: ora)? {ADDRESS}",
)
NAME = _any(
    rf"(?:my name is|my name's|i am called|i'm called) {NAMED}",
    rf"(?:je m'appelle|mon nom est) {NAMED}",
    rf"(?:o meu nome e|meu nome e|chamo-me|me chamo) {NAMED}",
    rf"(?:ich heisse|ich heiße|mein name ist) {NAMED}",
    rf"(?:me llamo|mi nombre es) {NAMED}",
    rf"(?:mi chiamo|il mio nome e) {NAMED}",
)
CALL_ME = re.compile(
    r"^\W*(?:(?:hi|hello|hey)\W+)?(?P<said>(?:(?:please|just) |you (?:can|may) (?:just )?)?call me "
    r"(?P<v>[^\W\d_][\w'-]+(?: [^\W\d_][\w'-]+)?))(?:,? (?:please|thanks))?[\s.!]*$"
)
COMPANY = _any(
    rf"i (?:now )?work (?:for|at) {NAMED}",
    rf"(?:i'm|i am) (?:now )?employed (?:at|by|with) {NAMED}",
    rf"je suis (?:maintenant |desormais )?employee? (?:chez|par) {NAMED}",
    rf"ich bin (?:jetzt )?(?:bei der|bei) {NAMED} angestellt",
    rf"ich bin (?:jetzt )?angestellt (?:bei der|bei) {NAMED}",
    rf"(?:my|our) (?:company|business|firm) is (?:now )?(?:called |named ){NAMED}",
    rf"je travaille (?:maintenant |desormais )?(?:chez|pour) {NAMED}",
    rf"(?:mon entreprise|ma societe|notre entreprise|notre societe) s'appelle (?:maintenant |desormais )?{NAMED}",
    rf"trabalho (?:agora )?(?:na|no|para a|para o) {NAMED}",
    rf"(?:a minha empresa|minha empresa|a nossa empresa|nossa empresa) (?:chama-se|se chama|e a) (?:agora )?{NAMED}",
    rf"(?:ich |und )?arbeite (?:jetzt )?(?:bei der|bei|fur die|fur) {NAMED}",
    rf"(?:meine|unsere) (?:firma|unternehmung) (?:heisst|heißt) (?:jetzt )?{NAMED}",
    rf"trabajo (?:ahora )?(?:para|en la empresa) {NAMED}",
    rf"(?:mi|nuestra) empresa se llama (?:ahora )?{NAMED}",
    rf"lavoro (?:ora )?(?:per|da|presso) {NAMED}",
    rf"(?:la mia|la nostra) (?:azienda|ditta|impresa) si chiama (?:ora )?{NAMED}",
)
_MONEY = rf"(?:{CURRENCIES} ?)?{AMOUNT}"
SALARY = _any(
    rf"i (?:now )?(?:earn|make) (?:about |around )?{_MONEY}",
    rf"my (?:yearly |annual |monthly )?(?:salary|income) is (?:now )?(?:about |around )?{_MONEY}",
    rf"je gagne (?:maintenant |desormais )?(?:environ )?{_MONEY}",
    rf"(?:mon salaire|mon revenu) (?:annuel |mensuel )?est (?:maintenant )?(?:de |d'environ )?{_MONEY}",
    rf"(?:ganho|o meu salario e(?: de)?|meu salario e(?: de)?) (?:agora )?(?:cerca de )?{_MONEY}",
    rf"(?:ich verdiene|mein (?:lohn|gehalt|einkommen) (?:ist|betragt)) (?:jetzt )?(?:etwa |rund |ca\. )?{_MONEY}",
    rf"(?:gano|mi (?:sueldo|salario) es(?: de)?) (?:ahora )?(?:unos )?{_MONEY}",
    rf"(?:guadagno|il mio (?:stipendio|reddito) e(?: di)?) (?:ora )?(?:circa )?{_MONEY}",
)
MERCHANT_GOES = _any(
    rf"{MERCHANT}(?:'s)? (?:purchases|invoices|bills|expenses|subscriptions?|orders)? ?(?:always |usually |now )?"
    rf"(?:go|goes|(?:is|are) (?:always |usually |now )?(?:booked|posted)|belongs?) "
    rf"(?:to|in|into|under|on) (?:account )?{ACCOUNT}",
    rf"(?:purchases|invoices|bills|expenses|orders) (?:at|from|with) {MERCHANT} (?:always |usually |now )?"
    rf"(?:go|belong|are (?:booked|posted)) (?:to|in|into|under|on) (?:account )?{ACCOUNT}",
    rf"(?:i |we |please )?(?:always |usually )?(?:book|post) {MERCHANT} "
    rf"(?:purchases |invoices )?(?:to|under|on) (?:account )?{ACCOUNT}",
    rf"(?:chez|pour) {MERCHANT} ?[,:]? (?:c'est |toujours |plutot |desormais |maintenant )*(?:sur |au |dans )?(?:le )?"
    rf"compte {ACCOUNT}",
    rf"(?:chez |pour |les achats (?:chez |de )|les factures (?:de |d'))?{MERCHANT} ?,? "
    rf"(?:va|vont|passe|passent|est|sont) "
    rf"(?:toujours |desormais |maintenant |comptabilisee?s? |imputee?s? )*(?:sur|en|au|dans) "
    rf"(?:le )?(?:compte )?{ACCOUNT}",
    rf"(?:chez |pour |les achats (?:chez |de ))?{MERCHANT} ?,? je (?:le |la |les )?(?:mets|comptabilise|passe|impute) "
    rf"(?:toujours |desormais )?(?:sur |en |au |dans )?(?:le )?(?:compte )?{ACCOUNT}",
    rf"je (?:comptabilise|mets|impute|passe) (?:toujours |desormais )?(?:les achats "
    rf"(?:chez |de )|les factures (?:de |d'))?"
    rf"{MERCHANT} (?:sur|en|au|dans) (?:le )?(?:compte )?{ACCOUNT}",
    rf"(?:as compras|as faturas|os gastos|as despesas) (?:na|no|da|do|de|em) {MERCHANT} (?:vao|ficam|sao lancad[ao]s) "
    rf"(?:sempre |agora )?(?:para|na|em) (?:a )?(?:conta )?{ACCOUNT}",
    rf"(?:na|no|para a|para o) {MERCHANT} ?,? (?:e |sempre )?(?:a )?conta {ACCOUNT}",
)
OWN_CAR = re.compile(
    r"(?<!\w)(?:my|our|mon|ma|notre|nos|o meu|meu|a minha|minha) (?:own |propre )?"
    r"(?:cars?|vans?|vehicles?|voitures?|vehicules?|autos?|camionnettes?|carros?|carrinhas?|veiculos?)\b"
    r"|(?<!\w)(?:i|we) (?:use|drive) (?:the|a) (?:car|van)\b|(?<!\w)(?:uso|utilizo) (?:o|um) carro\b"
    r"|(?<!\w)j'utilise (?:la|une) (?:voiture|camionnette)\b"
    r"|(?<!\w)(?:mein|unser) (?:auto|wagen|fahrzeug)\b|(?<!\w)(?:mi|nuestro) (?:coche|vehiculo)\b"
    r"|(?<!\w)(?:la mia|la nostra) (?:auto|macchina)\b"
)
NO_CAR = re.compile(
    r"(?<!\w)(?:i|we) (?:do not|don't) (?:have|own) a (?:car|van|vehicle)\b|(?<!\w)i have no (?:car|van|vehicle)\b"
    r"|(?<!\w)je n'ai (?:pas de|aucune?|plus de) "
    r"(?:voiture|vehicule|auto)\b|(?<!\w)nous n'avons pas de (?:voiture|vehicule)\b"
    r"|(?<!\w)(?:ja )?nao (?:tenho|temos) (?:carro|veiculo|viatura)\b"
    r"|(?<!\w)(?:ich habe|wir haben) kein (?:auto|fahrzeug)\b|(?<!\w)no (?:tengo|tenemos) (?:coche|carro|vehiculo)\b"
    r"|(?<!\w)non (?:ho|abbiamo) (?:l'|un'|la )?(?:auto|macchina|veicolo)\b"
)
CAR_HALF = re.compile(
    r"\b(?:half|both|partly|mixed|moitie|mixte|les deux|en partie|partiellement|metade|ambos|misto|"
    r"em parte|50 ?%|halb|beides|gemischt|teils|mitad|en parte|meta|entrambi)"
)
CAR_WORK = re.compile(
    r"\b(?:for work|for business|for my (?:work|business|job)|to visit clients|business|professionally|"
    r"pour le travail|pour mon travail|professionnel|professionnelle|professionnellement|pour l'entreprise|boulot|"
    r"para o trabalho|para trabalhar|no trabalho|em trabalho|profissional|profissionalmente|para a empresa|"
    r"fur die arbeit|geschaftlich|beruflich|fur das geschaft|para el trabajo|para trabajar|profesional|"
    r"per (?:il )?lavoro|"
    r"professionale)\b"
)
CAR_PRIVATE = re.compile(
    r"\b(?:privately|private|personal|prive|privee|personnel|personnelle|privado|privada|pessoal|particular|"
    r"privat|personal|privato|privata|personale)\b"
)
LEGAL_FORM = re.compile(
    r"\b(?:i have|i own|i run|my (?:company|business) is|we are|i'm|i am|j'ai|je suis|je dirige|mon entreprise est|"
    r"ma societe est|nous sommes|tenho|a minha empresa e|sou|ich habe|wir sind|ich bin|meine firma ist|"
    r"tengo|mi empresa es|"
    r"ho|la mia (?:azienda|ditta) e)\b"
)
FORM_ARTICLES = (
    r"(?: (?:an?|my|own|small|registered|as|une?|ma|mon|en|propre|petite|eine?|einen|eigene|kleine|uma?|minha|una|mi|"
    r"propria|mia|la))*"
)
"""All that may stand between "I have" and the legal form: a name would make it somebody's, or part of a name."""
VAT = re.compile(
    r"\b(?:vat|tva|iva|assujetti|assujettie|mehrwertsteuer\w*|mwst\w*|tdfn|methode effective|dette fiscale)\b"
)
OWN = re.compile(
    r"\b(?:i|i'm|we|we're|my|our|je|j'\w+|nous|mon|ma|notre|sou|somos|estou|estamos|minha|meu|nossa|"
    r"ich|wir|mein|meine|unsere?|soy|estoy|mi|nuestra|sono|siamo|mia)\b"
)
GOES_ON = re.compile(
    r" (?!(?:please|now|always|from|for|since|as|and|et|und|e|y|svp|s'il|bitte|por|maintenant|toujours|"
    r"jetzt|agora|ahora|"
    r"ora|account)\b)[a-z]"
)
"""Words behind a number that make it no account: "goes to 7500 people"."""
OF_CLIENT = re.compile(
    r"\b(?:clients?|customers?|suppliers?|problems?|questions?|issues?|fournisseurs?|problemes?|soucis?|kunden?|kundin|"
    r"lieferanten?|fragen?|fornecedor\w*|clientes?|problemas?|proveedor\w*|clienti?|fornitor\w*|problemi?)\b"
)
"""Then the legal form may be somebody else's: "I have an SA client"."""
