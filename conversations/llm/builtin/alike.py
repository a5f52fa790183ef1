"""Words that mean the same in a request, so that "reserve" finds a trigger that says "book"."""

from functools import lru_cache

from conversations.llm.builtin.words import stem

ALIKE: dict[str, tuple[str, ...]] = {
    "english": (
        "book booking bookings reserve reservation reserving",
        "room rooms suite suites",
        "see visit sight sights sightseeing attraction attractions do",
        "cancel cancellation annul",
        "change modify amend update alter",
        "price prices cost costs fee fees rate rates",
        "call called phone ring callback",
        "contact reach",
        "buy order purchase",
        "advice advise recommend recommendation recommendations suggest suggestion suggestions tip tips",
        "quiet calm busy crowded",
        "register signup subscribe enroll",
        "problem issue trouble broken",
        "demo demonstration",
        "quote quotation estimate proposal",
        "invoice bill receipt",
        "record log enter add note",
    ),
    "french": (
        "réserver réservation réserve réservez",
        "voir visiter visite visites",
        "annuler annulation",
        "changer modifier changement modification",
        "prix tarif tarifs coût coûte",
        "appeler rappeler rappelle rappelez téléphoner",
        "acheter commander achat commande",
        "conseil conseils conseiller recommander recommandation",
        "facture factures reçu ticket",
        "enregistrer saisir noter comptabiliser ajouter",
        "dépense dépenses frais charge charges",
        "compte comptes",
        "devis offre estimation",
        "problème panne souci",
    ),
    "portuguese": (
        "reservar reserva reservas marcar",
        "ver visitar visita",
        "cancelar cancelamento anular",
        "mudar alterar alteração mudança",
        "preço preços custo custa valor valores",
        "ligar telefonar chamada ligação",
        "comprar compra encomendar contratar",
        "conselho dica dicas recomendar recomendação sugestão",
        "fatura factura nota recibo",
        "orçamento orçamentos proposta cotação",
        "demonstração demo",
        "problema avaria",
        "plano planos",
    ),
    "german": (
        "buchen buchung reservieren reservierung",
        "sehen besichtigen anschauen sehenswürdigkeit sehenswürdigkeiten",
        "stornieren stornierung absagen",
        "ändern änderung",
        "preis preise kosten kostet",
        "anrufen zurückrufen rückruf telefonieren",
        "kaufen bestellen bestellung",
        "rat beratung empfehlen empfehlung tipp tipps",
        "rechnung rechnungen quittung beleg",
    ),
    "spanish": (
        "reservar reserva reservación",
        "ver visitar visita",
        "cancelar anular cancelación",
        "cambiar modificar cambio",
        "precio precios coste cuesta tarifa",
        "llamar telefonear llamada",
        "comprar pedir pedido compra",
        "consejo recomendar recomendación sugerencia",
        "factura recibo",
    ),
    "italian": (
        "prenotare prenotazione prenoto",
        "vedere visitare visita",
        "cancellare annullare disdire",
        "cambiare modificare modifica",
        "prezzo prezzi costo costa tariffa",
        "chiamare richiamare telefonare",
        "comprare ordinare ordine acquisto",
        "consiglio consigliare raccomandare",
        "fattura ricevuta",
    ),
}


def meaning(word_stem: str, stemmer: str) -> str:
    """The one stem that stands for this stem and those alike."""
    return _meanings(stemmer).get(word_stem, word_stem)


@lru_cache(maxsize=8)
def _meanings(stemmer: str) -> dict[str, str]:
    meanings: dict[str, str] = {}
    for group in ALIKE.get(stemmer, ()):
        first, *_ = (stem(word, stemmer) for word in group.split())
        for word in group.split():
            meanings.setdefault(stem(word, stemmer), first)
    return meanings
