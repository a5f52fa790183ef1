"""What people say they are, when it is what they do for a living, folded, in English, French and Portuguese."""


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
    "esteticista motorista pedreiro notario ilustrador ilustradora"
)
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
)
"""Endings of other trades: enough to ask whether it is one, not to write it down."""


def is_trade(word: str) -> bool:
    """Whether the folded word is surely a trade."""
    return word in TRADES


def may_be_trade(word: str) -> bool:
    """Whether the folded word ends as trades do."""
    return len(word) > 6 and word.endswith(ENDINGS)
