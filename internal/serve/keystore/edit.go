// Changes of keys: create, revoke, rotate.

package keystore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/gevel/gevel"
)

// Create makes a key and returns it with its secret, which can't be read again. Invalid settings or a name in
// use give gevel.Invalid.
func (s *Store) Create(ctx context.Context, n NewKey, now time.Time) (gevel.Key, string, error) {
	secret := newSecret()
	key, err := s.CreateWithSecret(ctx, n, secret, now)
	if err != nil {
		return gevel.Key{}, "", err
	}
	return key, secret, nil
}

// CreateWithSecret makes a key with a given secret. It is only for the demo, whose secret is public and whose
// service listens only on the loopback address.
func (s *Store) CreateWithSecret(ctx context.Context, n NewKey, secret string, now time.Time) (gevel.Key, error) {
	if err := n.check(now); err != nil {
		return gevel.Key{}, err
	}
	if secret == "" || len(secret) > maxSecret {
		return gevel.Key{}, fmt.Errorf("a secret has 1 to %d bytes, not %d", maxSecret, len(secret))
	}
	id := newID()
	err := s.change(ctx, func(tx *sql.Tx) error {
		if err := nameIsFree(ctx, tx, n.Name); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, `INSERT INTO keys (id, name, scopes, rate, quota, created_at, expires_at)
			VALUES ($1, $2, $3, $4, $5, $6, $7)`,
			id, n.Name, joinScopes(n.Scopes), n.Rate, n.Quota, now.UnixMilli(),
			sql.NullInt64{Int64: n.ExpiresAt.V.UnixMilli(), Valid: n.ExpiresAt.Known})
		if err != nil {
			return err
		}
		return addSecret(ctx, tx, id, secret)
	})
	if err != nil {
		return gevel.Key{}, err
	}
	made, err := s.Show(ctx, id)
	return made.Key, err
}

func nameIsFree(ctx context.Context, tx *sql.Tx, name string) error {
	var id string
	err := tx.QueryRowContext(ctx, `SELECT id FROM keys WHERE name = $1 AND revoked_at IS NULL`, name).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	return gevel.Refusal("take another name, revoke that key, or rotate it for a new secret",
		"there is a key named %q already, %s", name, gevel.Printable(id))
}

func addSecret(ctx context.Context, tx *sql.Tx, id, secret string) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO secrets (sha256, key_id) VALUES ($1, $2)`, digestOf(secret).hex(), id)
	return err
}

// Revoke ends a key, given by id or name, and returns it. Revoking it again changes nothing. An unknown key
// gives gevel.NotFound.
func (s *Store) Revoke(ctx context.Context, idOrName string, now time.Time) (gevel.Key, error) {
	id, err := s.resolve(ctx, idOrName)
	if err != nil {
		return gevel.Key{}, err
	}
	err = s.change(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE keys SET revoked_at = $1 WHERE id = $2 AND revoked_at IS NULL`,
			now.UnixMilli(), id)
		return err
	})
	if err != nil {
		return gevel.Key{}, err
	}
	revoked, err := s.Show(ctx, id)
	return revoked.Key, err
}

// Rotation is a change of a key's secret.
type Rotation struct {
	Key   string        // id or name
	Grace time.Duration // how long the old secret stays valid; 0 ends it at once
}

// Rotate gives a key a new secret and returns both. Scopes, limits and usage stay. A revoked or expired key
// gives gevel.Invalid, an unknown one gevel.NotFound.
func (s *Store) Rotate(ctx context.Context, r Rotation, now time.Time) (gevel.Key, string, error) {
	if r.Grace < 0 {
		return gevel.Key{}, "", gevel.Refusal("", "the grace period is negative")
	}
	id, err := s.resolve(ctx, r.Key)
	if err != nil {
		return gevel.Key{}, "", err
	}
	old, err := s.Show(ctx, id)
	if err != nil {
		return gevel.Key{}, "", err
	}
	secret := newSecret()
	err = s.change(ctx, func(tx *sql.Tx) error {
		if err := stillWorks(ctx, tx, id, now); err != nil {
			return err
		}
		if err := endSecrets(ctx, tx, id, now.Add(r.Grace)); err != nil {
			return err
		}
		if err := dropEnded(ctx, tx, id, now); err != nil {
			return err
		}
		return addSecret(ctx, tx, id, secret)
	})
	if err != nil {
		return gevel.Key{}, "", err
	}
	return old.Key, secret, nil
}

func stillWorks(ctx context.Context, tx *sql.Tx, id string, now time.Time) error {
	var k gevel.Key
	var expires, revoked sql.NullInt64
	row := tx.QueryRowContext(ctx, `SELECT name, expires_at, revoked_at FROM keys WHERE id = $1`, id)
	err := row.Scan(&k.Name, &expires, &revoked)
	if err != nil {
		return err
	}
	k.ExpiresAt, k.RevokedAt = fromMillis(expires), fromMillis(revoked)
	if state := StateOf(k, now); state != Active {
		return gevel.Refusal("make a new key with gevel keys create", "key %q is %s", k.Name, state)
	}
	return nil
}

// endSecrets ends the secrets of a key at a moment, unless they end earlier.
func endSecrets(ctx context.Context, tx *sql.Tx, id string, at time.Time) error {
	_, err := tx.ExecContext(ctx, `UPDATE secrets SET expires_at = $1
		WHERE key_id = $2 AND (expires_at IS NULL OR expires_at > $1)`, at.UnixMilli(), id)
	return err
}

func dropEnded(ctx context.Context, tx *sql.Tx, id string, now time.Time) error {
	_, err := tx.ExecContext(ctx, `DELETE FROM secrets WHERE key_id = $1 AND expires_at <= $2`, id, now.UnixMilli())
	return err
}
