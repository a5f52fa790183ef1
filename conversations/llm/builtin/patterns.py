"""How people state lasting things about themselves, in English, French and Portuguese.

Patterns are matched against folded text with plain apostrophes (`sentences.plainly`); `v` is the value.
"""

import re

AFTER_TOWN = r"(?:and|et|e|now|with|avec|com|for|depuis|desde|since|i|je)\b"
TOWN = rf"(?P<v>[a-z][\w.'-]*(?: (?!{AFTER_TOWN})[a-z][\w'-]+){{0,2}})"
WORDS = r"(?P<v>[a-z][\w'-]*(?: [a-z][\w'-]*){0,2})"
NAMED = r"(?P<v>[^\W\d_][\w&.'-]*(?: [\w&.'-]+){0,3})"
AMOUNT = r"(?P<v>\d[\d .,']{0,12})"
ACCOUNT = r"(?P<v>(?:[a-z]{2,12}/)?\d{3,5})"
MERCHANT = r"(?P<m>[^\W_][\w&.'-]*(?: [^\W_][\w&.'-]*){0,2}?)"


def _any(*patterns: str) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(rf"(?<![\w']){pattern}") for pattern in patterns)


LIVES = _any(
    rf"(?:i|we) (?:now )?live (?:now )?in {TOWN}",
    rf"i(?: have|'ve)? moved to {TOWN}",
    rf"i(?:'m| am) living in {TOWN}",
    rf"i no longer live in [\w' -]{{2,30}}?,? (?:i live )?(?:now )?(?:but )?(?:now )?in {TOWN}",
    rf"j'habite (?:maintenant |desormais |actuellement )?(?:a |au |aux |en |dans le canton de "
    rf"|dans le |dans la )?{TOWN}",
    rf"j'ai demenage (?:a|au|en|dans le canton de) {TOWN}",
    rf"(?:nous habitons|on habite|je vis|je reside) "
    rf"(?:maintenant |desormais )?(?:a|au|en|dans le canton de|dans le) {TOWN}",
    rf"(?:eu )?(?:moro|vivo|moramos|vivemos|resido) (?:agora )?(?:em|no|na|nos|nas) {TOWN}",
    rf"(?:mudei-me|me mudei|mudei|mudamo-nos) para (?:o |a )?{TOWN}",
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
)
TRADE_IN = _any(
    rf"(?:i'm|i am) an? (?:self-employed )?(?P<t>[a-z][\w'-]*) in {TOWN}",
    rf"je suis (?P<t>[a-z][\w'-]*) (?:a|au|en|dans le canton de|dans le) {TOWN}",
    rf"sou (?P<t>[a-z][\w'-]*) (?:em|no|na) {TOWN}",
)
IS_TRADE = _any(
    rf"(?:i'm|i am) (?:now )?an? (?:self-employed |freelance |independent |qualified |trained )*{WORDS}",
    rf"je suis (?:maintenant |desormais )?(?:une? )?(?:artisane? )?{WORDS}",
    rf"(?:eu )?sou (?:agora )?(?:uma? )?{WORDS}",
)
WORKS_AS = _any(
    rf"i(?: now)? work as an? (?:self-employed |freelance |independent )*{WORDS}",
    rf"my (?:trade|job|profession|occupation) is (?:now )?(?:an? )?{WORDS}",
    rf"je travaille (?:maintenant |desormais )?(?:comme|en tant que) (?:une? )?{WORDS}",
    rf"(?:mon metier|ma profession)(?: est| c'est| :|,)* (?:celui d'|celui de )?{WORDS}",
    rf"trabalho (?:agora )?como (?:uma? )?{WORDS}",
    rf"(?:a minha profissao|minha profissao|o meu trabalho) e (?:agora )?{WORDS}",
)
EMAIL = _any(
    r"my (?:new )?e-?mail(?: address)?(?: is| :|:)(?: now)? (?P<v>\S+@\S+)",
    r"(?:you can )?(?:write to me|reach me|contact me) at (?P<v>\S+@\S+)",
    r"(?:mon|ma) (?:nouvel |nouvelle )?(?:adresse )?(?:e-?mail|mail|courriel|adresse)(?: est| "
    r":|:| c'est)(?: maintenant)? "
    r"(?P<v>\S+@\S+)",
    r"(?:o meu|meu) (?:novo )?(?:e-?mail|correio)(?: agora)?(?: e| :|:)(?: agora)? (?P<v>\S+@\S+)",
)
NAME = _any(
    rf"(?:my name is|my name's|i am called|i'm called) {NAMED}",
    rf"(?:je m'appelle|mon nom est) {NAMED}",
    rf"(?:o meu nome e|meu nome e|chamo-me|me chamo) {NAMED}",
)
COMPANY = _any(
    rf"i (?:now )?work (?:for|at) {NAMED}",
    rf"(?:my|our) (?:company|business|firm) is (?:now )?(?:called |named ){NAMED}",
    rf"je travaille (?:maintenant |desormais )?(?:chez|pour) {NAMED}",
    rf"(?:mon entreprise|ma societe|notre entreprise|notre societe) s'appelle (?:maintenant |desormais )?{NAMED}",
    rf"trabalho (?:agora )?(?:na|no|para a|para o) {NAMED}",
    rf"(?:a minha empresa|minha empresa|a nossa empresa|nossa empresa) (?:chama-se|se chama|e a) (?:agora )?{NAMED}",
)
SALARY = _any(
    rf"i (?:now )?(?:earn|make) (?:about |around )?(?:chf |fr\.? |eur |€ ?)?{AMOUNT}",
    rf"my (?:salary|income) is (?:now )?(?:about |around )?(?:chf |fr\.? |eur |€ ?)?{AMOUNT}",
    rf"je gagne (?:maintenant |desormais )?(?:environ )?(?:chf |fr\.? |eur )?{AMOUNT}",
    rf"(?:mon salaire|mon revenu) est (?:maintenant )?(?:de |d'environ )?(?:chf |fr\.? |eur )?{AMOUNT}",
    rf"(?:ganho|o meu salario e(?: de)?|meu salario e(?: de)?) (?:agora )?(?:cerca de )?(?:chf |eur |€ ?)?{AMOUNT}",
)
MONTHLY = re.compile(r"\b(?:a|per|each) month\b|\bmonthly\b|\bpar mois\b|\bmensuel|\bpor mes\b|\bao mes\b|\bmensa")
YEARLY = re.compile(r"\b(?:a|per|each) year\b|\byearly\b|\bannual|\bpar an\b|\bannuel|\bpor ano\b|\bao ano\b|\banua")
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
)
NO_CAR = re.compile(
    r"(?<!\w)(?:i|we) (?:do not|don't) (?:have|own) a (?:car|van|vehicle)\b|(?<!\w)i have no (?:car|van|vehicle)\b"
    r"|(?<!\w)je n'ai (?:pas de|aucune?|plus de) "
    r"(?:voiture|vehicule|auto)\b|(?<!\w)nous n'avons pas de (?:voiture|vehicule)\b"
    r"|(?<!\w)(?:ja )?nao (?:tenho|temos) (?:carro|veiculo|viatura)\b"
)
CAR_HALF = re.compile(
    r"\b(?:half|both|partly|mixed|moitie|mixte|les deux|en partie|partiellement|metade|ambos|misto|em parte|50 ?%)"
)
CAR_WORK = re.compile(
    r"\b(?:for work|for business|for my (?:work|business|job)|to visit clients|business|professionally|"
    r"pour le travail|pour mon travail|professionnel|professionnelle|professionnellement|pour l'entreprise|boulot|"
    r"para o trabalho|para trabalhar|no trabalho|em trabalho|profissional|profissionalmente|para a empresa)\b"
)
CAR_PRIVATE = re.compile(
    r"\b(?:privately|private|personal|prive|privee|personnel|personnelle|privado|privada|pessoal|particular)\b"
)
LEGAL_FORM = re.compile(
    r"\b(?:i have|i own|i run|my (?:company|business) is|we are|i'm|i am|j'ai|je suis|je dirige|mon entreprise est|"
    r"ma societe est|nous sommes|tenho|a minha empresa e|sou)\b"
)
VAT = re.compile(r"\b(?:vat|tva|iva|assujetti|assujettie|tdfn|methode effective|dette fiscale)\b")
OWN = re.compile(r"\b(?:i|i'm|we|we're|my|our|je|j'\w+|nous|mon|ma|notre|sou|somos|estou|estamos|minha|meu|nossa)\b")
