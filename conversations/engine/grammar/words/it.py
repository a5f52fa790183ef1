"""Italian."""

from conversations.engine.grammar.phrases import counted, listed, table
from conversations.engine.grammar.vocabulary import Words

WORDS = Words(
    answers=table(
        {
            True: "sì | s | certo | certamente | esatto | esattamente | corretto | giusto | va bene | ok | okay | "
            "d'accordo | perfetto | è corretto | è giusto | è vero | vero | assolutamente sì | sì certo | 👍 | ✅",
            False: "no | n | per niente | sbagliato | falso | non è corretto | non è giusto | è sbagliato | "
            "assolutamente no | certo che no | 👎 | ❌",
        }
    ),
    polite=listed("per favore | per piacere | per cortesia | grazie | grazie mille | prego"),
    lead=listed(
        "il | lo | la | i | le | l' | per | in | alle | a | è | è il | è per | sono | siamo | siamo in | "
        "saremo | saremo in | "
        "vorrei | voglio | prendo | solo | soltanto | diciamo | ok | ciao | buongiorno | con | la mia e-mail è | "
        "la mia mail è | il mio numero è"
    ),
    control=table(
        {
            "cancel": "annulla | annullare | annulli | cancella | cancellare | lascia perdere | lasci perdere | "
            "lascia stare | lasci stare",
            "stop": "stop | basta | ferma | fermati | smetti | smettila | smetta",
            "question": "aiuto | aiutami | mi aiuti | ho bisogno di aiuto | domanda | una domanda | ho una domanda",
            "handoff": "una persona | persona | un umano | umano | una persona reale | operatore | un operatore | "
            "qualcuno | parlare con una persona | parlare con qualcuno | parlare con un operatore | "
            "vorrei parlare con una persona | vorrei parlare con qualcuno | vorrei parlare con un operatore | "
            "voglio parlare con una persona | voglio parlare con qualcuno | voglio parlare con un operatore",
            "repeat": "ripeti | ripeta | ripetere | di nuovo | ancora | ancora una volta | può ripetere | "
            "puoi ripetere",
            "skip": "salta | saltare | passa | passare | ignora | avanti",
            "back": "indietro | torna indietro | tornare indietro | precedente | domanda precedente",
            "mute": "disiscrivimi | disiscriviti | disiscrivermi | annulla iscrizione | annulla l'iscrizione | "
            "cancella iscrizione | cancella l'iscrizione | non scrivermi | non scrivermi più | non scrivetemi più",
        }
    ),
    courtesy=table(
        {
            "thanks": "grazie | grazie mille | mille grazie | molte grazie | tante grazie | grazie tante | "
            "grazie infinite | grazie di cuore | grazie a lei | grazie a te | la ringrazio | ti ringrazio | "
            "grazie di tutto | grazie per tutto | grazie per l'aiuto | grazie per il suo aiuto | "
            "grazie dell'aiuto | molto gentile | thanks | thx | 👍 | 🙏 | ❤️ | 💚 | 💙 | 🫶 | 👌 | 🤝",
            "greeting": "ciao | ciao a tutti | salve | buongiorno | buon giorno | buonasera | buona sera | "
            "buon pomeriggio | ehi | hello | hi | hey | come va | come sta | come stai | piacere | 👋",
            "farewell": "arrivederci | arrivederla | addio | a presto | a dopo | a domani | a più tardi | "
            "alla prossima | ci vediamo | buona giornata | buona serata | buona notte | buonanotte | "
            "buon fine settimana | ciao ciao | bye",
            None: "ok | okay | va bene | perfetto | benissimo | ottimo | molto bene | d'accordo | e | sì | allora",
        }
    ),
    negations=("non", "no", "senza", "tranne", "mai", "nessuno", "nessuna", "eccetto"),
    late_negations=("non", "no"),
    turns=("ma", "bensi", "piuttosto", "invece"),
    joints=listed(
        "siamo | saremo | è | e | alle | per | fino | o | in | con | di | da | dal | se | poi | verso | grazie | "
        "per favore"
    ),
    numbers=counted(
        "zero, , due, tre, quattro, cinque, , sette, otto, nove, dieci, undici, dodici, "
        "tredici, quattordici, quindici, sedici, diciassette, diciotto, diciannove, venti"
    ),
    ones=listed("una persona | un adulto | una notte | una camera"),
    articles=table({1: "un | uno | una", 6: "sei"}),
    beyond=listed(
        "trenta | quaranta | cinquanta | sessanta | settanta | ottanta | novanta | cento | dozzina | dozzine"
    ),
    scales=table({1000: "mila", 1000000: "milione | milioni"}),
    alternatives=listed("o | oppure | o forse | o magari | /"),
    spans=listed("a | - | – | — | fino a | /"),
    between=listed("tra | fra"),
    ands=listed("e"),
    additions=listed("e | ed | più | + | &"),
    withs=listed("con"),
    minors=listed(
        "bambino | bambina | bambini | bambine | neonato | neonati | figlio | figlia | figli | ragazzo | "
        "ragazzi | minore | minori"
    ),
    apart=listed(
        "notte | notti | giorno | giorni | settimana | settimane | mese | mesi | anno | anni | ora | ore | "
        "minuto | minuti | camera | camere | stanza | stanze | tavolo | tavoli | letto | letti | km"
    ),
    limits=listed("almeno | al massimo | al minimo | più di | meno di | fino a | massimo | minimo | non più di"),
    open_ends=listed("o più | o meno | + | al massimo | al minimo"),
    days=table(
        {
            0: "oggi | stasera | stamattina | questa sera | oggi pomeriggio | oggi stesso",
            1: "domani | domani mattina | domani sera | domani pomeriggio",
            2: "dopodomani | dopo domani",
            -1: "ieri | ieri sera",
            -2: "l'altro ieri | altro ieri | avantieri",
        }
    ),
    weekdays=counted("lunedì, martedì, mercoledì, giovedì, venerdì, sabato, domenica"),
    short_weekdays=counted("lun, mar, mer, gio, ven, sab, dom"),
    coming=listed("prossimo | prossima | il prossimo | la prossima | questo | questa | che viene"),
    gone=listed("scorso | scorsa | lo scorso | la scorsa"),
    every=listed("ogni | tutti i | tutte le"),
    weeks=listed(
        "della prossima settimana | la prossima settimana | prossima settimana | della settimana prossima | "
        "la settimana prossima | settimana prossima"
    ),
    on=listed("il | per il | da | dal | entro | fino a"),
    months=counted(
        "gennaio | gen, febbraio | feb, marzo | mar, aprile | apr, maggio | mag, giugno | giu, luglio | lug, "
        "agosto | ago, settembre | set | sett, ottobre | ott, novembre | nov, dicembre | dic",
        start=1,
    ),
    ordinals=counted("primo", start=1),
    ordinal_signs=("o", "º", "°"),
    day_articles=listed("il | il giorno | giorno | l' | al | dal | per il | all' | dall'"),
    has_plain_days=True,
    has_dotted_days=True,
    till=listed("al | a | all' | fino al | fino all' | - | – | —"),
    of=listed("del | di | ,"),
    ahead=listed("tra | fra"),
    ago_after=listed("fa"),
    units=table({1: "giorno | giorni", 7: "settimana | settimane"}),
    at=listed("alle | alle ore | ore | verso le | dalle | dalle ore | per le | intorno alle"),
    hour_marks=listed("h"),
    halves=table(
        {
            "am": "di mattina | del mattino | di mattino | della mattina",
            "pm": "di sera | del pomeriggio | di pomeriggio | della sera",
            "night": "di notte",
        }
    ),
    clock=table(
        {
            "12:00": "mezzogiorno | a mezzogiorno",
            "12:30": "mezzogiorno e mezzo | mezzogiorno e mezza",
            "00:00": "mezzanotte | a mezzanotte",
        }
    ),
    minutes_after=table({30: "e mezza | e mezzo | e trenta", 15: "e un quarto", -15: "meno un quarto"}),
)
