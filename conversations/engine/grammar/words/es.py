"""Spanish."""

from conversations.engine.grammar.phrases import counted, listed, table
from conversations.engine.grammar.vocabulary import Words

WORDS = Words(
    answers=table(
        {
            True: "sí | s | claro | claro que sí | sí claro | por supuesto | correcto | exacto | exactamente | "
            "vale | "
            "de acuerdo | ok | okay | así es | es correcto | está bien | perfecto | eso es | verdadero | 👍 | ✅",
            False: "no | n | para nada | incorrecto | falso | no es correcto | no está bien | de ninguna manera | "
            "en absoluto | claro que no | 👎 | ❌",
        }
    ),
    polite=listed("por favor | porfa | porfavor | gracias | muchas gracias"),
    lead=listed(
        "el | la | los | las | para | en | es | es el | es para | son | somos | seremos | seríamos | quiero | "
        "quisiera | "
        "me gustaría | solo | sólo | solamente | digamos | ok | hola | con | a | mi correo es | mi email es | "
        "mi número es | mi teléfono es"
    ),
    control=table(
        {
            "cancel": "cancelar | cancela | cancele | cancélalo | anular | anula | olvídalo | olvídelo | "
            "déjalo | déjelo",
            "stop": "stop | alto | parar | para | pare | detener | detente | basta",
            "question": "ayuda | ayúdame | ayúdeme | necesito ayuda | pregunta | una pregunta | tengo una pregunta | "
            "tengo una duda",
            "handoff": "una persona | persona | un humano | humano | una persona real | un agente | agente | "
            "un operador | operador | alguien | hablar con una persona | hablar con alguien | hablar con un humano | "
            "hablar con un agente | quiero hablar con una persona | quiero hablar con alguien | "
            "quisiera hablar con una persona | quisiera hablar con alguien",
            "repeat": "otra vez | de nuevo | repite | repita | repetir | una vez más | puedes repetir | "
            "puede repetir | "
            "nuevamente",
            "skip": "saltar | salta | saltear | omitir | omite | pasar | paso | siguiente",
            "back": "atrás | volver | vuelve | volver atrás | regresar | anterior",
            "mute": "darme de baja | dar de baja | baja | cancelar suscripción | cancelar la suscripción | "
            "desuscribirme | no me escribas | no me escribas más | no me escriba más | no me escriban más",
        }
    ),
    courtesy=table(
        {
            "thanks": "gracias | muchas gracias | muchísimas gracias | mil gracias | un millón de gracias | "
            "gracias por todo | gracias por su ayuda | gracias por tu ayuda | muchas gracias por su ayuda | "
            "muchas gracias por tu ayuda | te lo agradezco | se lo agradezco | muy amable | es muy amable | "
            "thanks | thx | 👍 | 🙏 | ❤️ | 💚 | 💙 | 🫶 | 👌 | 🤝",
            "greeting": "hola | hola a todos | holi | buenas | muy buenas | buenos días | buen día | "
            "buenas tardes | buenas noches | saludos | hello | hi | hey | qué tal | cómo está | cómo estás | "
            "cómo están | encantado | encantada | 👋",
            "farewell": "adiós | chao | chau | ciao | bye | hasta luego | hasta pronto | hasta la vista | "
            "hasta mañana | hasta la próxima | nos vemos | que tenga un buen día | que tengas un buen día | "
            "que le vaya bien | que te vaya bien | buen fin de semana",
            None: "ok | okay | vale | perfecto | genial | estupendo | muy bien | de acuerdo | y | sí",
        }
    ),
    negations=("no", "sin", "excepto", "salvo", "nunca", "ni", "tampoco"),
    late_negations=("no",),
    turns=("sino", "pero", "mejor"),
    joints=listed(
        "somos | seremos | es | y | a | para | hasta | o | en | con | de | desde | si | por favor | gracias | sobre"
    ),
    numbers=counted(
        "cero, , dos, tres, cuatro, cinco, seis, siete, ocho, nueve, diez, once, doce, "
        "trece, catorce, quince, dieciséis, diecisiete, dieciocho, diecinueve, veinte"
    ),
    ones=listed("una persona | un adulto | una noche | una habitación"),
    articles=table({1: "un | uno | una"}),
    beyond=listed(
        "treinta | cuarenta | cincuenta | sesenta | setenta | ochenta | noventa | cien | ciento | doscientos | "
        "docena | docenas"
    ),
    scales=table({1000: "mil", 1000000: "millón | millones"}),
    alternatives=listed("o | ó | u | o bien | o quizás | o tal vez | /"),
    spans=listed("a | - | – | — | hasta | /"),
    between=listed("entre"),
    ands=listed("y"),
    additions=listed("y | e | más | + | &"),
    withs=listed("con"),
    minors=listed(
        "niño | niña | niños | niñas | bebé | bebés | hijo | hija | hijos | hijas | menor | menores | "
        "adolescente | adolescentes"
    ),
    apart=listed(
        "noche | noches | día | días | semana | semanas | mes | meses | año | años | hora | horas | minuto | "
        "minutos | habitación | habitaciones | mesa | mesas | cama | camas | km"
    ),
    limits=listed(
        "al menos | por lo menos | como mínimo | como máximo | más de | menos de | hasta | máximo | mínimo | "
        "a lo sumo | no más de"
    ),
    open_ends=listed("o más | o menos | + | como mínimo | como máximo"),
    days=table(
        {
            0: "hoy | esta noche | esta tarde | esta mañana | hoy mismo",
            1: "mañana | mañana por la mañana | mañana por la tarde | mañana por la noche | mañana mismo",
            2: "pasado mañana",
            -1: "ayer | anoche | ayer por la tarde",
            -2: "anteayer | antes de ayer | antier",
            None: "por la mañana | de la mañana | en la mañana | cada mañana | una mañana",
        }
    ),
    weekdays=counted("lunes, martes, miércoles, jueves, viernes, sábado, domingo"),
    short_weekdays=counted("lun, , mié, jue, vie, sáb, dom"),
    coming=listed("próximo | el próximo | este | que viene | el que viene"),
    gone=listed("pasado | el pasado | último | el último"),
    every=listed("cada | todos los"),
    weeks=listed(
        "de la próxima semana | la próxima semana | próxima semana | de la semana que viene | la semana que viene | "
        "semana que viene"
    ),
    on=listed("el | para el | desde el | hasta el"),
    months=counted(
        "enero | ene, febrero | feb, marzo, abril | abr, mayo, junio | jun, julio | jul, agosto | ago, "
        "septiembre | setiembre | sept, octubre | oct, noviembre | nov, diciembre | dic",
        start=1,
    ),
    ordinals=counted("primero | primer", start=1),
    ordinal_signs=("o", "º", "°", "er", "ro"),
    day_articles=listed("el | el día | día | al | del | para el | desde el | hasta el"),
    has_plain_days=True,
    till=listed("al | a | hasta | hasta el | - | – | —"),
    of=listed("de | del | ,"),
    ahead=listed("en | dentro de"),
    ago_before=listed("hace"),
    units=table({1: "día | días", 7: "semana | semanas"}),
    at=listed("a las | a la | a eso de las | hacia las | sobre las | desde las | las"),
    hour_marks=listed("h"),
    spoken_hour_marks=listed("horas | hrs | hs"),
    halves=table(
        {
            "am": "am | a.m. | a. m. | de la mañana | de la madrugada",
            "pm": "pm | p.m. | p. m. | de la tarde",
            "night": "de la noche",
        }
    ),
    clock=table({"12:00": "mediodía | al mediodía", "00:00": "medianoche | a medianoche"}),
    minutes_after=table({30: "y media", 15: "y cuarto", -15: "menos cuarto"}),
)
