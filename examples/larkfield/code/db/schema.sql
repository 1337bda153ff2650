-- Gift cards, safety tickets and staff purchases. Money is in cents, times are UTC.

CREATE TABLE gift_card (
    code         CHAR(16)  PRIMARY KEY CHECK (length(code) = 16),
    amount_cents INTEGER   NOT NULL CHECK (amount_cents >= 2000 AND amount_cents <= 50000),
    balance      INTEGER   NOT NULL CHECK (balance >= 0),
    printed      BOOLEAN   NOT NULL DEFAULT FALSE,
    send_on      DATE      NOT NULL,
    created_at   TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP
);

CREATE INDEX gift_card_send_on ON gift_card (send_on);

CREATE TABLE safety_incident (
    reference           VARCHAR(24) PRIMARY KEY,
    opened_at           TIMESTAMP   NOT NULL,
    first_reply_minutes SMALLINT    NOT NULL DEFAULT 30,
    queue               VARCHAR(12) NOT NULL DEFAULT 'safety',
    page_limit          SMALLINT    NOT NULL DEFAULT 200
);
