"""La file « FR » du service à la clientèle : quand elle déborde, Lévis aide."""

from datetime import datetime

SEUIL_DEBORDEMENT = 12
POSTE_LEVIS = "4035"
SAMEDI = 5


def deborde(billets_ouverts: int) -> bool:
    """Vrai quand la chef d'équipe doit transférer des billets."""
    return billets_ouverts > SEUIL_DEBORDEMENT


def accuse_automatique(recu: datetime) -> bool:
    """Vrai si le client reçoit d'abord l'accusé de réception : le samedi, passé 14 h."""
    return recu.weekday() == SAMEDI and recu.hour >= 14
