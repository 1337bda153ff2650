"""Reprise des produits usagés : limites par envoi, boîtes de retour et points offerts."""

from datetime import date, timedelta

from shop.business_days import add_business_days

POIDS_MAX_BATTERIES_KG = 5
POTS_PAR_VISITE = 40
OUTILS_PAR_ANNEE = 3
FRAIS_RAMASSAGE = 30  # dollars, avec une livraison à deux personnes
POINTS_PAR_BOITE = 75
BOITES_RECOMPENSEES_PAR_ANNEE = 2
DELAI_ENVOI_BOITE = 6  # jours ouvrables
DELAI_VERSEMENT = timedelta(weeks=3)


def accepte(objet: str, quantite: float) -> bool:
    """Vrai si la quantité respecte la limite de l'objet."""
    limites = {"batteries": POIDS_MAX_BATTERIES_KG, "pots": POTS_PAR_VISITE, "outils": OUTILS_PAR_ANNEE}
    return quantite <= limites[objet]


def depart_boite(commandee_le: date) -> date:
    """Jour où la boîte vide quitte l'entrepôt, au plus tard."""
    return add_business_days(commandee_le, DELAI_ENVOI_BOITE)


def points(boites_deja_recues: int) -> int:
    """Points pour une boîte de plus pendant la même année civile."""
    return POINTS_PAR_BOITE if boites_deja_recues < BOITES_RECOMPENSEES_PAR_ANNEE else 0
