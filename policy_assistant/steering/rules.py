"""The rules on phrases, in English and French, and the commonest order in a few other languages."""

import re
from dataclasses import dataclass

from policy_assistant.steering.words import ADDRESSEE, ANYONE, DIRE, FAR, MACHINE, OBEIR, OBEY, ORDER, PEOPLE, SPEAK, phrase


@dataclass(frozen=True, slots=True)
class Rule:
    """A pattern for folded text, its points, and parts of words of which a text must hold one to be searched at all.

    Without such parts the pattern names a machine, and is searched where `MENTION` is found.
    """

    points: int
    needs: tuple[str, ...]
    pattern: "re.Pattern[str]"


def _rule(points: int, needs: str, *patterns: str) -> Rule:
    whole = "|".join(phrase(pattern) if pattern.startswith((_LINE, _START)) else rf"\b{phrase(pattern)}" for pattern in patterns)
    return Rule(points, tuple(needs.split("|")) if needs else (), re.compile(rf"(?:{whole})(?![^\W_])"))


def _mark(points: int, needs: str, *patterns: str) -> Rule:
    return Rule(points, tuple(needs.split("|")), re.compile("|".join(map(phrase, patterns))))


_LINE = r"(?:^|(?<=\n))[^\w\n]{0,6}"
_START = r"(?:^|(?<=[\n.!?>]))[^\w\n]{0,6}"
"""A line's or a sentence's beginning."""

_IGNORE = (
    r"(?:ignor(?:e|es|ing)|disregard(?:ing)?|forget|overrides?|overrule|bypass|discard|(?:do not|don t|stop|no longer) (?:follow|obey|apply)(?:ing)?|"
    r"set aside)"
)
_ALL = r"(?:(?:all|any|every|each|the|your|these|those|this|that|of|my|its|their|other|such|instead) ){0,4}"
_BEFORE = r"(?:(?:previous|prior|above|earlier|preceding|former|existing|original|initial|foregoing|system|default|past|current)(?: and | or | )){1,2}"
_ORDERS = (
    r"(?:instructions?|prompts?|rules|guidelines?|directions|commands?|context|constraints|directives?|guardrails?|training|programming)"
)

_IGNORER = (
    r"(?:ignore[rz]?|oublie[rz]?|neglige[rz]?|(?:suive[rz]|suis|respecte[rz]?|applique[rz]?|tene[rz]|tiens) (?:pas|plus|aucune?)(?: compte)?(?: des?| du)?|"
    r"fai(?:tes|s|re) abstraction d(?:e|es|u)?|obei(?:s|ssez|r) (?:pas|plus) aux?|obei(?:s|ssez|r) (?:pas|plus) a)"
)
_TOUTES = r"(?:(?:toute?s?|tous|les|vos|tes|ses|l|la|le|ces|cette|de|des|du|autres|ensemble) ){0,5}"
_ORDRES = r"(?:instructions?|consignes?|directives?|regles|prompts?|contexte|ordres|messages?)"
_AVANT = (
    r"(?:precedente?s?|anterieure?s?|initiale?s?|systeme|(?:donnees|recues|ecrites|fournies) (?:avant|plus haut|ci dessus|precedemment)|"
    r"ci dessus|plus haut|qui precedent|d origine)"
)

