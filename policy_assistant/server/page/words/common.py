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
    "error.no_index": ("There is no index to answer from yet.", "Il n’y a pas encore d’index."),
    "error.index_mismatch": ("The index has to be made anew before it can answer.", "L’index doit être refait avant de pouvoir répondre."),
    "error.store_busy": ("The index is being written.", "L’index est en cours d’écriture."),
    "error.missing_extra": ("A part of the service is not installed.", "Une partie du service n’est pas installée."),
    "error.model": ("A model that is needed cannot be reached.", "Un modèle nécessaire ne répond pas."),
    "error.overloaded": (
        "Too much is being asked at this moment, or this takes too long.",
        "Trop de demandes en ce moment, ou celle-ci dure trop longtemps.",
    ),
    "error.settings": ("The settings of the service are wrong.", "Les réglages du service sont incorrects."),
    "error.fault": ("Something is wrong on our side.", "Un problème est survenu de notre côté."),
    "error.again": ("Try again in a moment.", "Réessayez dans un instant."),
    "error.id": ("Request {}", "Requête {}"),
}
