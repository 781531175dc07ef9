-- Gates: which ones run, so that they can divide a rate among them, and the last round
-- that each has written, so that a round whose answer was lost is not written twice.

-- +goose Up
-- Two processes may bring the same file up to date at once: IF NOT EXISTS.
CREATE TABLE IF NOT EXISTS gates (
    holder  TEXT PRIMARY KEY, -- of leases
    round   BIGINT NOT NULL,
    seen_at BIGINT NOT NULL
);

-- +goose Down
DROP TABLE gates;
