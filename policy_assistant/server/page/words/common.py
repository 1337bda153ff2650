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
    "not signed in": ("Not signed in: you see what everybody may see.", "Sans vous connecter, vous voyez ce que chacun peut voir."),
    "key": ("Your key", "Votre clé"),
    "key.help": (
        "Whoever runs this service gives you one. It stays in this browser until you sign out.",
        "La personne qui gère ce service vous la donne. Elle reste dans ce navigateur jusqu’à la déconnexion.",
    ),
    "key.wrong": (
        "This key is not valid: it may hold a typing error, or have been revoked or expired. Whoever runs this service gives you another.",
        "Cette clé n’est pas valable\u00a0: elle est peut-être mal saisie, révoquée ou expirée. La personne qui gère ce service vous en donne une autre.",
    ),
    "other language": ("Français", "English"),
    "as of": ("As of", "À la date du"),
    "audience": ("Audience", "Destinataires"),
    "today": ("today", "aujourd’hui"),
    "colon": ("{}: {}", "{}\u00a0: {}"),
    "owner is": ("Owner: {}", "Responsable\u00a0: {}"),
    "label is": ("Label: {}", "Étiquette\u00a0: {}"),
    "original": ("Original file", "Fichier d’origine"),
    "error": ("That did not work", "Cela n’a pas marché"),
    "problem.no document": (
        "There is no such document or version, or you may not see it.",
        "Ce document ou cette version n’existe pas, ou vous ne pouvez pas le voir.",
    ),
    "problem.no answer": (
        "There is no such kept answer, or you may not see it.",
        "Cette réponse gardée n’existe pas, ou vous ne pouvez pas la voir.",
    ),
    "problem.no passage": (
        "There is no such passage in the index, or you may not see it.",
        "Ce passage n’est pas dans l’index, ou vous ne pouvez pas le voir.",
    ),
    "problem.no report": ("There is no such report.", "Ce rapport n’existe pas."),
    "problem.no day": (
        "“{}” is not a day written as 2026-10-09.",
        "«\u00a0{}\u00a0» n’est pas un jour écrit comme 2026-10-09.",
    ),
    "problem.too long": (
        "“{}” holds {} characters; at most {} are read.",
        "«\u00a0{}\u00a0» contient {} caractères\u00a0; {} au plus sont lus.",
    ),
    "problem.no number": (
        "“{}” is “{}”, but must be a whole number from 1 to {}.",
        "«\u00a0{}\u00a0» vaut «\u00a0{}\u00a0», mais doit être un nombre entier de 1 à {}.",
    ),
    "problem.no form": (
        "“{}” is no form in which an answer can be copied.",
        "«\u00a0{}\u00a0» n’est pas une forme dans laquelle une réponse peut être copiée.",
    ),
    "problem.not allowed": (
        "This is more than you may see or do here. Another key may allow it.",
        "C’est plus que ce que vous pouvez voir ou faire ici. Une autre clé peut le permettre.",
    ),
    "problem.too large": ("This is more text than is read at once.", "C’est plus de texte que ce qui est lu en une fois."),
    "problem.usage": (
        "Something in the address or in the form cannot be understood.",
        "Un élément de l’adresse ou du formulaire n’est pas compris.",
    ),
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
