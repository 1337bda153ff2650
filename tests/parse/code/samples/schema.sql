-- Tables of the shop.

-- One row an order.
CREATE TABLE IF NOT EXISTS shop.orders (
    id INTEGER PRIMARY KEY,
    return_days INTEGER NOT NULL DEFAULT 30 CHECK (return_days <= 30)
);

CREATE OR REPLACE VIEW late_orders AS
SELECT * FROM shop.orders WHERE return_days > 30;

CREATE FUNCTION days_left(placed date) RETURNS integer AS $$
BEGIN
    RETURN 30 - (current_date - placed);
END;
$$ LANGUAGE plpgsql;

CREATE INDEX by_days ON shop.orders (return_days);

INSERT INTO shop.orders (id) VALUES (1);
