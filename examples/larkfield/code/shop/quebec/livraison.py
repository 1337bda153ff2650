"""Délais de livraison par région, affichés sur la page du panier."""

from datetime import date
from decimal import Decimal

from shop.business_days import add_business_days

FRAIS_COLIS = Decimal("8.95")

# Jours ouvrables à partir du départ de l'entrepôt.
DELAI_PAR_REGION = {
    "Montréal, Laval et Montérégie": 2,
    "Québec et Chaudière-Appalaches": 2,
    "Estrie, Mauricie et Outaouais": 3,
    "Saguenay–Lac-Saint-Jean": 3,
    "Bas-Saint-Laurent et Gaspésie": 4,
    "Abitibi-Témiscamingue": 4,
    "Côte-Nord": 6,
    "Îles-de-la-Madeleine": 7,
    "Nord-du-Québec": 10,
}


def arrivee_prevue(region: str, depart: date) -> date:
    """Le jour annoncé au client pour un colis ordinaire."""
    return add_business_days(depart, DELAI_PAR_REGION[region])
