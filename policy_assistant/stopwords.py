"""Function words of English and French: they hold a sentence together and say nothing about what it is about.

Words that turn a rule round stay out, because a question asks for them: "without", "except", "only", "never", "no" and
"not", "sans", "sauf", "hors", "jamais", "aucun". So do words that are content in the same language ("été", "fin",
"avis"). "ne" and "pas" are dropped: nearly every French sentence that forbids anything has them. French words are listed
as they are written, and again without accents, as they are often typed.
"""

_ENGLISH = """
    a an the this that these those
    i me my mine we our ours you your yours he him his she her hers it its they them their theirs us
    who whom whose which what when where why how
    am is are was were be been being do does did doing done has have had having
    can could may might must shall should will would
    and or but if then than so as because while although though whether
    of to in on at by for from with into onto about upon via
    there here such also just very too please let
"""

_FRENCH = """
    le la les un une des du de au aux l d
    ce cet cette ces cela ceci ça ca
    je j me m moi tu te t toi il elle on nous vous ils elles lui leur leurs se s y en
    mon ma mes ton ta tes son sa ses notre nos votre vos
    qui que quoi qu dont où quel quelle quels quelles lequel laquelle lesquels lesquelles comment quand pourquoi combien
    est es sont suis sommes êtes etes était etait étaient etaient sera seront soit soient être etre étant etant
    a à ai as ont avons avez avait avaient aura auront ait avoir ayant eu
    peut peux peuvent puis puisse doit dois doivent faut faire fait fais font
    et ou mais donc or car ni si comme ne n pas c
    dans sur sous par pour avec vers chez entre dès des lors alors ainsi aussi très tres bien
    lorsque lorsqu puisque puisqu jusque jusqu afin quoique quoiqu
"""

STOP_WORDS: dict[str, frozenset[str]] = {"en": frozenset(_ENGLISH.split()), "fr": frozenset(_FRENCH.split())}
"""Language -> its function words, lower-case."""

ACRONYMS = frozenset({"ce", "eu", "it", "sa", "us", "who"})
"""Function words that are something else in capitals: CE marking, the EU, IT, S.A., the US, the WHO."""
