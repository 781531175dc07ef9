package nights

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"errors"
	"flag"
	"fmt"

	"github.com/gevel/gevel"
	_ "github.com/gevel/gevel/internal/serve/keystore" // registers SQLite
)

// A life may begin with as many keys as a service has after years, each used in each month.

var crowd = flag.Int("keys", 0, "how many keys a life has from the beginning, where they are in a file, beside those it makes")

// yearsOfUse are those that the keys of a crowd have behind them.
const yearsOfUse = 3

// crowdIn adds keys to the file of a stand. Half of them have a quota; each 50th is revoked.
func (in *stand) crowdIn(ctx context.Context, keys int, before gevel.Date) (err error) {
	db, err := sql.Open("sqlite", in.path("keys.db"))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // of what was not committed
	const perMonth = 1_000_000
	created := before.AddMonths(-12 * yearsOfUse).Time().UnixMilli()
	for i := range keys {
		id, revoked := fmt.Sprintf("key_crowd%d", i), sql.NullInt64{Int64: before.Time().UnixMilli(), Valid: i%50 == 0}
		_, err := tx.ExecContext(ctx, `INSERT INTO keys (id, name, scopes, rate, quota, created_at, revoked_at)
			VALUES ($1, $2, 'valuation', 0, $3, $4, $5)`, id, fmt.Sprint("client ", i), i%2*perMonth, created, revoked)
		if err != nil {
			return err
		}
		digest := fmt.Sprintf("%x", sha256.Sum256([]byte(id)))
		if _, err := tx.ExecContext(ctx, `INSERT INTO secrets (sha256, key_id) VALUES ($1, $2)`, digest, id); err != nil {
			return err
		}
	}
	for month := before.Month() - 12*yearsOfUse; month < before.Month(); month++ {
		_, err := tx.ExecContext(ctx, `INSERT INTO usage (month, key_id, uses, last_used_at)
			SELECT $1, id, 1 + abs(random()) % 9999, $2 FROM keys WHERE name LIKE 'client %'`, month.String(), month.First().Time().UnixMilli())
		if err != nil {
			return err
		}
	}
	if _, err := tx.ExecContext(ctx, `UPDATE revision SET n = n + 1`); err != nil {
		return err
	}
	return tx.Commit()
}
