"""The small words by which follow-ups are seen and questions are cut into phrases, for English and French."""

import re
from dataclasses import dataclass


def _set(text: str) -> frozenset[str]:
    return frozenset(text.split())


@dataclass(frozen=True)
class Lexicon:
    """What the rules know of one language; all words in lower case.

    `weak` opens a follow-up or a full question ("and ..."), `strong` a follow-up only ("what about ..."). Prepositions of
    one class stand for each other: what one of them leads takes the place of what another leads. `dummy` finds pronouns
    that stand for nothing ("is it possible to"). `definite` are determiners of what is known; "les" is none, which names a kind
    as well. `attributes` are what a thing has: "the price of the pump" is about the pump.
    """

    language: str
    weak: re.Pattern[str]
    strong: re.Pattern[str]
    trailing: re.Pattern[str]
    conditions: frozenset[str]
    conditions_when_opened: frozenset[str]
    breaks: frozenset[str]
    asking: frozenset[str]
    bare_asking: re.Pattern[str]
    auxiliaries: frozenset[str]
    verbs: frozenset[str]
    predicates: frozenset[str]
    adverbs: frozenset[str]
    subjects: frozenset[str]
    pronouns: frozenset[str]
    dummy: re.Pattern[str]
    determiners: frozenset[str]
    definite: frozenset[str]
    topical: frozenset[str]
    classes: tuple[frozenset[str], ...]
    measures: frozenset[str]
    attributes: frozenset[str]
    rules: frozenset[str]
    persons: frozenset[str]
    qualifiers: frozenset[str]
    period: re.Pattern[str]

    @property
    def prepositions(self) -> frozenset[str]:
        """All of them."""
        return self.topical.union(*self.classes)


_ENGLISH_PERIOD = r"""
    (?:(?:this|next|last|the\ next|the\ last|the\ coming|the\ first|the\ second|the\ third|my\ first|my\ second|my\ third|each|every)
        \ (?:day|week|weekend|month|quarter|season|summer|winter|spring|autumn|fall|year|monday|tuesday|wednesday|thursday|friday|saturday|sunday))
    |today|tomorrow|yesterday|tonight|now|christmas|easter
    |january|february|march|april|may(?=\W*$)|june|july|august|september|october|november|december
    |mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|saturdays?|sundays?|weekends?|summer|winter|autumn|(?:19|20)\d\d
"""
_FRENCH_PERIOD = r"""
    (?:(?:le|la|l['’]|cette|cet|ce|chaque)\ ?(?:jour|semaine|week-end|mois|trimestre|saison|été|hiver|printemps|automne|année|an)
        \ (?:prochaine?|dernière?|suivante?|passée?|en\ cours))
    |(?:la|ma)\ (?:première|deuxième|seconde|troisième)\ (?:année|semaine)|(?:le|mon)\ (?:premier|deuxième|second|troisième)\ mois
    |(?:cette|cet|ce)\ (?:semaine|mois|année|été|hiver|printemps|automne)
    |aujourd['’]hui|demain|hier|maintenant|noël|pâques
    |janvier|février|fevrier|mars|avril|mai|juin|juillet|août|aout|septembre|octobre|novembre|décembre|decembre
    |(?:le\ )?(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)|(?:19|20)\d\d
"""


def _period(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-])(?:{pattern})(?![\w-])", re.IGNORECASE | re.VERBOSE)


