"""Demandes fondées sur la garantie légale : suivi des réponses dues aux clients du Québec."""

from dataclasses import dataclass
from datetime import date, timedelta

DELAI_REPONSE = timedelta(days=15)  # jours civils


@dataclass(frozen=True)
class Demande:
    """Une demande reçue à l'adresse de la garantie."""

    commande: int
    recue_le: date
    repondue_le: date | None = None

    def echeance(self) -> date:
        """Dernier jour pour que le spécialiste réponde."""
        return self.recue_le + DELAI_REPONSE

    def en_retard(self, aujourd_hui: date) -> bool:
        """Vrai si le client attend encore après l'échéance."""
        return self.repondue_le is None and aujourd_hui > self.echeance()
