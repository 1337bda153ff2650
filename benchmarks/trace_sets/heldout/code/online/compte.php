<?php

declare(strict_types=1);

namespace Rivemont\Online;

const DUREE_SEANCE = 50 * 60; // secondes
const LONGUEUR_MIN_MOT_DE_PASSE = 8;
const ESSAIS_AVANT_BLOCAGE = 5;
const COUT_HACHAGE = 12;
const DELAI_ANNUAIRE_MS = 2500;

final class Compte
{
    private int $essais = 0;
    private int $bloqueJusqua = 0;

    public function motDePasseAccepte(string $nouveau): bool
    {
        return mb_strlen($nouveau) >= LONGUEUR_MIN_MOT_DE_PASSE;
    }

    /** À appeler après chaque essai manqué. */
    public function essaiManque(int $maintenant): void
    {
        $this->essais++;
        if ($this->essais >= ESSAIS_AVANT_BLOCAGE) {
            $this->bloqueJusqua = $maintenant + 30 * 60;
            $this->essais = 0;
        }
    }

    public function estBloque(int $maintenant): bool
    {
        return $maintenant < $this->bloqueJusqua;
    }

    public function finDeSeance(int $debut): int
    {
        return $debut + DUREE_SEANCE;
    }
}

/** Prêt numérique : nombre de livres ouverts et durée de chacun. */
function peutOuvrirLivre(int $ouverts, int $maximum = 4): bool
{
    return $ouverts < $maximum;
}

function echeanceLivre(\DateTimeImmutable $debut): \DateTimeImmutable
{
    return $debut->add(new \DateInterval('P21D'));
}
