-- Leases: parts of a month's quota that one process may use up without asking the
-- database again. A process that takes one counts the leases of the others as used.

-- +goose Up
-- Two processes may bring the same file up to date at once: IF NOT EXISTS.
CREATE TABLE IF NOT EXISTS leases (
    month   TEXT NOT NULL,   -- 2025-03, of Europe/Amsterdam
    key_id  TEXT NOT NULL,
    holder  TEXT NOT NULL,   -- a running gate
    uses    BIGINT NOT NULL,
    ends_at BIGINT NOT NULL, -- from then on it is void: its holder was killed
    PRIMARY KEY (month, key_id, holder)
);

-- +goose Down
DROP TABLE leases;
