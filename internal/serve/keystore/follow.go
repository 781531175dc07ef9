// How a gate follows the database: it reads the keys and the uses of others.

package keystore

import (
	"context"
	"log/slog"
	"maps"
	"sync/atomic"
)

// refresh reads the keys if they have changed, other processes' uses of keys with a quota, and the number of gates.
func (g *Gate) refresh(ctx context.Context) error {
	g.reading.Lock()
	defer g.reading.Unlock()
	now, round := g.clock(), g.ledger.rounds.Load()
	// A database that was away may have been restored, so its revision proves nothing.
	anew := g.uncertain
	g.uncertain = true
	revision, err := g.store.revision(ctx)
	if err != nil {
		return err
	}
	if old := g.keys.Load(); old == nil || old.revision != revision || anew {
		found, err := g.store.credentials(ctx)
		if err != nil {
			return err
		}
		g.keys.Store(g.newKeyring(revision, found))
	}
	month := MonthOf(now)
	used, err := g.store.quotaUse(ctx, month)
	if err != nil {
		return err
	}
	for id, a := range g.accounts {
		a.learn(reading{month: month, used: used[id], round: round}, g.clock())
	}
	running, err := g.store.running(ctx, g.clock)
	if err != nil {
		return err
	}
	g.ledger.gates.Store(max(running, 1))
	g.fresh.Store(&now)
	g.uncertain = false
	return nil
}

// newKeyring makes grants for the keys read. It drops the accounts of keys that are gone; the ledger still
// writes their uses.
func (g *Gate) newKeyring(revision int64, found []credential) *keyring {
	ring := &keyring{revision: revision, holders: make(map[prefix][]holder, len(found))}
	grants := make(map[string]*Grant, len(found))
	for _, c := range found {
		grant := grants[c.key.ID]
		if grant == nil {
			grant = &Grant{key: c.key, account: g.account(c.key.ID), clock: g.clock}
			grants[c.key.ID] = grant
		}
		p := prefix(c.digest[:])
		ring.holders[p] = append(ring.holders[p], holder{digest: c.digest, expires: c.expires, grant: grant})
	}
	ring.keys = len(grants)
	maps.DeleteFunc(g.accounts, func(id string, _ *account) bool { return grants[id] == nil })
	return ring
}

func (g *Gate) account(id string) *account {
	if g.accounts[id] == nil {
		g.accounts[id] = &account{key: id, ledger: g.ledger}
	}
	return g.accounts[id]
}

// health remembers whether the last attempt failed. One attempt is made at a time.
type health struct {
	failing  atomic.Bool
	failures atomic.Int64 // total
}

// report logs the first failure after a success, and the first success after a failure: an outage of an hour
// is two lines.
func (h *health) report(log *slog.Logger, err error, failure, recovery string) {
	failed := h.failing.Swap(err != nil)
	if err != nil {
		h.failures.Add(1)
	}
	switch {
	case err != nil && !failed:
		log.Error(failure, slog.Any("error", err))
	case err == nil && failed:
		log.Info(recovery)
	}
}
