-- Keys, their secrets and their usage. The types and statements are those that
-- SQLite and PostgreSQL have in common; times are Unix milliseconds, UTC.

-- +goose Up
CREATE TABLE keys (
    id         TEXT PRIMARY KEY,
    name       TEXT NOT NULL,
    scopes     TEXT NOT NULL,             -- comma-separated
    rate       DOUBLE PRECISION NOT NULL, -- requests per second, 0 = unlimited
    quota      BIGINT NOT NULL,           -- requests per calendar month, 0 = unlimited
    created_at BIGINT NOT NULL,
    expires_at BIGINT,
    revoked_at BIGINT
);

-- A name may be used again once its key is revoked.
CREATE UNIQUE INDEX keys_live_name ON keys (name) WHERE revoked_at IS NULL;

-- A key has one secret, and a second one while it is being rotated.
CREATE TABLE secrets (
    sha256     TEXT PRIMARY KEY, -- lower-case hexadecimal
    key_id     TEXT NOT NULL REFERENCES keys (id),
    expires_at BIGINT
);

-- No reference to keys: a key that somebody deletes by hand must not stop the
-- usage of all others, which is written in the same transaction.
CREATE TABLE usage (
    month        TEXT NOT NULL, -- 2025-03, of Europe/Amsterdam
    key_id       TEXT NOT NULL,
    uses         BIGINT NOT NULL,
    last_used_at BIGINT NOT NULL,
    PRIMARY KEY (month, key_id)
);

-- One row, counting the changes of keys and secrets: what a server asks every
-- second instead of reading all keys.
CREATE TABLE revision (n BIGINT NOT NULL);
INSERT INTO revision (n) VALUES (0);

-- +goose Down
DROP TABLE revision;
DROP TABLE usage;
DROP TABLE secrets;
DROP TABLE keys;
