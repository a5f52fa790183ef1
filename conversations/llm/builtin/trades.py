"""What people say they are, when it is what they do for a living, folded, in the six languages that are read."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


TRADES = _words(
    "plumber electrician carpenter painter photographer architect designer developer programmer engineer "
    "lawyer doctor dentist nurse physiotherapist teacher translator journalist writer consultant accountant "
    "baker cook chef hairdresser gardener mechanic mason roofer joiner locksmith farmer winemaker musician "
    "coach trainer therapist psychologist veterinarian pharmacist florist beautician masseur driver courier "
    "caterer cleaner tailor jeweller freelancer contractor builder tiler surveyor notary editor illustrator "
    "plombier plombiere electricien electricienne menuisier menuisiere charpentier peintre photographe "
    "architecte graphiste developpeur developpeuse programmeur ingenieur ingenieure avocat avocate medecin "
    "dentiste infirmier infirmiere physiotherapeute enseignant enseignante traducteur traductrice "
    "journaliste redacteur redactrice consultant consultante comptable boulanger boulangere cuisinier "
    "cuisiniere coiffeur coiffeuse jardinier jardiniere paysagiste mecanicien mecanicienne macon couvreur "
    "serrurier agriculteur agricultrice vigneron vigneronne musicien musicienne coach formateur formatrice "
    "therapeute psychologue veterinaire pharmacien pharmacienne fleuriste estheticienne masseur masseuse "
    "chauffeur livreur livreuse traiteur couturiere bijoutier carreleur notaire illustrateur illustratrice "
    "decorateur decoratrice restaurateur restauratrice canalizador canalizadora encanador encanadora "
    "eletricista carpinteiro carpinteira marceneiro pintor pintora fotografo fotografa arquiteto arquiteta "
    "desenhador programador programadora engenheiro engenheira advogado advogada medico medica dentista "
    "enfermeiro enfermeira fisioterapeuta professor professora tradutor tradutora jornalista escritor "
    "escritora consultor consultora contabilista contador contadora padeiro padeira cozinheiro cozinheira "
    "cabeleireiro cabeleireira jardineiro mecanico serralheiro agricultor agricultora musico musica formador "
    "formadora terapeuta psicologo psicologa veterinario veterinaria farmaceutico farmaceutica florista "
    "esteticista motorista pedreiro notario ilustrador ilustradora "
    "klempner klempnerin sanitar sanitarinstallateur installateur elektriker elektrikerin schreiner "
    "schreinerin tischler "
    "zimmermann maler malerin fotograf fotografin architekt architektin grafiker grafikerin entwickler entwicklerin "
    "programmierer programmiererin ingenieur ingenieurin anwalt anwaltin arzt arztin zahnarzt zahnarztin "
    "krankenpfleger "
    "pflegefachfrau physiotherapeut physiotherapeutin lehrer lehrerin ubersetzer ubersetzerin journalist journalistin "
    "berater beraterin buchhalter buchhalterin treuhander treuhanderin backer backerin koch kochin coiffeur coiffeuse "
    "gartner gartnerin mechaniker mechanikerin maurer dachdecker schlosser bauer bauerin winzer winzerin musiker "
    "musikerin therapeut therapeutin psychologe psychologin tierarzt tierarztin apotheker apothekerin floristin "
    "kosmetikerin fahrer chauffeurin metzger schneider schneiderin notarin "
    "fontanero fontanera electricista carpintero carpintera pintora fotografo arquitecto arquitecta "
    "disenador disenadora "
    "profesor profesora desarrollador desarrolladora ingeniero ingeniera abogado abogada medico enfermero enfermera "
    "fisioterapeuta maestro "
    "maestra traductor traductora periodista contable panadero panadera cocinero cocinera peluquero "
    "peluquera jardinero "
    "jardinera albanil cerrajero ganadero musico psicologo veterinario farmaceutico conductor conductora electricista "
    "idraulico elettricista falegname imbianchino pittore pittrice fotografa architetto architetta grafico grafica "
    "sviluppatore sviluppatrice programmatore programmatrice ingegnere avvocato avvocata medico infermiere infermiera "
    "insegnante traduttore traduttrice giornalista consulente contabile fornaio panettiere cuoco cuoca parrucchiere "
    "parrucchiera giardiniere meccanico muratore fabbro contadino viticoltore musicista psicologa "
    "veterinaria farmacista "
    "fiorista autista notaio"
)
NOT_QUITE = _words(
    "trainee student apprentice assistant intern fan wannabe lover enthusiast fake former ex retired "
    "almost good bad great "
    "careful poor terrible lousy apprenti apprentie stagiaire amateur etudiant presque ancien ancienne faux bon bonne "
    "mauvais chez avec retraite kein keine fast ehemaliger ehemalige pensionierter guter gute schlechter "
    "beim mit falscher "
    "lehrling quase antigo antiga falso falsa bom boa casi antiguo antigua ex buen buena con quasi dal "
    "dalla bravo brava"
)
"""Words beside a trade that say it is none yet, no more, or none at all: "a former teacher", "a teacher trainee"."""
ENDINGS = (
    "ologist",
    "ographer",
    "ician",
    "smith",
    "maker",
    "iste",
    "logue",
    "icien",
    "icienne",
    "tecte",
    "eiro",
    "eira",
    "macher",
    "bauer",
    "meister",
)
"""Endings of other trades: enough to ask whether it is one, not to write it down."""


def is_trade(word: str) -> bool:
    """Whether the folded word is surely a trade."""
    return word in TRADES


def may_be_trade(word: str) -> bool:
    """Whether the folded word ends as trades do."""
    return len(word) > 6 and word.endswith(ENDINGS)
