"""A project in which documents for staff stand beside public ones in every way that could let them through, and what is asked."""

import re
from collections.abc import Mapping
from pathlib import Path

from tests.parse.pdf_samples import Print
from tests.project import Project, page

TOKENS = (
    "zq7011",
    "7012",
    "zq7013",
    "7014",
    "zq7015",
    "7016",
    "7017",
    "7018",
    "zq7019",
    "zq7020",
    "7021",
    "zq7022",
    "7023",
    "zq7024",
    "Quillfeather",
    "Ostrowidz",
    "Brumelle",
    "Vantrisse",
    "margin sheet",
    "feuille de marge",
)
"""Numbers, names and words that stand in documents for staff and nowhere else."""

_TOKENS = {token: re.compile(rf"(?<![\w.]){re.escape(token)}(?!\w)", re.IGNORECASE) for token in TOKENS}


def tokens_in(text: str) -> set[str]:
    """Which of them a text holds, as words of their own: the digits of IDs and times do not count."""
    return {token for token, pattern in _TOKENS.items() if pattern.search(text)}


PUBLIC: Mapping[str, str] = {
    "returns-1.md": page(
        "returns",
        "## Return window\n\nGoods go back within 30 days of delivery.\n\n## Return label\n\nThe return label costs 4 dollars.\n",
        effective_to="2026-10-31",
        doc_type="policy",
        owner="Ada",
    ),
    "delivery.md": page(
        "delivery",
        "## Delivery times\n\nDelivery takes three to five days.\n\n## Fees\n\n| Area | Fee |\n| --- | --- |\n| City | 5 dollars |\n"
        "| Island | 12 dollars |\n",
        doc_type="policy",
        owner="Ada",
    ),
    "warranty.md": page(
        "warranty",
        "## Pumps\n\nThe warranty on pumps is 2 years from the day of purchase.\n\n## Not covered\n\n- Frost damage\n- Wear of hoses\n",
        doc_type="policy",
        owner="Ada",
    ),
    "help.md": page(
        "help",
        "## Contact\n\nCall the help desk between nine and five.\n\n## Discounts\n\nCodes for a discount are sent by e-mail to members.\n",
        doc_type="help",
        owner="Bea",
    ),
    "retours.md": page(
        "retours",
        "## Délai de retour\n\nLes articles se retournent sous 30 jours.\n\n## Frais\n\nL'étiquette de retour coûte 4 euros.\n",
        language="fr",
        doc_type="policy",
        owner="Ada",
    ),
    "livraison.md": page(
        "livraison",
        "## Délai de livraison\n\nLa livraison prend de trois à cinq jours.\n\n## Garantie\n\nLa garantie des pompes dure 2 ans.\n",
        language="fr",
        doc_type="policy",
        owner="Ada",
    ),
}

STAFF: Mapping[str, str | bytes] = {
    "returns-2.md": page(  # the next version of a public document
        "returns",
        "## Return window\n\nGoods go back within 7012 days of delivery.\n\n## Return label\n\nMembers pay zq7013 for the return label.\n",
        version="2",
        effective_from="2026-11-01",
        doc_type="policy",
        access="staff",
        owner="Quillfeather",
    ),
    "twin.md": page(  # all but the same words as a public passage
        "twin",
        "## Pumps\n\nThe warranty on pumps is 7014 years from the day of purchase.\n\n## Not covered\n\n- Frost damage\n- Wear of hoses\n",
        access="staff",
        title="Warranty",
        doc_type="policy",
    ),
    "notice.md": page(  # outranks what the public reads
        "notice",
        "## Delivery times\n\nDelivery takes 7016 days until further notice.\n",
        access="staff",
        doc_type="notice",
        owner="Ostrowidz",
    ),
    "zq7015.md": page("zq7015", "## Till\n\nThe code of the till is zq7015, kept by Brumelle.\n", access="staff", title="Till zq7015"),
    "discount.md": page(
        "discount",
        "## Discount zq7011\n\nStaff get a discount of 7017 dollars.\n\n## Limits\n\n| Grade | Discount |\n| --- | --- |\n"
        "| Junior | 7018 dollars |\n| Senior | zq7019 |\n\n## Who\n\n- Vantrisse grants it.\n- The margin sheet says zq7020.\n",
        access="staff",
        title="Discounts of staff",
        doc_type="procedure",
        owner="Quillfeather",
    ),
    "remise.md": page(
        "remise",
        "## Remise du personnel\n\nLe personnel a une remise de 7021 euros.\n\n## Caisse\n\nLe code de la caisse est zq7022.\n\n"
        "## Délai de livraison\n\nLa livraison prend 7023 jours ; voir la feuille de marge.\n",
        access="staff",
        language="fr",
        doc_type="notice",
        owner="Ostrowidz",
    ),
    "supplier.html": "<html><head><meta name='doc_id' content='supplier-terms'><meta name='version' content='1'>"
    "<meta name='access' content='staff'></head><body><main><h1>Supplier terms</h1><h2>Purchase price</h2>"
    "<p>We buy pumps for zq7024 each.</p></main></body></html>",
}


def _pdf() -> bytes:
    made = Print()
    story = [made.title("Night phone"), made.heading("Number"), made.text("The night phone of Vantrisse is zq7020.")]
    return made.build(story, keywords="doc_id=night-phone; version=1; access=staff")


ENGLISH = (
    "Within how many days do goods go back after 1 November 2026?",
    "How many days of delivery do goods have to go back?",
    "What do members pay for the return label?",
    "How long is the warranty on pumps?",
    "How long does delivery take?",
    "How long does delivery take until further notice?",
    "What is the code of the till?",
    "Who keeps the code of the till?",
    "What discount do staff get?",
    "How big is the discount of a senior?",
    "What is the discount of the grade junior?",
    "Who grants the discount of staff?",
    "What does the margin say?",
    "What do we pay for pumps?",
    "For how much do we buy pumps from the supplier?",
    "What is the night phone number?",
    "Is frost damage covered?",
    "What is the fee for an island?",
)

FRENCH = (
    "Quelle remise a le personnel ?",
    "Quel est le code de la caisse ?",
    "Combien de jours prend la livraison ?",
    "Sous combien de jours se retournent les articles ?",
    "Combien de temps dure la garantie des pompes ?",
    "Qui accorde la remise du personnel ?",
    "À quel prix achetons-nous les pompes ?",
    "Que dit la note sur la marge ?",
    "Quel est le numéro du téléphone de nuit ?",
    "Combien coûte l'étiquette de retour ?",
)

QUESTIONS = (*ENGLISH, *FRENCH)


def made(folder: Path, *, with_staff: bool, settings: str = "") -> Project:
    """The project, ingested, with the documents for staff or without them."""
    project = Project(folder)
    project.documents.mkdir(parents=True)
    project.configure(f'[project]\ntoday = 2026-10-09\n[models]\nembedder = "none"\n{settings}')
    for name, content in {**PUBLIC, **(STAFF if with_staff else {})}.items():
        project.write(name, content)
    if with_staff:
        project.write("night-phone.pdf", _pdf())
    project.ingest()
    return project
