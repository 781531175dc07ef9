-- Shares: parts of a key's rate that one process may use without asking the database
-- again. A process that takes one leaves the shares of the others alone.

-- +goose Up
-- Two processes may bring the same file up to date at once: IF NOT EXISTS.
CREATE TABLE IF NOT EXISTS shares (
    key_id     TEXT NOT NULL,
    holder     TEXT NOT NULL,             -- a running gate
    wanted     DOUBLE PRECISION NOT NULL, -- requests per second
    per_second DOUBLE PRECISION NOT NULL, -- that it has
    ends_at    BIGINT NOT NULL,           -- from then on it is void
    PRIMARY KEY (key_id, holder)
);

-- +goose Down
DROP TABLE shares;