ENGLISH = Lexicon(
    language="en",
    weak=re.compile(
        r"(?:ok|okay|and|but|also|so|then|or|yes|no|thanks|thank you|merci|well|plus|great|alright|i see)(?![\w'’-])[\s,;:.!–—-]*", re.I
    ),
    strong=re.compile(
        r"(?:(?:what|how)\s+about(?![\w-])|what\s+(?=if\b)|(?:the\s+)?same(?:\s+(?:question|thing))?\s+(?=for\b)"
        r"|(?:is\s+it|is\s+that|is\s+this)\s+(?:also\s+)?the\s+same(?:\s+thing)?\s+(?=for\b)"
        r"|does\s+the\s+same\s+(?:rule\s+)?(?:apply|go|hold)\s+(?:to\b|(?=for\b)))[\s,:]*",
        re.I,
    ),
    trailing=re.compile(r"[\s,]+(?:too|as well|also|instead|then|please)$", re.I),
    conditions=_set("if unless"),
    conditions_when_opened=_set("if unless when once"),
    breaks=_set("if unless when once because while although though whether that who which where than but as"),
    asking=_set("who whom whose what which when where why how"),
    bare_asking=re.compile(
        r"(?:(?:for|since|until|till|by|from|to|at|up to)\s+)?(?:how\s+(?:long|much|often|soon|quickly|fast|late|early|so)"
        r"|how\s+many(?:\s+[a-z]{1,20})?|how|why(?:\s+not)?|when|where(?:\s+to)?|who|whom|which(?:\s+ones?)?|what(?:\s+for)?)",
        re.I,
    ),
    auxiliaries=_set(
        "is are was were am be been being do does did has have had can could may might must shall should will would cannot "
        "isn't aren't wasn't don't doesn't didn't can't won't hasn't haven't isn’t aren’t don’t doesn’t can’t won’t"
    ),
    verbs=_set(
        "accept add affect allow answer apply approve arrive ask become begin belong block book break bring buy call cancel carry change charge "
        "check choose claim clean close collect come contact contain cost count cover decide deliver depend do drop end exchange exclude expire "
        "extend file fit follow get give go happen have help hold include insure keep last leave lend let look lose make mean move need notify "
        "offer open order pay pick post protect provide put receive recycle refund register reimburse remain renew rent repair replace report "
        "require reset reserve rest resell return reward run sell send serve ship show sign start stay stop store submit support swap switch "
        "take tell transfer travel treat try turn use vary void wait want waive wear weigh work write charge bring book drive request record share join enter access print publish need require"
    ),
    predicates=_set(
        "free valid open closed available possible safe legal ready due eligible subject paid sent kept sold bought made given lost "
        "broken stolen taken left done seen built found held told compulsory mandatory optional necessary refundable taxable deductible compatible"
    ),
    adverbs=_set(
        "back out up off away still also ever already yet only even very too online abroad overseas together again usually normally exactly "
        "quickly there here not never always just much many long often soon"
    ),
    subjects=_set("i you we they he she it one someone somebody anyone anybody everyone me us him her them"),
    pronouns=_set("it they them its their this that these those"),
    dummy=re.compile(
        r"\bit\s+(?:[a-z]+\s+){0,2}(?:takes?|costs?|possible|allowed|legal|ok|okay|true|safe|necessary|required|mandatory|compulsory|normal"
        r"|free|enough|better|easy|hard|permitted|forbidden|acceptable|correct|right|fine)\s+(?:[\w'’-]+\s+){0,6}(?:to|that|if|when)\b",
        re.I,
    ),
    determiners=_set("a an the this that these those my your his her its our their any some each every all both no another"),
    definite=_set("the this that these those my your our"),
    topical=_set("for on of about regarding concerning"),
    classes=(
        _set("to in from at into within outside near"),
        _set("with without"),
        _set("by via through"),
        _set("before after during since until till between"),
        _set("over under above below beyond"),
    ),
    measures=_set(
        "price cost fee charge weight length width height depth size duration deadline colour color capacity pressure temperature number"
    ),
    attributes=_set(
        "code number period price cost fee charge weight length width height depth size colour color capacity address name deadline"
    ),
    rules=_set(
        "warranty guarantee cover coverage return returns refund refunds delivery shipping policy period window discount rate allowance limit "
        "exchange exchanges repair repairs payment payments notice insurance rule rules procedure process deposit repayment"
    ),
    persons=_set(
        "customer customers employee employees staff member members contractor contractors manager managers intern interns senior seniors "
        "student students business businesses client clients supplier suppliers agency agencies trainee trainees temp temps worker workers "
        "director directors visitor visitors partner partners reseller resellers apprentice apprentices agent agents buyer buyers owner owners"
    ),
    qualifiers=_set(
        "standard express free full legal normal usual extended maximum minimum daily weekly monthly annual regular ordinary priority next-day "
        "same-day early late partial digital new used opened international national local online paid unpaid sick parental"
    ),
    period=_period(_ENGLISH_PERIOD),
)

