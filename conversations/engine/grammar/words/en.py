"""English."""

from conversations.engine.grammar.phrases import counted, listed, table
from conversations.engine.grammar.vocabulary import Words

WORDS = Words(
    answers=table(
        {
            True: "yes | y | yep | yeah | yup | sure | of course | certainly | absolutely | "
            "definitely | ok | okay | correct | right | that's right | that is right | "
            "that's correct | that is correct | looks good | perfect | it is | exactly | true | i do | i am | "
            "go ahead | 👍 | ✅",
            False: "no | n | nope | nah | not at all | no way | wrong | that's wrong | incorrect | "
            "false | that's not right | that is not right | not correct | absolutely not | i don't | i do not | "
            "i'm not | 👎 | ❌",
        }
    ),
    polite=listed("please | pls | thanks | thank you | thx | thank you very much | thanks a lot | sir | madam"),
    lead=listed(
        "the | for | on | at | it's | it is | it's on | just | only | we are | we're | i am | i'm | "
        "i'd like | i would like | i want | make it | let's say | say | ok | okay | hi | hello | "
        "with | there are | there will be | my email is | my number is | i'll take | i take"
    ),
    control=table(
        {
            "cancel": "cancel | cancel it | i want to cancel | i'd like to cancel | cancel that | cancel this | "
            "abort | never mind | nevermind | forget it",
            "stop": "stop | stop it | stop this | stop that",
            "question": "help | help me | i need help | i have a question | question",
            "handoff": "a person | person | human | a human | a real person | real person | operator | "
            "talk to a person | talk to a human | speak to a person | speak to a human | "
            "speak with a person | speak with a human | talk to someone | speak to someone | speak with someone | "
            "i want to talk to a person | i want to talk to a human | "
            "i want to speak to a person | i want to speak to a human | can i talk to a person | "
            "can i speak to a person | can i talk to a human | can i speak to a human",
            "repeat": "again | repeat | repeat that | say that again | say it again | once more | "
            "once again | come again | can you repeat that | could you repeat that | "
            "what did you say",
            "skip": "skip | skip it | skip this question | skip this | skip that | pass",
            "back": "back | go back | previous",
            "mute": "unsubscribe | unsubscribe me | opt out | do not write to me | don't write to me | "
            "stop writing to me | stop messaging me | leave me alone",
        }
    ),
    courtesy=table(
        {
            "thanks": "thanks | thank you | thankyou | thank u | thx | ty | tysm | cheers | thank you so much | "
            "thank you very much | thanks so much | thanks very much | thanks a lot | thanks a million | "
            "many thanks | much appreciated | i appreciate it | thank you kindly | thanks for your help | "
            "thank you for your help | thanks for the help | thank you for everything | thanks for everything | "
            "that's very kind | that is very kind | 👍 | 🙏 | ❤️ | 💚 | 💙 | 🫶 | 👌 | 🤝",
            "greeting": "hello | hello there | hello everyone | hi | hi there | hi everyone | hey | hey there | "
            "hiya | howdy | good morning | good afternoon | good evening | good day | greetings | how are you | "
            "how are you doing | how are you today | how do you do | nice to meet you | 👋",
            "farewell": "bye | bye bye | goodbye | good bye | bye for now | see you | see you soon | "
            "see you later | see you then | see ya | take care | farewell | good night | goodnight | "
            "have a nice day | have a good day | have a great day | have a nice evening | have a good evening | "
            "have a good one | talk to you later | talk to you soon | ttyl | until next time",
            None: "ok | okay | great | perfect | super | wonderful | excellent | alright | all right | cool | "
            "nice | very | again | then | and | so | yes",
        }
    ),
    negations=("not", "no", "never", "without", "except", "nor", "neither", "t", "dont", "isnt", "non"),
    late_negations=("not", "isn", "isnt"),
    turns=("but", "rather"),
    joints=listed(
        "we | i | it | is | and | at | for | to | until | till | or | in | with | from | please | if | then | "
        "around | by"
    ),
    numbers=counted(
        "zero, , two, three, four, five, six, seven, eight, nine, ten, eleven, twelve, thirteen, "
        "fourteen, fifteen, sixteen, seventeen, eighteen, nineteen, twenty"
    ),
    ones=listed("one person | one guest | one adult | one night | one room"),
    articles=table(
        {
            1: "one | a | an",
        }
    ),
    beyond=listed("thirty | forty | fifty | sixty | seventy | eighty | ninety | hundred | hundreds | dozen | dozens"),
    scales=table(
        {
            1000: "thousand",
            1000000: "million",
        }
    ),
    alternatives=listed("or | or maybe | or perhaps | and or | /"),
    spans=listed("to | - | – | — | till | until | through | /"),
    between=listed("between"),
    ands=listed("and"),
    additions=listed("and | plus | + | &"),
    withs=listed("with"),
    minors=listed(
        "child | children | kid | kids | baby | babies | infant | infants | toddler | toddlers | teenager | "
        "teenagers | teen | teens"
    ),
    apart=listed(
        "night | nights | day | days | week | weeks | weekend | weekends | month | months | year | years | hour | "
        "hours | hr | hrs | minute | minutes | min | room | rooms | table | tables | bed | beds | km | miles | "
        "percent"
    ),
    limits=listed(
        "at least | at most | more than | less than | fewer than | up to | over | under | minimum | "
        "maximum | max | min | no more than"
    ),
    open_ends=listed("or more | or less | or fewer | or so | + | plus | and more"),
    days=table(
        {
            0: "today | tonight | this morning | this afternoon | this evening",
            1: "tomorrow | tmrw | tomorrow morning | tomorrow afternoon | tomorrow evening | tomorrow night",
            2: "day after tomorrow | the day after tomorrow | overmorrow",
            -1: "yesterday | yesterday morning | yesterday evening | last night",
            -2: "day before yesterday | the day before yesterday",
            None: "how are you today | doing today",
        }
    ),
    weekdays=counted("monday, tuesday, wednesday, thursday, friday, saturday, sunday"),
    short_weekdays=counted("mon, tue | tues, wed, thu | thur | thurs, fri, sat, sun"),
    coming=listed("next | this | coming | this coming | the coming | this next | the next"),
    gone=listed("last | past | this past | the last"),
    every=listed("every | each | any"),
    weeks=listed("next week | week | in a week | week after | the week after | after next | in two weeks | week on"),
    on=listed("on | from | for | by | until | till | since | to"),
    months=counted(
        "january | jan, february | feb, march | mar, april | apr, may, june | jun, july | jul, "
        "august | aug, september | sep | sept, october | oct, november | nov, december | dec",
        start=1,
    ),
    ordinals=counted(
        "first, second, third, fourth, fifth, sixth, seventh, eighth, ninth, tenth, eleventh, twelfth", start=1
    ),
    ordinal_signs=("st", "nd", "rd", "th"),
    day_articles=listed("the"),
    has_plain_days=False,
    till=listed("to | till | until | through | thru | - | – | —"),
    of=listed("of | ,"),
    has_month_first=True,
    ahead=listed("in"),
    ago_after=listed("ago"),
    units=table(
        {
            1: "day | days",
            7: "week | weeks",
        }
    ),
    at=listed("at | around | about | at around | at about | from | by | @"),
    hour_marks=listed("h"),
    loose_hour_marks=listed("o'clock | oclock"),
    halves=table(
        {
            "am": "am | a.m. | a.m | in the morning",
            "pm": "pm | p.m. | p.m | in the afternoon | in the evening",
            "night": "at night | tonight",
        }
    ),
    clock=table(
        {
            "12:00": "noon | midday | 12 noon",
            "00:00": "midnight | 12 midnight",
        }
    ),
    minutes_before=table(
        {
            30: "half past | half",
            15: "quarter past | a quarter past",
            -15: "quarter to | a quarter to",
        }
    ),
)
