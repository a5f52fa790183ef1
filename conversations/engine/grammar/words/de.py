"""German."""

from conversations.engine.grammar.phrases import counted, listed, table
from conversations.engine.grammar.vocabulary import Words

WORDS = Words(
    answers=table(
        {
            True: "ja | j | jap | jo | jawohl | klar | na klar | sicher | natürlich | gerne | gern | genau | "
            "richtig | "
            "korrekt | stimmt | das stimmt | das ist richtig | das ist korrekt | so ist es | ok | okay | passt | "
            "in ordnung | einverstanden | auf jeden fall | wahr | 👍 | ✅",
            False: "nein | n | nee | nö | ne | falsch | das ist falsch | stimmt nicht | das stimmt nicht | "
            "nicht richtig | das ist nicht richtig | auf keinen fall | keinesfalls | gar nicht | 👎 | ❌",
        }
    ),
    polite=listed("bitte | danke | danke schön | dankeschön | vielen dank | bitte schön | bitte sehr | merci"),
    lead=listed(
        "der | die | das | den | dem | für | am | um | ab | es ist | das ist | es sind | nur | bloß | wir sind | "
        "wir kommen | ich möchte | ich hätte gern | ich hätte gerne | ich nehme | ich will | ich bin | sagen wir | "
        "also | ok | okay | hallo | guten tag | grüezi | mit | ins | im | meine e-mail ist | meine nummer ist | "
        "meine e-mail-adresse ist"
    ),
    control=table(
        {
            "cancel": "abbrechen | abbruch | brich ab | brechen sie ab | vergiss es | vergessen sie es | lass es | "
            "lassen wir das | stornieren | beenden",
            "stop": "stop | stopp | halt | aufhören | hör auf | hören sie auf",
            "question": "hilfe | hilf mir | helfen sie mir | ich brauche hilfe | frage | eine frage | "
            "ich habe eine frage",
            "handoff": "ein mensch | mensch | eine person | person | mitarbeiter | ein mitarbeiter | mitarbeiterin | "
            "eine mitarbeiterin | einen menschen | einen mitarbeiter | jemand | ein richtiger mensch | "
            "mit einem menschen sprechen | mit jemandem sprechen | mit einem mitarbeiter sprechen | "
            "ich möchte mit einem menschen sprechen | ich will mit einem menschen sprechen | "
            "ich möchte mit jemandem sprechen | ich möchte mit einem mitarbeiter sprechen",
            "repeat": "nochmal | noch mal | noch einmal | nochmals | wiederholen | wiederhole | wiederhole das | "
            "wiederholen sie | wiederholen sie das | bitte wiederholen | wie bitte",
            "skip": "überspringen | überspring das | überspringe | auslassen | weiter | weglassen",
            "back": "zurück | geh zurück | gehen sie zurück | einen schritt zurück | vorherige frage",
            "mute": "abmelden | abbestellen | austragen | schreib mir nicht mehr | schreiben sie mir nicht mehr | "
            "nicht mehr schreiben | keine nachrichten mehr",
        }
    ),
    courtesy=table(
        {
            "thanks": "danke | danke dir | danke ihnen | ich danke | ich danke ihnen | danke schön | dankeschön | "
            "danke sehr | danke vielmals | danke vielmal | merci | merci vielmal | merci vielmals | vielen dank | "
            "vielen lieben dank | herzlichen dank | besten dank | tausend dank | lieben dank | "
            "danke für die hilfe | danke für ihre hilfe | danke für deine hilfe | vielen dank für ihre hilfe | "
            "vielen dank für die hilfe | thanks | thx | 👍 | 🙏 | ❤️ | 💚 | 💙 | 🫶 | 👌 | 🤝",
            "greeting": "hallo | hallo zusammen | hallöchen | hi | hey | hello | hoi | sali | salü | grüezi | "
            "grüezi mitenand | grüessech | grüß gott | grüss gott | servus | moin | moin moin | guten tag | "
            "guten morgen | schönen guten tag | schönen guten morgen | guten abend | schönen guten abend | "
            "wie geht's | wie geht es ihnen | wie geht es dir | 👋",
            "farewell": "tschüss | tschüß | tschau | ciao | ade | adieu | auf wiedersehen | wiedersehen | "
            "auf wiederhören | uf widerluege | bis bald | bis dann | bis später | bis morgen | mach's gut | "
            "machen sie's gut | gute nacht | schönen tag | schönen tag noch | einen schönen tag | "
            "einen schönen tag noch | ich wünsche ihnen einen schönen tag | schönen abend | schönen abend noch | "
            "schönes wochenende | bye",
            None: "ok | okay | super | toll | prima | perfekt | wunderbar | gut | alles klar | und | auch | ja",
        }
    ),
    negations=("nicht", "kein", "keine", "keinen", "keinem", "keiner", "ohne", "ausser", "nie", "weder", "statt"),
    late_negations=("nicht",),
    turns=("sondern", "aber", "lieber", "dafur"),
    joints=listed(
        "wir | ich | es | sind | und | um | für | bis | oder | in | mit | ab | von | bitte | falls | dann | "
        "gegen | zu | an | kommen | "
        "reisen | anreisen"
    ),
    numbers=counted(
        "null, eins, zwei | zwo | zu zweit, drei | zu dritt, "
        "vier | zu viert, fünf | zu fünft, sechs | zu sechst, sieben, acht, neun, zehn, elf, zwölf, dreizehn, "
        "vierzehn, fünfzehn, sechzehn, siebzehn, achtzehn, neunzehn, zwanzig"
    ),
    ones=listed("eine person | ein gast | einen gast | eine nacht | ein zimmer | einem gast"),
    articles=table({1: "ein | eine | einen | einem | einer | eines"}),
    beyond=listed("dreißig | vierzig | fünfzig | sechzig | siebzig | achtzig | neunzig | hundert | dutzend"),
    scales=table({1000: "tausend", 1000000: "million | millionen"}),
    alternatives=listed("oder | oder vielleicht | beziehungsweise | bzw | /"),
    spans=listed("bis | - | – | — | /"),
    between=listed("zwischen"),
    ands=listed("und"),
    additions=listed("und | plus | + | & | sowie"),
    withs=listed("mit"),
    minors=listed(
        "kind | kinder | kindern | baby | babys | kleinkind | kleinkinder | kleinkindern | säugling | säuglinge | "
        "jugendliche | jugendlicher | jugendlichen"
    ),
    apart=listed(
        "nacht | nächte | nächten | übernachtung | übernachtungen | tag | tage | tagen | woche | wochen | monat | "
        "monate | monaten | jahr | jahre | jahren | stunde | stunden | minute | minuten | zimmer | zimmern | "
        "tisch | tische | tischen | bett | betten | km | kilometer | prozent"
    ),
    limits=listed(
        "mindestens | wenigstens | höchstens | maximal | minimal | mehr als | weniger als | bis zu | über | unter | "
        "max | min"
    ),
    open_ends=listed("oder mehr | oder weniger | oder so | + | plus"),
    days=table(
        {
            0: "heute | heute abend | heute morgen | heute früh | heute mittag | heute nachmittag | heute nacht",
            1: "morgen | morgen früh | morgen abend | morgen mittag | morgen nachmittag | morgen vormittag",
            2: "übermorgen | uebermorgen",
            -1: "gestern | gestern abend | gestern morgen",
            -2: "vorgestern",
            None: "guten morgen | am morgen | am nächsten morgen | jeden morgen | schönen guten morgen",
        }
    ),
    weekdays=counted("montag, dienstag, mittwoch, donnerstag, freitag, samstag | sonnabend, sonntag"),
    short_weekdays=counted("mo, di, mi, do, fr, sa, so"),
    coming=listed(
        "nächsten | nächster | nächste | nächstes | kommenden | kommender | kommende | diesen | dieser | "
        "am nächsten | "
        "am kommenden | den nächsten"
    ),
    gone=listed("letzten | letzter | vergangenen | vergangener | vorigen | am letzten"),
    every=listed("jeden | jeder"),
    weeks=listed("nächste woche | nächster woche | woche | in einer woche | übernächste woche | übernächsten"),
    on=listed("am | ab | bis | für | für den | vom | seit"),
    months=counted(
        "januar | jänner | jan, februar | feber | feb, märz | maerz | mär | mrz, april | apr, mai, juni | jun, "
        "juli | jul, august | aug, september | sep | sept, oktober | okt, november | nov, dezember | dez",
        start=1,
    ),
    ordinals=counted(
        "ersten | erster | erste, zweiten | zweiter | zweite, dritten | dritter | dritte, vierten | vierter | "
        "vierte, "
        "fünften | fünfter | fünfte, sechsten | sechster | sechste, siebten | siebter | siebte, "
        "achten | achter | achte, neunten | neunter | neunte, zehnten | zehnter | zehnte, "
        "elften | elfter | elfte, zwölften | zwölfter | zwölfte",
        start=1,
    ),
    ordinal_signs=(".", "ten", "ter", "te", "sten"),
    day_articles=listed("am | der | den | dem | zum | vom | ab dem | bis zum | auf den | für den"),
    has_plain_days=True,
    has_dotted_days=True,
    till=listed("bis | bis zum | - | – | —"),
    of=listed(", | des"),
    ahead=listed("in"),
    ago_before=listed("vor"),
    units=table({1: "tag | tage | tagen", 7: "woche | wochen"}),
    at=listed("um | gegen | ab | so um | so gegen | um etwa | um ungefähr"),
    hour_marks=listed("uhr | h"),
    halves=table(
        {
            "am": "morgens | vormittags | früh | am morgen | am vormittag | in der früh",
            "pm": "mittags | nachmittags | abends | am nachmittag | am abend",
            "night": "nachts | in der nacht",
        }
    ),
    clock=table({"12:00": "mittag | am mittag | mittags", "00:00": "mitternacht | um mitternacht"}),
    minutes_before=table({-30: "halb", 15: "viertel nach", -15: "viertel vor | dreiviertel | drei viertel"}),
)