_BE = r"(?=[^\w]{0,3}(?:$|[.,;:!?)\n]|(?:that|which|and|so|who|designed|trained|created|in|for|from|with|without|now|reading|processing|you|please|then|called|named|whose)\b))"
_ETRE = (
    r"(?=[^\w]{0,3}(?:$|[.,;:!?)\n]|(?:qui|et|alors|donc|charge|concu|entraine|sans|pour|de|vous|tu|utile|ia|virtuel|nomme|appele|dont)\b))"
)
_THIS = r"(?:this|these|the (?:present|following|above|current)|our)"
_CE = r"(?:ce|cet|cette|ces|la presente|le present)"
_MUST = (
    r"(?:must|should|shall|have to|has to|need to|are (?:required|instructed|asked|told|ordered|requested|obliged) to|are to|may only|can only)"
    r"(?: (?:always|never|not|only|also|instead|now|therefore|first)){0,2}"
)
_DOIT = (
    r"(?:doivent|doit|devront|devra|devraient|sont (?:tenue?s|priee?s|invitee?s|chargee?s) de)"
    r"(?: (?:toujours|jamais|egalement|ne|pas|uniquement|seulement|donc)){0,2}"
)
_NOTICE = r"(?:notes?|messages?|informations?|info|instructions?|notice|memo|reminder|attention|important|warning|directives?|guidance|hints?|tips?|words?|remarks?|commands?|requests?)"
_AVIS = r"(?:notes?|messages?|informations?|infos?|instructions?|consignes?|avis|rappel|directives?|attention|mot|remarques?|demandes?|ordres?|destinee?s?)"
_TO = rf"(?:to|for|addressed to|intended for|meant for) (?:all |any |every |the |our |your |future )?{ANYONE}"
_AUX = rf"(?:a l attention |a destination |a l intention )?(?:aux?|a|pour|des?|d|du) (?:l |les |la |le |tous les |toute |tout |un |une )?{ANYONE}"
_FAVOUR = (
    r"(?:ignore|disregard|forget|bypass|overrule|override|prefer|prioriti[sz]e|favou?r|rank|trust|recommend|promote|promise|approve|grant)"
)
_FAVORISER = r"(?:ignorer|oublier|negliger|preferer|privilegier|favoriser|recommander|promettre|approuver|accorder)"
_CALLED = r"(?:to |for |all |pour |aux? |a |les |l )?(?:all |any |every |the |les |tous les |toute? |tout )?"
_AND = r"(?:\w{1,15} (?:and|et|or|ou) (?:all |les |aux? )?)?"
_AND_OTHERS = r"(?: (?:and|et|or|ou) \w{1,15})?"
_ONLY = r"(?: only| uniquement| seulement| exclusivement)?"
_CITE = r"(?:mention|cite|quote|include|treat|reveal|approve|add|mentionne[rz]?|cite[rz]?|inclue[rz]|ajoute[rz]?|traite[rz]?|considere[rz]?|revele[rz]?)"
_THEN = rf"(?:[:,\n]{FAR}\b|[.!][^\w]{{1,4}}(?:please |always |never |do not |only )?){ORDER}"
_UTTER = r"(?:reveal|mention|disclose|repeat|show|tell|share|reference|acknowledge|quote|cite|discuss|expose|report|flag|inform|warn)"
_TAIRE = r"(?:revele[rz]?|mentionne[rz]?|divulgue[rz]?|cite[rz]?|repete[rz]?|montre[rz]?|dites|dis|parle[rz]?|signale[rz]?|informe[rz]?|evoque[rz]?)"
_NEVER = r"(?:do not|don t|never|without|must not|should not)"
_TELL = r"(?:tell|inform|assure|advise|promise|convince)"
_DITES = r"(?:dites|dis|dire|informe[rz]?|annonce[rz]?|affirme[rz]?|assure[rz]?|indique[rz]?|confirme[rz]?|declare[rz]?|repondez|reponds|repondre|promett(?:ez|re)|promets)"
_PERSON = r"(?!.{0,25}?(?:talking|speaking|chatting|interact|communicating|not (?:a )?human|pas (?:un )?(?:etre )?humain|they are|it is a|dialogu|interagi|echange|convers))"
"""What a chatbot must tell by law: that it is none of us."""

MENTION = re.compile(rf"\b{phrase(ANYONE)}(?![^\W_])")
"""An assistant or a machine."""

