"""Words of the frame around every page."""

from collections.abc import Mapping

PHRASES: Mapping[str, tuple[str, str]] = {
    "skip": ("Skip to the content", "Aller au contenu"),
    "nav": ("Main", "Principal"),
    "nav.ask": ("Ask", "Demander"),
    "nav.search": ("Search", "Chercher"),
    "nav.documents": ("Documents", "Documents"),
    "nav.answers": ("Kept answers", "Réponses gardées"),
    "nav.audit": ("Audit", "Audit"),
    "nav.evaluation": ("Evaluation", "Évaluation"),
    "sign in": ("Sign in", "Se connecter"),
    "sign out": ("Sign out", "Se déconnecter"),
    "signed in as": ("Signed in as {}", "Connecté\u00a0: {}"),
    "not signed in": ("Not signed in: you see what everybody may see.", "Sans connexion\u00a0: vous voyez ce que chacun peut voir."),
    "key": ("Your key", "Votre clé"),
    "key.help": (
        "Whoever runs this service gives you one. It stays in this browser until you sign out.",
        "La personne qui gère ce service vous la donne. Elle reste dans ce navigateur jusqu’à la déconnexion.",
    ),
    "key.wrong": ("This key is not valid. It may have expired.", "Cette clé n’est pas valable. Elle a peut-être expiré."),
    "other language": ("Français", "English"),
    "as of": ("As of", "À la date du"),
    "audience": ("Audience", "Public"),
    "today": ("today", "aujourd’hui"),
    "error": ("That did not work", "Cela n’a pas marché"),
    "error.not found": ("There is no such page.", "Cette page n’existe pas."),
    "error.again": ("Try again in a moment.", "Réessayez dans un instant."),
    "error.id": ("Request {}", "Requête {}"),
}
