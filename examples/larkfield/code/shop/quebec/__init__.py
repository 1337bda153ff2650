"""Règles propres au Québec; l'équipe de Lévis en prend soin."""
