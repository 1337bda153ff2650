"""The words that the rules on phrases are made of: names of machines, orders, and what may stand between two words.

All are regular expressions on folded text (lower case, no accents). Every repetition has an upper bound, so that the
time of a search grows with the text and with nothing else.
"""

GAP = r"[^\w.!?]{1,8}"
"""Between two words: blanks, quotes, commas, the end of a line; not the end of a sentence."""

FAR = r"[^.!?]{0,60}?"
"""A few words of the same sentence."""

_JOBS = [
    "sales",
    "shop",
    "store",
    "teaching",
    "legal",
    "medical",
    "administrative",
    "personal",
    "dental",
    "executive",
    "retail",
    "research",
    "care",
    "nursing",
    "laboratory",
    "management",
    "office",
    "project",
    "human",
    "line",
    "classroom",
    "flight",
    "production",
]
_TITLES = "manager|managers|professor|professors|director|directors|editor|secretary|coach|nurse|principal|buyer|store|to the|to our"
_METIERS = (
    "maternel|maternels|maternelle|maternelles|social|sociaux|sociale|sociales|juridique|juridiques|administratif|administratifs|"
    "administrative|administratives|dentaire|dentaires|de direction|commercial|commerciaux|medical|medicaux|familial|familiaux|"
    "parlementaire|parlementaires|de vie|d'education|technique|techniques|comptable|comptables|rh"
)

HELPERS = "".join(rf"(?<!{job}\x20)" for job in _JOBS) + rf"assistants?(?! (?:{_TITLES}|{_METIERS})\b)"
"""Assistants that may be people or programs."""

_KINDS = (
    "ai|ai powered|virtual|automated|automatic|automating|digital|chat|voice|smart|intelligent|conversational|llm|gpt|language model|"
    "large language model|generative|generative ai|machine|artificial|machine learning|autonomous|answering|answer|rag|retrieval"
)
_THINGS = (
    "assistants?|agents?|systems?|bots?|models?|tools?|helpers?|readers?|crawlers?|engines?|summari[sz]ers?|software|programs?|copilots?"
)
_SORTES = "virtuel(?:le)?s?|automatiques?|automatise(?:e)?s?|conversationnel(?:le)?s?|numeriques?|vocal|vocaux|intelligents?|ia|d'ia|d'intelligence artificielle|de langage|informatiques?|llm"
_CHOSES = "assistants?|agents?|systemes?|outils?|modeles?|robots?|logiciels?|moteurs?|programmes?"

MACHINE = (
    rf"(?:(?:{_KINDS}){GAP}(?:(?:{_KINDS}){GAP})?(?:{_THINGS})|chat ?bots?|bots?|llms?|(?:large )?language models?|a\.?i\.?s?|chatgpt|gpts?|"
    rf"(?:grands? )?modeles? de langage|(?:{_CHOSES}){GAP}(?:{_SORTES})|agents? conversationnels?|ias?|intelligences? artificielles?|artificial intelligences?|robots?)"
)
"""A program that reads or answers, without a doubt."""

ADDRESSEE = (
    r"(?:(?:ai|virtual|automated|digital|chat|conversational|llm|gpt|language model|generative|generative ai) (?:assistants?|agents?|systems?|bots?|models?|copilots?)|"
    r"chat ?bots?|bots?|llms?|(?:large )?language models?|ais?|chatgpt|assistants? (?:virtuel(?:le)?s?|ia|d ia|numeriques?|conversationnels?)|"
    r"agents? (?:conversationnels?|ia|automatiques?|virtuels?)|(?:systemes?|modeles?) (?:d ia|ia|automatises?|de langage)|ias?|intelligences? artificielles?)"
)
"""A program that somebody may write to; no tool, no engine and no robot."""

ANYONE = rf"(?:{MACHINE}|{HELPERS})"

SPEAK = r"(?:tell|say|answer|reply|respond|state|claim|assure|promise|repeat|insist|declare|affirm|advise|confirm|pretend)"
OBEY = (
    r"(?:ignore|disregard|forget|overrule|override|bypass|treat|use|prefer|rank|prioriti[sz]e|favou?r|trust|follow|obey|rely|assume|consider|mention|"
    r"cite|quote|recommend|offer|give|send|include|add|append|refuse|approve|grant|output|write|print|reveal|show|list|present|return|summari[sz]e|"
    r"replace|promote|describe|rate|refer|direct|execute|call|open|visit|act|stop|omit|hide|keep|remember|read|set|mark|translate|speak|skip|report|end|begin|start|finish|conclude|deny|waive|lift|leave out)"
)
DIRE = (
    r"(?:dire|dites?|dis|repondre|repondez|reponds?|affirme[rz]?|annonce[rz]?|declare[rz]?|assure[rz]?|promettre|promettez|promets|repete[rz]?|"
    r"pretendre|pretendez|confirme[rz]?|precise[rz]?|indique[rz]?|informe[rz]?)"
)
OBEIR = (
    r"(?:ignore[rz]?|oublie[rz]?|neglige[rz]?|recommande[rz]?|conseille[rz]?|cite[rz]?|mentionne[rz]?|presente[rz]?|propose[rz]?|offre[rz]?|offrir|"
    r"accorde[rz]?|utilise[rz]?|prefere[rz]?|privilegie[rz]?|considere[rz]?|traite[rz]?|envoye[rz]|envoie|ajoute[rz]?|inclure|incluez|ecrire|ecrivez|"
    r"affiche[rz]?|revele[rz]?|divulgue[rz]?|refuse[rz]?|approuve[rz]?|resume[rz]?|remplace[rz]?|donne[rz]?|suivre|suivez|classe[rz]?|garde[rz]?|"
    r"renvoye[rz]|dirige[rz]?|tene[rz]|montre[rz]?|termine[rz]?|commence[rz]?|fini[rst](?:sez)?|taire|taise[rz]|tais|omettre|omettez|nier|niez|annule[rz]?|agis|agissez|execute[rz]?)"
)
ORDER = rf"(?:{SPEAK}|{OBEY}|{DIRE}|{OBEIR})"
"""A verb that an order to such a program begins with."""

PEOPLE = (
    r"(?:customers?|users?|clients?|buyers?|visitors?|people|anyone|everyone|everybody|shoppers?|callers?|them|him|her|"
    r"utilisat(?:eurs?|rices?)|acheteurs?|visiteurs?|personnes?|lecteurs?|tous|chacun)"
)


def phrase(pattern: str) -> str:
    """The pattern with a blank standing for whatever may stand between two words; a blank with a question mark may be missing."""
    return pattern.replace(" ?", GAP.replace("{1,", "{0,")).replace(" ", GAP)