RULES = (
    # Somebody is addressed.
    _rule(
        2,
        "",
        rf"{_NOTICE} {_TO}(?=[^.!?]{{0,80}}[:,\n]|{FAR} {ORDER}\b)",
        rf"{_AVIS} {_AUX}",
        rf"(?:attention|hey|dear|hello|hi|chers?|bonjour) (?:all |les |tous les )?{ANYONE}[^\w\n]{{0,3}}[,:]",
    ),
    _rule(3, "", rf"{_NOTICE} {_TO}[^.!?:]{{0,60}}{_THEN}", rf"{_AVIS} {_AUX}[^.!?:]{{0,60}}{_THEN}"),
    _rule(
        3,
        "",
        rf"(?:is|are) (?:for|addressed to|meant for|intended for|directed at|written for) (?:all |any )?{ADDRESSEE}[^.!?:]{{0,30}}{_THEN}",
        rf"(?:s adresse(?:nt)?|est destinee?|sont destinee?s|est adressee?) (?:aux?|a|pour) (?:les |l |tous les |toute )?{ADDRESSEE}[^.!?:]{{0,30}}{_THEN}",
        rf"(?:if|when|whenever|should) {_THIS} (?:text|page|document|file|sheet|passage|message) (?:is|be|are|gets) (?:being )?(?:read|processed|parsed|summari[sz]ed|indexed|analy[sz]ed|seen) by (?:an? |any |the )?{MACHINE}",
        rf"(?:si|quand|lorsque) {_CE} (?:texte|page|document|fichier|fiche|passage|message) (?:est|sont) (?:lue?s?|traitee?s?|resumee?s?|analysee?s?|indexee?s?) par (?:une? |l |les |des )?{MACHINE}",
        rf"{ADDRESSEE} (?:are|is) (?:instructed|told|asked|ordered|commanded|requested|directed) to",
        rf"{ADDRESSEE} (?:sont|est) (?:priee?s?|invitee?s?|sommee?s?|chargee?s?) de",
    ),
    _rule(
        2,
        "",
        rf"{_START}{ADDRESSEE} (?:only )?(?:notes?|notice|instructions?|prompt|message|directive|hint)s? ?:",
        rf"{_START}{ADDRESSEE},",
    ),
    _rule(3, "", rf"(?:attention|hey|dear|hello|hi|chers?|bonjour) (?:all |les |tous les )?{ADDRESSEE}[^\w\n]{{0,3}}[,:]"),
    _rule(
        2,
        "",
        rf"{_START}{_CALLED}{_AND}{ANYONE}{_ONLY}{_AND_OTHERS}[^\w\n]{{0,4}}[:,]\W{{0,4}}(?:please |always |never |you must |do not |ne |veuillez )?(?:{ORDER}|this|the following|cette?)",
    ),
    _rule(
        3,
        "",
        rf"{_START}{_CALLED}{_AND}{ADDRESSEE}{_ONLY}{_AND_OTHERS}[^\w\n]{{0,4}}[:,]\W{{0,4}}(?:please |always |never |you must |do not |ne |veuillez )?(?:{SPEAK}|{DIRE}|{_FAVOUR}|{_FAVORISER}|{_CITE})",
    ),
    _rule(
        3,
        "",
        rf"(?:{ANYONE}|whoever) (?:(?:that|which|who|is|are|now|currently) ){{0,2}}(?:read|process|pars|summari[sz]|index|analy[sz]|scann|crawl|ingest)\w{{0,4}} {_THIS}",
        rf"{ANYONE} (?:qui )?(?:lis\w{{0,5}}|lit|traite\w{{0,3}}|traitant|resum\w{{0,4}}|analys\w{{0,4}}|consult\w{{0,4}}|parcour\w{{0,5}}) {_CE}",
    ),
    _rule(
        3,
        "",
        rf"(?:if|when|whenever) (?:an? |any |the |your )?{MACHINE} (?:is|are|gets) (?:asked|queried|prompted|questioned)",
        rf"(?:si|quand|lorsqu|lorsque) (?:une? |l |les |des )?{MACHINE} (?:est|sont) (?:interrogee?s?|sollicitee?s?|questionnee?s?)",
        rf"if you (?:are|re) (?:an? |the |any )?(?:\w{{1,15}} )?{MACHINE}{_BE}",
        rf"as an? (?:\w{{1,15}} )?{MACHINE} (?:language )?(?:model )?you (?:must|should|will|are|have)",
        rf"si (?:vous etes|tu es) (?:un |une |l )?{MACHINE}{_ETRE}",
        rf"en tant que? (?:un )?(?:{MACHINE}|assistant)(?: ia| virtuel)? (?:vous|tu) (?:dev\w{{1,6}}|doi\w{{1,4}}|repon\w{{1,5}}|ne)",
    ),
    # A role is given.
    _rule(
        3,
        "you |you'|tu es|vous etes|vous serez|act|behave|respond|answer|reply|agis|comporte",
        rf"(?<!if\x20)(?<!when\x20)(?<!whether\x20)(?<!that\x20)(?:you (?:are|re)|you will be)(?: (?:now|henceforth|from now on|actually|really|no longer))? (?:an? |the |my )?"
        rf"(?:(?:helpful|unrestricted|unfiltered|free|new|different|loyal|friendly|evil|expert) ){{0,2}}(?:{ANYONE}|dan){_BE}",
        r"you are no longer (?:bound|restricted|limited|constrained|subject)",
        rf"(?:act|behave|respond|answer|reply) as (?:if you (?:are|were) )?(?:an? |the )?(?:unrestricted|unfiltered|dan|jailbroken|different {ANYONE}|(?:\w{{1,15}} )?{MACHINE})",
        rf"(?<!si\x20)(?:vous etes|tu es|vous serez)(?: (?:maintenant|desormais|a present|dorenavant))? (?:un |une |l |le |la |mon |notre )?(?:(?:nouvel|nouveau|excellent) )?{ANYONE}{_ETRE}",
        rf"(?:agis|agissez|comporte toi|comportez vous) (?:comme|en tant que?) (?:un |une )?(?:{ANYONE}|administrateur)",
    ),
    _rule(
        2,
        "from now|desormais|dorenavant|pretend|henceforth|mode|your |votre |ta ",
        r"(?:from now on|henceforth) you (?:are|will|must|only|always|should)",
        r"pretend (?:that )?you",
        r"your (?:new|real|true|only|actual) (?:task|role|goal|job|objective|instructions?|purpose|mission) (?:is|are)",
        r"(?:votre|ta) (?:nouvelle|vraie|veritable|seule) (?:tache|mission|role|consigne|instruction) est",
        r"(?:desormais|dorenavant|a partir de maintenant) (?:vous (?:devez|repondez|etes|direz)|tu (?:dois|reponds|es|diras)|reponds|repondez|dis|dites)",
        r"(?:enter|enable|activate|switch to|you are (?:now )?in|passez en|active[rz]?) (?:the |le )?(?:developer|debug|god|admin|unrestricted|jailbreak|dan|mode) (?:mode|developpeur|administrateur)",
    ),
    # What the reader was told before is to be forgotten.
    _rule(
        3,
        "ignor|disregard|forget|overr|bypass|discard|follow|obey|apply|set aside|obei|oubli|neglig|suis|suive|respecte|applique|compte|abstraction",
        rf"{_IGNORE} {_ALL}{_BEFORE}(?:\w{{1,20}} ){{0,2}}?{_ORDERS}",
        rf"{_IGNORE} {_ALL}(?:instructions?|prompts?|rules|guidelines?|directions|directives?) (?:(?:that|which|you|were|was|have|been|are|is|given|received|got|written|stated|listed|provided) ){{0,4}}(?:previously|before|earlier|above|so far)",
        rf"{_IGNORE} {_ALL}{_ORDERS} (?:that )?you (?:were|have been|ve been|had been|are|have|had) (?:given|told|taught|received|following|trained)",
        rf"{_IGNORE} (?:all |any )?(?:of )?your (?:\w{{1,15}} )?(?:instructions?|prompt|guidelines?|training|programming|guardrails?|rules|constraints)",
        rf"{_IGNORE} (?:everything|anything|all|whatever|what)(?: that)? (?:you (?:were|have been|ve been|had been) (?:told|given|taught|instructed)|(?:was|is|were) (?:said|written|stated) (?:above|before)|above|before this)",
        rf"{_IGNORER} {_TOUTES}{_ORDRES} (?:\w{{1,15}} )?{_AVANT}",
        rf"{_IGNORER} {_TOUTES}(?:precedente?s?|anterieure?s?) {_ORDRES}",
        rf"{_IGNORER} (?:toutes |tous )?(?:vos|tes) (?:propres |autres )?(?:instructions|consignes|regles|directives)",
        rf"{_IGNORER} (?:tout )?ce qui (?:precede|a ete (?:dit|ecrit)|vous a ete (?:dit|demande)|t a ete (?:dit|demande)|est ecrit)",
        r"ignorier\w{0,3} (?:\w{1,12} ){0,3}(?:vorherigen|bisherigen|obigen|vorigen|fruheren) (?:anweisungen|befehle|anleitungen)",
        r"(?:ignor(?:a|e|en|ar|ad)|olvid(?:a|e|ar)) (?:\w{1,12} ){0,3}instruc(?:ciones|oes) (?:anteriores|previas)",
        r"ignora (?:\w{1,12} ){0,3}istruzioni precedenti",
    ),
    _rule(
        2,
        "instructions|prompts|guidelines|consignes|directives",
        r"(?:previous|prior|earlier|above|preceding|existing) (?:instructions|prompts|guidelines|directives) (?:are|have been) (?:now |hereby )?(?:void|cancell?ed|revoked|obsolete|withdrawn|no longer|suspended|lifted|overridden)",
        r"(?:instructions|consignes|directives) (?:precedentes|anterieures|ci dessus) (?:sont|ont ete) (?:annulees|levees|suspendues|revoquees|caduques|remplacees)",
    ),
    _rule(2, "reponds", r"(?<!je\x20)(?<!tu\x20)reponds (?:par|avec|en|oui|non|simplement|que|qu|a|au|aux|comme)"),
    _rule(
        2,
        "ignor|disregard|forget|overr|bypass|discard|follow|obey|set aside|oubli|neglig|compte|abstraction",
        rf"{_IGNORE} {_ALL}(?:\w{{1,20}} ){{0,2}}?(?:s )?(?:documents?|polic(?:y|ies)|rules|guidelines|pages|sources?|passages|answers?|terms)",
        rf"{_IGNORE} {_ALL}{_BEFORE}(?:tasks?|requests?|messages?|orders?|conversations?|questions?)",
        rf"{_IGNORER} {_TOUTES}(?:documents?|politiques?|regles|consignes|pages|sources?|passages|reponses?|conditions)",
    ),
    # Talk of prompts, and marks of roles.
    _rule(
        3,
        "prompt|instruction|message",
        rf"(?:reveal|print|repeat|show|display|output|disclose|leak|share|divulge|give me|tell me|write out|expose|summari[sz]e){FAR} (?:(?:the|your|its|full|entire|hidden) ){{0,3}}(?:system prompt|system message|your prompt|(?:hidden|initial|secret|system|internal) instructions)",
        rf"(?:revele[rz]?|affiche[rz]?|repete[rz]?|montre[rz]?|divulgue[rz]?|donne[rz]?){FAR} (?:prompt systeme|invite systeme|instructions (?:systeme|cachees|initiales|secretes|internes)|(?:vos|tes) (?:instructions|consignes|regles))",
    ),
    _rule(
        2,
        "system|systeme|jailbreak",
        r"system prompts?",
        r"prompts? systeme",
        r"jailbreak\w{0,3}",
        r"system (?:override|instructions?|directive|note)s?(?= ?[:\]])",
    ),
    _mark(
        3,
        "im start|im end|endoftext|eot id|header id|begin of text|inst]|sys>>",
        r"<\|(?:im start|im end|endoftext|eot id|start header id|end header id|begin of text|system|user|assistant)\|?>",
        r"\[/?inst\]",
        r"<</?sys>>",
    ),
    _mark(
        2,
        "</|<system|<instruction|<passage|###",
        r"</?(?:system|assistant|instructions?|prompt|passages?(?:-\w{1,20})?)>",
        r"#{2,} ?(?:system|new |assistant )?(?:instructions?|prompt) ?:",
    ),
    _mark(
        3,
        "system|developer|systeme|assistant",
        rf"{_START}(?:system|developer|systeme)[^\w\n]{{0,3}}:[^\n]{{0,80}}?\b(?:you (?:are|must|will|should|may|can)|ignore|disregard|override|forget|respond|reply|answer|tell|vous (?:devez|etes)|repondez|reponds|ignorez|dites)",
        rf"{_LINE}(?:system|user|human|utilisateur|humain)[^\w\n]{{0,3}}:[^\n]{{0,300}}\n{{1,2}}[^\w\n]{{0,4}}assistant[^\w\n]{{0,3}}:",
    ),
    # An answer is written out in advance, or what it must rest on.
    _mark(2, "answerable", r"answerable\W{1,6}(?:true|false)(?![^\W_])"),
    _mark(2, "claims|citations", r"(?<![^\W_])(?:claims|citations)\W{1,6}\["),
    _rule(
        3,
        "cit",
        r"cite[rz]?(?: only| uniquement| seulement)?(?: the| le| la)?(?: passages?| chunks?| sources?| documents?| ids?){0,2}[^\w.!?]{1,6}(?=\d{0,11}[a-f])(?=[a-f]{0,11}\d)[0-9a-f]{12}",
    ),
    _rule(
        3,
        "question",
        r"(?:correct|right|only|true|official|proper) (?:answer|response|reply) to (?:any|every|all|each) (?:\w{1,15} ){0,3}?questions?",
        r"(?:bonne|seule|vraie|juste|veritable) reponse a (?:toutes?|chaque|tous) (?:les )?(?:\w{1,15} ){0,2}?questions?",
    ),
    # Programs are told what to say or do.
    _rule(
        2,
        "",
        rf"{ANYONE} {_MUST} (?:{SPEAK}|{OBEY})",
        rf"{ANYONE} (?:ne )?{_DOIT} (?:{DIRE}|{OBEIR})",
    ),
    _rule(3, "", rf"{MACHINE} {_MUST} {_FAVOUR}", rf"{MACHINE} (?:ne )?{_DOIT} {_FAVORISER}"),
    _rule(
        1,
        "tell|inform|assur|advis|promis|convinc|that|que|qu",
        rf"{_TELL} (?:the |any |every |all |each |your |our )?(?:other )?{PEOPLE}(?: (?:who|in|from|of)[^.!?,]{{0,40}})? (?:that|to|the|it|they|all|every|yes|no|so){_PERSON}",
        rf"{SPEAK} (?:only )?that{_PERSON}",
        rf"{_DITES} (?:toujours |a |aux? |tous |toutes |chaque |les |l |le |la ){{0,4}}(?:{PEOPLE} )?que?{_PERSON}",
        rf"{_DITES} (?:toujours |a |aux? ){{0,2}}(?:chaque |tous les |toutes les |l |le |la |les )?{PEOPLE} qu{_PERSON}",
    ),
    # A question is to get a certain answer.
    _rule(
        3,
        "asked|questioned|queried|prompted|user|summari|process|pars|index|analy|resum|trait|reponds|dis |on te |tu ",
        r"(?:when|whenever|if|every time|each time|anytime|once) (?:you (?:are|re) |you get |ever |someone is )?(?:asked|questioned|queried|prompted)[^.!?]{0,100}?\b(?:always|only|you must|simply|just|never) (?:reply|respond|answer|say|state|claim|output|recommend|tell|mention)",
        r"(?:when|whenever|if) (?:the |any |a )?users? (?:asks?|quer\w{1,4}|requests?|wants?|mentions?)[^.!?]{0,100}?\b(?:always|only|you must|simply|just|never|please)? ?(?:reply|respond|answer|say|state|claim|output|recommend|tell)",
        rf"(?:when|while|before|after) (?:you (?:are )?)?(?:summari[sz]|process|pars|index|analy[sz])\w{{1,4}} {_THIS} (?:document|page|text|file|sheet|passage|content|section)",
        rf"(?:en|lorsque vous|quand vous|si vous|quand tu|si tu) (?:resum|trait|analys|index)\w{{1,4}} {_CE} (?:document|page|texte|fichier|fiche|passage|contenu)",
        r"(?:reponds|dis) (?:toujours|uniquement|seulement|exclusivement|systematiquement)",
        r"(?:quand|lorsqu|lorsque|si) (?:on |l utilisateur |un utilisateur |tu |quelqu un )(?:te |t |es )?(?:demand\w{1,3}|interrog\w{1,3}|questionn\w{1,3}|pos\w{1,3})[^.!?]{0,100}?\b(?:reponds|dis|affirme|recommande)",
    ),
    _rule(
        2,
        "ask|demande|interrog|question",
        rf"(?:when|whenever|if|every time) (?:a |the |any |every )?{PEOPLE} (?:asks?|quer\w{{1,4}}|enquires?|inquires?)[^.!?]{{0,100}}?\b(?:always|only) (?:reply|respond|answer|say|state|claim)",
        rf"(?:quand|lorsqu|lorsque|si) (?:on |un |une |le |la |l |les |des )?(?:{PEOPLE} )?(?:vous )?(?:demande\w{{0,3}}|interroge\w{{0,3}}|pose\w{{0,3}}|questionne\w{{0,3}})[^.!?]{{0,100}}?\b(?:repondez|dites|affirmez) (?:toujours |uniquement |seulement |simplement )?qu",
    ),
    _rule(
        2,
        "you are asked|you're asked|questioned|queried|prompted|on te |on vous ",
        r"(?:reply|respond|answer|say|state) (?:only|just|simply|exclusively|always|never)[^.!?]{0,100}?\b(?:when|whenever|if|every time) you (?:are|re) (?:asked|questioned|queried|prompted)",
        r"(?:reponds|repondez|dis|dites) (?:uniquement|seulement|simplement|toujours|jamais)[^.!?]{0,100}?\b(?:quand|lorsqu|lorsque|si) on (?:te|vous) (?:demand|interrog|question)\w{1,4}",
    ),
    _rule(
        1,
        "repl|respon|answer|repon|output|summar|always|never|toujours|jamais|only",
        r"(?:always|never|only|toujours|jamais) (?:recommend|mention|cite|quote|say|claim|promise|recommande[rz]?|cite[rz]?|dire|dites)",
        r"(?:reply|respond|answer) (?:only|exclusively|just|solely) (?:with|in|that|by)",
        r"(?:always|only|you must) (?:reply|respond|answer) (?:with|that|only|exactly|by saying|yes|no|in)",
        r"(?:reply|respond|answer)(?: to)?(?: (?:all|any|every|each) (?:\w{1,15} )?(?:questions?|quer(?:y|ies)|messages?|requests?))? (?:only )?(?:with|using) (?:only )?(?:the (?:word|phrase|sentence|text|following)|exactly|yes|no)",
        r"(?:in|to|at the (?:end|start|beginning) of) (?:all|every|each|any) (?:of )?(?:your |future |subsequent |the |other )?(?:answers?|responses?|repl(?:y|ies)|summar(?:y|ies)|outputs?)",
        r"(?:your|the final) (?:final )?(?:answer|response|reply|output|summary) (?:must|should|shall|has to|have to|will) (?:always |only )?(?:be|begin|start|end|include|contain|state|say|mention|recommend)",
        r"(?:repondez|reponds) (?:toujours |uniquement |seulement |systematiquement |exactement ){1,2}",
        r"(?:devez|dois|doit|doivent) (?:toujours |uniquement |seulement )?repondre (?:que|uniquement|seulement|en (?:allemand|anglais|francais|espagnol|italien|portugais|chinois|json|majuscules|un mot|une phrase))",
        r"(?:dans|a la fin de|au debut de|a|avant|apres) (?:toutes? |chaque |chacune de )(?:vos |tes |les )?(?:reponses?|resumes?)",
    ),
    # It is to be kept secret, or other sources are to be kept out.
    _rule(
        2,
        "do not|don't|dont|never|without|must not|should not|ne |n'",
        rf"{_NEVER} {_UTTER}(?:ing)?{FAR} (?:this|these|the above|above|hidden) (?:message|instructions?|note|prompt|text|notice|directive|passage|section|sentence|paragraph|rule|order)",
        rf"{_NEVER} (?:tell|inform|let|mention to|reveal to|warn|alert|show)(?:ing)? the users?",
        rf"{_NEVER} (?:mention|reveal|say|admit|disclose)(?:ing)? that you",
        rf"(?:ne|n|sans) (?:jamais |pas )?{_TAIRE}{FAR} (?:ce message|cette (?:note|consigne|instruction|directive|phrase|remarque)|ces (?:instructions|consignes|directives|phrases)|ce (?:texte|passage)|a l utilisateur|aux utilisateurs)",
    ),
    _rule(
        3,
        "dis pas|dis jamais|revele|parle",
        r"(?:ne )?(?:dis|revele|parle|montre) (?:pas|jamais|rien) a l utilisateur",
        r"(?:ne )?(?:dis|revele|mentionne|montre) (?:pas|jamais) (?:cette|ces|ton|tes|ce)",
    ),
    _rule(
        3,
        "the user",
        rf"{_NEVER} (?:tell|inform|let|mention to|reveal to|warn|alert|show)(?:ing)? the users? (?:about |of |know about |see |that you (?:have |were |are |got ))?(?:this|these|anything|your|where|why|instruct\w{{1,6}}|the (?:prompt|instruction|message|note)s?|read|received|following|were told)",
    ),
    _rule(
        1,
        "waive|grant|approve|lift|unlock|annul|accord|approuv|supprim|rembours",
        r"(?:waive|grant|approve|lift|unlock|refund|accept) (?:every|all|any|the|this|each)",
        r"(?:annule|accorde|accepte|approuve|supprime|rembourse)[rz]? (?:tous|toutes|tout|toute|les|la|le|cette|ce|chaque)",
        r"(?:limits?|fees?|restrictions?|rules) (?:is|are|have been) (?:now )?(?:lifted|waived|removed|void)",
    ),
    _rule(
        1,
        "do not|don't|never|ne |n'|not ",
        rf"{_NEVER} (?:mention|cite|quote|refer to|use|consult|link to|reveal|rely on|trust) (?:the |any |other |its |their |our )?(?:\w{{1,20}} ){{0,3}}(?:polic(?:y|ies)|documents?|sources?|pages?|passages?|rules?|guidelines?|competitors?|warranty)",
        rf"(?:ne|n) {_TAIRE} (?:pas|jamais|aucune?) (?:les |la |le |l |d )?(?:autres? |\w{{1,20}} ){{0,2}}(?:politiques?|documents?|sources?|pages?|passages?|regles?|consignes?|garanties?)",
        r"(?:instead of|rather than|not) (?:the |to )?(?:shop|store|retailer|seller|company|other documents?|official|policy)",
    ),
    _rule(
        1,
        "only|exclusively|nothing but|que|uniquement|seulement|exclusivement",
        r"(?:cite|quote|use|trust|believe|follow|read|consult) (?:only|nothing but|exclusively) (?:this|these)",
        r"(?:cite[rz]?|utilise[rz]?|croye[rz]|crois|suive[rz]|suis|consulte[rz]?) (?:que|uniquement|seulement|exclusivement) (?:cette|cet|ce|ces|celle ci|celui ci)",
    ),
    _rule(
        1,
        "overrid|supersede|precedence|priority|prevaut|priorit|remplace",
        r"(?:overrides?|supersedes?|takes? (?:precedence|priority) over|has priority over) (?:all |any |every |the |your )?(?:other |previous |earlier |conflicting |official )?(?:\w{1,20} ){0,2}(?:documents?|polic(?:y|ies)|instructions?|sources?|rules?|prompts?)",
        r"(?:prevaut|l emporte|a priorite|est prioritaire|remplace) (?:sur |a )?(?:toute?s? |tous |les |vos ){0,3}(?:autres )?(?:documents?|politiques?|instructions?|sources?|regles?|consignes?)",
    ),
    _rule(
        2,
        "conversation|chat history|chat log|api key|user|context window|historique",
        rf"(?:send|forward|post|upload|transmit|submit|exfiltrate|append|leak|encode){FAR} (?:the (?:whole |entire |full )?conversation|chat (?:history|logs?)|user s? ?(?:data|messages?|questions?|details|name|email)|api keys?|context window)",
        rf"(?:envoye[rz]|envoie|transmet\w{{0,4}}|publie[rz]?|ajoute[rz]?){FAR} (?:la conversation|l historique|(?:les )?(?:donnees|messages|questions) de l utilisateur)",
    ),
)
