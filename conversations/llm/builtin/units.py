"""What a number counts, by the words beside it: "2 people" is told from "3 nights" (T3)."""

from functools import lru_cache

from conversations.llm.builtin.words import stem

UNITS: dict[str, dict[str, str]] = {
    "english": {
        "people": (
            "people person persons guest guests adult adults pax traveller travellers traveler travelers "
            "participant participants attendee attendees seat seats party head heads child children kid kids"
        ),
        "nights": "night nights stay",
        "days": "day days",
        "weeks": "week weeks",
        "months": "month months",
        "rooms": "room rooms",
        "years": "year years age old",
        "hours": "hour hours",
        "minutes": "minute minutes",
        "money": (
            "price amount budget sum total cost chf francs eur "
            "euro euros usd dollar dollars pound pounds gbp salary income"
        ),
        "percent": "percent percentage share",
        "distance": "kilometre kilometres kilometer kilometers km mile miles",
        "staff": "employee employees staff team headcount colleague colleagues",
        "tickets": "ticket tickets",
        "licences": "licence licences license licenses user users",
    },
    "french": {
        "people": (
            "personne personnes voyageur voyageurs hôte hôtes adulte adultes participant "
            "participants place places couvert couverts enfant enfants client clients"
        ),
        "nights": "nuit nuits nuitée nuitées séjour",
        "days": "jour jours",
        "weeks": "semaine semaines",
        "months": "mois",
        "rooms": "chambre chambres",
        "years": "an ans année années âge",
        "hours": "heure heures",
        "money": "prix montant budget somme total coût chf franc francs eur euro euros salaire revenu",
        "percent": "pourcent pourcentage part",
        "distance": "kilomètre kilomètres km",
        "staff": "employé employés collaborateur collaborateurs salarié salariés équipe",
    },
    "portuguese": {
        "people": (
            "pessoa pessoas hóspede hóspedes adulto adultos participante "
            "participantes lugar lugares criança crianças convidado convidados"
        ),
        "nights": "noite noites estadia",
        "days": "dia dias",
        "weeks": "semana semanas",
        "months": "mês meses",
        "rooms": "quarto quartos",
        "years": "ano anos idade",
        "hours": "hora horas",
        "money": (
            "preço valor orçamento verba total custo euro euros eur "
            "real reais brl dólar dólares chf franco francos salário"
        ),
        "percent": "porcento porcentagem percentagem",
        "distance": "quilómetro quilómetros quilômetro quilômetros km",
        "staff": "funcionário funcionários empregado empregados colaborador colaboradores equipe equipa",
        "licences": "licença licenças usuário usuários utilizador utilizadores",
    },
    "german": {
        "people": "person personen leute gast gäste erwachsene teilnehmer reisende platz plätze kind kinder",
        "nights": "nacht nächte übernachtung übernachtungen aufenthalt",
        "days": "tag tage",
        "weeks": "woche wochen",
        "months": "monat monate",
        "rooms": "zimmer",
        "years": "jahr jahre alter",
        "hours": "stunde stunden",
        "money": "preis betrag budget summe kosten chf franken eur euro lohn gehalt",
        "percent": "prozent anteil",
        "distance": "kilometer km",
        "staff": "mitarbeiter mitarbeitende angestellte team",
    },
    "spanish": {
        "people": (
            "persona personas huésped huéspedes adulto adultos participante participantes plaza plazas niño niños"
        ),
        "nights": "noche noches estancia",
        "days": "día días",
        "weeks": "semana semanas",
        "months": "mes meses",
        "rooms": "habitación habitaciones cuarto cuartos",
        "years": "año años edad",
        "hours": "hora horas",
        "money": "precio importe presupuesto total coste euro euros eur dólar dólares chf peso pesos sueldo",
        "percent": "porcentaje",
        "distance": "kilómetro kilómetros km",
        "staff": "empleado empleados equipo",
    },
    "italian": {
        "people": "persona persone ospite ospiti adulto adulti partecipante partecipanti posto posti bambino bambini",
        "nights": "notte notti soggiorno",
        "days": "giorno giorni",
        "weeks": "settimana settimane",
        "months": "mese mesi",
        "rooms": "camera camere stanza stanze",
        "years": "anno anni età",
        "hours": "ora ore",
        "money": "prezzo importo budget totale costo euro eur franco franchi chf stipendio",
        "percent": "percentuale",
        "distance": "chilometro chilometri km",
        "staff": "dipendente dipendenti squadra",
    },
}


def unit(word_stem: str, stemmer: str) -> str:
    """What a stem counts (`people`, `nights`, `money`, ...), empty when it is no unit."""
    return _units(stemmer).get(word_stem, "")


@lru_cache(maxsize=8)
def _units(stemmer: str) -> dict[str, str]:
    units: dict[str, str] = {}
    for name, group in UNITS.get(stemmer, {}).items():
        for word in group.split():
            units.setdefault(stem(word, stemmer), name)
    return units
