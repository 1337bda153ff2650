package rivemont.staff;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.MonthDay;
import java.time.temporal.ChronoUnit;

/** Règles de congé que le formulaire de demande vérifie avant l'envoi. */
public final class ReglesConges {

    static final int JOURS_VACANCES_PAR_AN = 24;
    static final int JOURS_REPORTABLES = 5;
    static final MonthDay LIMITE_DEMANDE_ETE = MonthDay.of(3, 24);
    static final int JOURS_MALADIE_SANS_CERTIFICAT = 3;
    static final int PREAVIS_PARENTAL_SEMAINES = 8;
    static final BigDecimal MAJORATION_DIMANCHE = new BigDecimal("0.35");
    static final int TAILLE_PAGE = 30;

    private ReglesConges() {
    }

    /** Vrai si la demande pour l'été arrive à temps. */
    static boolean demandeEteRecevable(LocalDate demandeeLe) {
        return !MonthDay.from(demandeeLe).isAfter(LIMITE_DEMANDE_ETE);
    }

    /** Jours disponibles cette année, pour une fraction de temps plein donnée en pour cent. */
    static int joursDisponibles(int pourCent, int restantAnneePassee) {
        return JOURS_VACANCES_PAR_AN * pourCent / 100 + Math.min(restantAnneePassee, JOURS_REPORTABLES);
    }

    static boolean certificatRequis(int joursDAbsence) {
        return joursDAbsence > JOURS_MALADIE_SANS_CERTIFICAT;
    }

    static boolean preavisParentalRespecte(LocalDate annonce, LocalDate debut) {
        return ChronoUnit.WEEKS.between(annonce, debut) >= PREAVIS_PARENTAL_SEMAINES;
    }

    static BigDecimal salaireDimanche(BigDecimal horaire, int heures) {
        return horaire.multiply(BigDecimal.ONE.add(MAJORATION_DIMANCHE)).multiply(BigDecimal.valueOf(heures));
    }
}
