package shop.refunds;

import java.time.Duration;

/**
 * A refund and its rules.
 */
@Service
public class Refund<T> extends Base {

    private static final Logger log = Logger.get();
    // Days after delivery.
    public static final int WINDOW_DAYS = 30;
    private final String number;

    public Refund(String number) {
        this.number = number;
    }

    /** Whether it is too late. */
    @Override
    boolean late(Duration since) {
        return since.toDays() > WINDOW_DAYS;
    }

    abstract void notYet();

    enum State {
        OPEN, PAID;

        boolean done() {
            return this == PAID;
        }
    }
}

record Amount(long cents) {
    Amount {
        if (cents < 0) throw new IllegalArgumentException();
    }
}

interface Clock {
    int TICKS = 60;

    long now();

    default long later() {
        return now() + TICKS;
    }
}