FRENCH = Lexicon(
    language="fr",
    weak=re.compile(
        r"(?:et|mais|ok|okay|d['’]accord|alors|donc|puis|sinon|ou|aussi|merci|thanks|thank you|oui|non|bon|bien|par contre|en plus)(?![\w'’-])[\s,;:.!–—-]*",
        re.I,
    ),
    strong=re.compile(
        r"(?:(?:qu['’]en\s+est-il|quid)\s+(?:(?=(?:du|des|pour|en|au|aux|à)\b)|de\s+|d['’])"
        r"|(?:(?:la\s+)?m[êe]me\s+(?:question|chose|r[èe]gle)|idem|pareil)\s+(?=pour\b)"
        r"|(?:est-ce|est-ce\s+que\s+c['’]est|c['’]est)\s+(?:aussi\s+)?(?:la\s+m[êe]me\s+chose|pareil|le\s+cas|valable|vrai)\s+(?=pour\b))[\s,:]*",
        re.I,
    ),
    trailing=re.compile(r"[\s,]+(?:aussi|également|egalement|alors|svp|s['’]il vous pla[iî]t|non plus|plutôt)$", re.I),
    conditions=_set("si s'il s'ils"),
    conditions_when_opened=_set("si s'il s'ils quand lorsque lorsqu' dès"),
    breaks=_set("si s'il s'ils quand lorsque lorsqu' parce puisque que qu' qui dont où ou car mais comme"),
    asking=_set("qui que qu' quoi quel quelle quels quelles lequel laquelle lesquels lesquelles comment quand pourquoi combien où est-ce"),
    bare_asking=re.compile(
        r"(?:(?:pour|depuis|jusqu['’]à|jusqu['’]|à|de|dans|d['’]|par)\s*)?(?:combien(?:\s+de\s+[^\W\d_]{1,20})?|quand|pourquoi(?:\s+pas)?|comment|où|qui|quoi"
        r"|l(?:e|a|es)s?quel(?:le)?s?|quels?|quelles?|quel\s+(?:prix|délai|montant|coût))",
        re.I,
    ),
    auxiliaries=_set(
        "est sont était étaient sera seront a ont avez avons avait peut peuvent peux pouvez pouvons doit doivent dois devez devons faut "
        "dure durent coûte coûtent coute coutent couvre couvrent prend prennent pèse pèsent vaut valent convient conviennent s'applique applique "
        "appliquent approuve approuvent signe signent paie paient paye payent va vont fait font contient contiennent expire expirent donne donnent "
        "rembourse remboursent livre reprend reprennent accepte acceptent utilise utilisent garde gardent conserve conservent ai as suis êtes "
        "arrive arrivent commence commencent fonctionne fonctionnent comprend comprennent inclut incluent permet permettent"
    ),
    verbs=_set(
        "retourner renvoyer échanger annuler changer modifier payer acheter vendre rendre prendre obtenir recevoir envoyer faire avoir être "
        "garder conserver signaler déclarer demander remplacer réparer livrer emporter amener utiliser déposer signer rembourser couvrir apporter "
        "contester refuser appeler reprendre recycler emprunter réserver louer ouvrir fermer attendre remplir prévoir compter justifier aller chercher récupérer ramener"
    ),
    predicates=_set(
        "gratuit gratuite gratuits gratuites ouvert ouverte possible permis permise valable payé payée payés payées remboursé remboursée"
    ),
    adverbs=_set("encore toujours déjà aussi très plus moins ne n' pas jamais y en ailleurs ici là vite souvent longtemps"),
    subjects=_set("je j' tu il elle on nous vous ils elles ça cela ceci ce c' me m' te t' se s'"),
    pronouns=_set("il elle ils elles ça ca cela ceci c'"),
    dummy=re.compile(
        r"\by\s+a-t-il\b|\bil\s+y\s+a\b|\b(?:faut|faudra|faudrait|existe-t|reste-t|suffit|vaut|s['’]agit|pleut|arrive-t)-il\b|\bil\s+(?:faut|faudra|existe|suffit|vaut)\b"
        r"|(?:\best-il|\bil\s+est|\bc['’]est)\s+(?:[^\W\d_]+\s+){0,2}(?:de|d['’]|que|qu['’])",
        re.I,
    ),
    determiners=_set(
        "le la les l' un une ce cet cette ces mon ma mes ton ta tes son sa ses notre nos votre vos leur leurs chaque tout toute tous toutes"
    ),
    definite=_set("le la l' ce cet cette ces mon ma mes notre nos votre vos"),
    topical=_set("pour sur de d' du des concernant"),
    classes=(
        _set("à au aux en dans vers chez depuis"),
        _set("avec sans"),
        _set("par via"),
        _set("avant après apres pendant durant dès jusqu'"),
        _set("sous"),
    ),
    measures=_set(
        "prix coût cout frais tarif poids longueur largeur hauteur profondeur taille durée couleur capacité pression température nombre"
    ),
    attributes=_set("numéro prix coût tarif poids longueur largeur hauteur profondeur taille couleur capacité adresse nom délai durée"),
    rules=_set(
        "garantie retour retours remboursement remboursements livraison politique délai période rabais taux indemnité limite échange échanges "
        "réparation paiement paiements préavis assurance règle règles procédure dépôt prime congé"
    ),
    persons=_set(
        "client cliente clients clientes employé employée employés employées salarié salariés membre membres contractuel contractuels gestionnaire "
        "gestionnaires stagiaire stagiaires aîné aînés étudiant étudiants entreprise entreprises fournisseur fournisseurs agence agences cadre cadres "
        "technicien techniciens directeur directeurs visiteur visiteurs partenaire partenaires apprenti apprentis agent agents acheteur acheteurs"
    ),
    qualifiers=_set("express ordinaire standard gratuite gratuit légale légal prolongée prolongé maximale minimale annuel annuelle"),
    period=_period(_FRENCH_PERIOD),
)

LEXICONS = {lexicon.language: lexicon for lexicon in (ENGLISH, FRENCH)}
