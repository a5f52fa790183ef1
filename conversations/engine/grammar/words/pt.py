"""Portuguese."""

from conversations.engine.grammar.phrases import counted, listed, table
from conversations.engine.grammar.vocabulary import Words

WORDS = Words(
    answers=table(
        {
            True: "sim | s | claro | com certeza | certo | correto | correcto | exato | exatamente | isso | "
            "isso mesmo | "
            "ok | okay | está certo | está correto | tá certo | tá bom | perfeito | beleza | verdadeiro | 👍 | ✅",
            False: "não | n | de jeito nenhum | errado | incorreto | falso | está errado | não está certo | "
            "não está correto | claro que não | nada disso | 👎 | ❌",
        }
    ),
    polite=listed(
        "por favor | pfv | obrigado | obrigada | muito obrigado | muito obrigada | faz favor | se faz favor | valeu"
    ),
    lead=listed(
        "o | a | os | as | para | em | no | na | é | é o | é para | são | somos | seremos | seríamos | quero | "
        "queria | "
        "gostaria | só | apenas | somente | digamos | ok | olá | oi | com | meu e-mail é | meu email é | "
        "o meu e-mail é | "
        "meu número é | o meu número é | meu telefone é"
    ),
    control=table(
        {
            "cancel": "cancelar | cancela | cancele | esquece | esqueça | deixa pra lá | deixa para lá | "
            "desistir | desisto",
            "stop": "parar | pare | para | stop | chega",
            "question": "ajuda | ajude-me | me ajude | me ajuda | preciso de ajuda | socorro | dúvida | "
            "tenho uma dúvida | pergunta | uma pergunta | tenho uma pergunta",
            "handoff": "uma pessoa | pessoa | um humano | humano | uma pessoa real | atendente | um atendente | "
            "operador | um operador | alguém | falar com uma pessoa | falar com um atendente | falar com alguém | "
            "falar com um humano | quero falar com uma pessoa | quero falar com um atendente | "
            "quero falar com alguém | quero falar com um humano | gostaria de falar com uma pessoa",
            "repeat": "de novo | novamente | repete | repetir | repita | outra vez | mais uma vez | pode repetir",
            "skip": "pular | pula | pule | saltar | ignorar | passar | passa | próxima pergunta",
            "back": "voltar | volta | volte | voltar atrás | anterior | para trás",
            "mute": "descadastrar | desinscrever | cancelar inscrição | cancelar a inscrição | cancelar subscrição | "
            "sair da lista | não me escreva | não me escreva mais | não me escrevam mais | não me mande mensagens",
        }
    ),
    courtesy=table(
        {
            "thanks": "obrigado | obrigada | muito obrigado | muito obrigada | muitíssimo obrigado | "
            "muitíssimo obrigada | obrigadão | brigado | brigada | obg | valeu | agradeço | agradecido | "
            "agradecida | grato | grata | muito grato | muito grata | mil obrigados | obrigado por tudo | "
            "obrigada por tudo | obrigado pela ajuda | obrigada pela ajuda | muito obrigado pela ajuda | "
            "muito obrigada pela ajuda | thanks | thx | 👍 | 🙏 | ❤️ | 💚 | 💙 | 🫶 | 👌 | 🤝",
            "greeting": "olá | oi | oie | olá a todos | alô | bom dia | boa tarde | boa noite | e aí | opa | "
            "hello | hi | hey | tudo bem ? | tudo bom ? | como está | como vai | como você está | prazer | 👋",
            "farewell": "tchau | tchauzinho | adeus | até logo | até já | até breve | até mais | até mais tarde | "
            "até amanhã | até à próxima | até a próxima | bye | ciao | fique bem | tenha um bom dia | "
            "tenha um ótimo dia | um bom dia para você | bom fim de semana | boa continuação",
            None: "ok | okay | ótimo | perfeito | certo | beleza | muito bem | excelente | e | sim | então",
        }
    ),
    negations=("nao", "sem", "exceto", "nunca", "nem", "menos"),
    late_negations=("nao",),
    turns=("mas", "sim"),
    joints=listed(
        "somos | seremos | é | e | a | às | para | até | ou | em | com | de | desde | se | por favor | obrigado | "
        "obrigada"
    ),
    numbers=counted(
        "zero, , dois | duas, três, quatro, cinco, seis, sete, oito, nove, dez, onze, doze, "
        "treze, catorze | quatorze, quinze, dezesseis | dezasseis, dezessete | dezassete, dezoito, "
        "dezenove | dezanove, vinte"
    ),
    ones=listed("uma pessoa | um adulto | uma noite | um quarto"),
    articles=table({1: "um | uma"}),
    beyond=listed(
        "trinta | quarenta | cinquenta | sessenta | setenta | oitenta | noventa | cem | cento | duzentos | "
        "dúzia | dúzias"
    ),
    scales=table({1000: "mil", 1000000: "milhão | milhões"}),
    alternatives=listed("ou | ou talvez | ou então | /"),
    spans=listed("a | - | – | — | até | /"),
    between=listed("entre"),
    ands=listed("e"),
    additions=listed("e | mais | + | &"),
    withs=listed("com"),
    minors=listed(
        "criança | crianças | bebé | bebê | bebés | bebês | filho | filha | filhos | filhas | menor | menores | "
        "adolescente | adolescentes"
    ),
    apart=listed(
        "noite | noites | dia | dias | semana | semanas | mês | meses | ano | anos | hora | horas | minuto | "
        "minutos | quarto | quartos | mesa | mesas | cama | camas | km"
    ),
    limits=listed(
        "pelo menos | no mínimo | no máximo | mais de | menos de | mais do que | até | máximo | mínimo | ao menos"
    ),
    open_ends=listed("ou mais | ou menos | + | no mínimo | no máximo"),
    days=table(
        {
            0: "hoje | hoje à noite | hoje de manhã | hoje à tarde | esta noite",
            1: "amanhã | amanhã de manhã | amanhã à tarde | amanhã à noite",
            2: "depois de amanhã",
            -1: "ontem | ontem à noite",
            -2: "anteontem",
        }
    ),
    weekdays=counted(
        "segunda-feira | segunda feira, terça-feira | terça feira, quarta-feira | quarta feira, "
        "quinta-feira | quinta feira, sexta-feira | sexta feira, sábado, domingo"
    ),
    short_weekdays=counted("segunda | seg, terça | ter, quarta | qua, quinta | qui, sexta | sex, sáb, dom"),
    coming=listed(
        "próxima | próximo | na próxima | no próximo | a próxima | o próximo | esta | este | nesta | neste | essa | "
        "que vem"
    ),
    gone=listed("passada | passado | última | último | na última | no último"),
    every=listed("cada | toda | todo | todas as | todos os"),
    weeks=listed(
        "da próxima semana | na próxima semana | próxima semana | da semana que vem | na semana que vem | "
        "semana que vem"
    ),
    on=listed("na | no | para | até | desde | até a | para a"),
    months=counted(
        "janeiro | jan, fevereiro | fev, março | mar, abril | abr, maio | mai, junho | jun, julho | "
        "jul, agosto | ago, "
        "setembro | set, outubro | out, novembro | nov, dezembro | dez",
        start=1,
    ),
    ordinals=counted("primeiro", start=1),
    ordinal_signs=("o", "º", "°"),
    day_articles=listed("dia | o dia | no dia | ao dia | do dia | para o dia | para dia | até o dia"),
    has_plain_days=True,
    till=listed("a | ao | até | até o | - | – | —"),
    of=listed("de | do | ,"),
    ahead=listed("em | daqui a | dentro de"),
    ago_before=listed("há"),
    ago_after=listed("atrás"),
    units=table({1: "dia | dias", 7: "semana | semanas"}),
    at=listed("às | as | pelas | por volta das | lá pelas | a partir das | para as"),
    hour_marks=listed("h"),
    spoken_hour_marks=listed("horas | hora | hs"),
    halves=table(
        {
            "am": "da manhã | da madrugada",
            "pm": "da tarde",
            "night": "da noite",
        }
    ),
    clock=table(
        {
            "12:00": "meio-dia | meio dia | ao meio-dia",
            "12:30": "meio-dia e meia | meio dia e meia",
            "00:00": "meia-noite | meia noite | à meia-noite",
        }
    ),
    minutes_after=table({30: "e meia", 15: "e quinze | e um quarto"}),
)
