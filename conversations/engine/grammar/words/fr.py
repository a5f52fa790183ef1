"""French."""

from conversations.engine.grammar.phrases import counted, listed, table
from conversations.engine.grammar.vocabulary import Words

WORDS = Words(
    answers=table(
        {
            True: "oui | o | ouais | si | bien sûr | d'accord | exact | exactement | c'est ça | c'est exact | "
            "c'est correct | c'est juste | c'est bon | correct | juste | ok | okay | parfait | tout à fait | "
            "volontiers | absolument | certainement | vrai | 👍 | ✅",
            False: "non | n | nan | pas du tout | faux | c'est faux | incorrect | pas d'accord | absolument pas | "
            "ce n'est pas correct | ce n'est pas juste | ce n'est pas ça | surtout pas | 👎 | ❌",
        }
    ),
    polite=listed(
        "s'il vous plaît | s'il vous plait | s'il te plaît | s'il te plait | svp | stp | merci | merci beaucoup | "
        "merci bien"
    ),
    lead=listed(
        "le | la | les | l' | pour | à | au | c'est | c'est le | c'est pour | ce sera | ce serait | nous sommes | "
        "nous serons | on est | on sera | je voudrais | j'aimerais | je veux | je prends | seulement | juste | "
        "disons | "
        "ok | bonjour | avec | vers | il y a | il y aura | mon e-mail est | mon email est | mon adresse est | "
        "mon numéro est"
    ),
    control=table(
        {
            "cancel": "annuler | annule | annulez | annule ça | annulez ça | laisse tomber | laissez tomber | "
            "abandonner | abandonne | oublie | oubliez | oublie ça | oubliez ça",
            "stop": "stop | arrête | arrêtez | arrêter | arrête ça | arrêtez ça | stoppez",
            "question": "aide | à l'aide | aidez-moi | aide-moi | besoin d'aide | j'ai besoin d'aide | question | "
            "une question | j'ai une question",
            "handoff": "une personne | personne | un humain | humain | une vraie personne | un conseiller | "
            "un opérateur | opérateur | quelqu'un | parler à une personne | parler à quelqu'un | "
            "parler à un humain | "
            "parler à un conseiller | je veux parler à une personne | je veux parler à quelqu'un | "
            "je voudrais parler à une personne | je voudrais parler à quelqu'un | "
            "j'aimerais parler à une personne | j'aimerais parler à quelqu'un",
            "repeat": "encore | encore une fois | répète | répétez | répéter | à nouveau | de nouveau | redis | "
            "redites | "
            "peux-tu répéter | pouvez-vous répéter | pardon",
            "skip": "passer | passe | passez | sauter | saute | ignorer | suivant | question suivante",
            "back": "retour | revenir | reviens | en arrière | revenir en arrière | précédent | question précédente",
            "mute": "désabonner | me désabonner | désabonnez-moi | désabonnement | désinscrire | me désinscrire | "
            "désinscription | ne m'écrivez plus | ne m'écris plus",
        }
    ),
    courtesy=table(
        {
            "thanks": "merci | merci beaucoup | merci bien | merci infiniment | merci mille fois | mille mercis | "
            "mille fois merci | grand merci | un grand merci | merci à vous | merci à toi | je vous remercie | "
            "je te remercie | merci pour votre aide | merci pour ton aide | merci de votre aide | "
            "merci pour tout | merci d'avance | c'est gentil | c'est très gentil | thanks | thx | 👍 | 🙏 | ❤️ | "
            "💚 | 💙 | 🫶 | 👌 | 🤝",
            "greeting": "bonjour | bonjour à tous | bonsoir | salut | coucou | allô | hello | hi | hey | "
            "rebonjour | bien le bonjour | comment allez-vous | comment vas-tu | comment ça va | ça va ? | "
            "enchanté | enchantée | 👋",
            "farewell": "au revoir | aurevoir | à bientôt | à plus tard | à plus | à tout à l'heure | "
            "à la prochaine | à demain | adieu | ciao | bye | bonne journée | bonne fin de journée | "
            "bonne soirée | bonne nuit | bon week-end | bonne continuation | je vous souhaite une bonne journée",
            None: "ok | okay | super | parfait | très bien | génial | d'accord | et | oui | monsieur | madame",
        }
    ),
    negations=("pas", "non", "sans", "sauf", "ni", "jamais", "aucun", "aucune", "hormis"),
    late_negations=("pas",),
    turns=("mais", "plutot"),
    joints=listed(
        "nous | on | je | il | et | à | pour | au | jusqu'au | ou | en | avec | de | dès | si | puis | vers | "
        "s'il vous plaît | svp | merci"
    ),
    numbers=counted(
        "zéro, , deux, trois, quatre, cinq, six, sept, huit, , dix, onze, douze, "
        "treize, quatorze, quinze, seize, dix-sept, dix-huit, dix-neuf, vingt"
    ),
    ones=listed("une personne | un adulte | une nuit | une chambre"),
    articles=table({1: "un | une", 9: "neuf"}),
    beyond=listed(
        "trente | quarante | cinquante | soixante | quatre-vingt | quatre-vingts | cent | cents | douzaine | dizaine"
    ),
    scales=table({1000: "mille", 1000000: "million | millions"}),
    alternatives=listed("ou | ou bien | ou peut-être | voire | /"),
    spans=listed("à | - | – | — | au | /"),
    between=listed("entre"),
    ands=listed("et"),
    additions=listed("et | plus | + | & | ainsi que"),
    withs=listed("avec"),
    minors=listed("enfant | enfants | bébé | bébés | ado | ados | adolescent | adolescents | nourrisson | nourrissons"),
    apart=listed(
        "nuit | nuits | nuitée | nuitées | jour | jours | journée | journées | semaine | semaines | mois | an | "
        "ans | année | années | heure | heures | minute | minutes | chambre | chambres | table | tables | lit | "
        "lits | km | pourcent"
    ),
    limits=listed(
        "au moins | au plus | plus de | moins de | jusqu'à | au maximum | au minimum | maximum | minimum | max | min"
    ),
    open_ends=listed("ou plus | ou moins | et plus | + | maximum | minimum"),
    days=table(
        {
            0: "aujourd'hui | ce soir | ce matin | cet après-midi | cette nuit",
            1: "demain | demain matin | demain soir | demain après-midi | demain midi",
            2: "après-demain | après demain",
            -1: "hier | hier soir | hier matin",
            -2: "avant-hier | avant hier",
        }
    ),
    weekdays=counted("lundi, mardi, mercredi, jeudi, vendredi, samedi, dimanche"),
    short_weekdays=counted("lun, mar, mer, jeu, ven, sam, dim"),
    coming=listed("ce | prochain | qui vient | ce prochain | le prochain"),
    gone=listed("dernier | passé | le dernier"),
    every=listed("chaque | tous les"),
    weeks=listed("la semaine prochaine | de la semaine prochaine | semaine prochaine | en huit | en quinze"),
    on=listed("le | pour le | dès | depuis | jusqu'à"),
    months=counted(
        "janvier | janv, février | févr, mars, avril | avr, mai, juin, juillet | juil, août, septembre | sept, "
        "octobre | oct, novembre | nov, décembre | déc",
        start=1,
    ),
    ordinals=counted("premier | 1er", start=1),
    ordinal_signs=("er", "e", "ere", "eme"),
    day_articles=listed("le | l' | au | du | dès le | à partir du | pour le | jusqu'au"),
    has_plain_days=True,
    till=listed("au | à | jusqu'au | - | – | —"),
    of=listed("de | du mois de | ,"),
    ahead=listed("dans"),
    ago_before=listed("il y a"),
    units=table({1: "jour | jours", 7: "semaine | semaines"}),
    at=listed("à | vers | dès | à partir de | aux environs de"),
    hour_marks=listed("h"),
    spoken_hour_marks=listed("heures | heure"),
    halves=table(
        {
            "am": "du matin | le matin",
            "pm": "de l'après-midi | du soir | le soir | l'après-midi",
        }
    ),
    clock=table({"12:00": "midi", "12:30": "midi et demi | midi et demie", "00:00": "minuit"}),
    minutes_after=table({30: "et demie | et demi | trente", 15: "et quart | quinze", -15: "moins le quart"}),
)
