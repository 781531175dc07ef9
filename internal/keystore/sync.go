// How the gate keeps up with the database: keys and quotas in, usage out.

package keystore

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/gevel/gevel"
)

// run syncs until ctx ends.
func (g *Gate) run(ctx context.Context, every time.Duration) {
	defer close(g.done)
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			g.sync(ctx)
		}
	}
}

// sync reads what has changed and then writes what was counted; in this order,
// because a write may have to wait for another process.
func (g *Gate) sync(ctx context.Context) {
	err := errors.Join(g.refresh(ctx), g.flush(ctx))
	if ctx.Err() != nil {
		return
	}
	g.report(err)
}

// report logs the first failure after a success, and the first success after a
// failure: a database that is away for an hour is two lines.
func (g *Gate) report(err error) {
	switch {
	case err != nil && g.healthy:
		g.log.Error("keys can't be synchronised; requests are refused once the last reading is too old",
			slog.Any("error", err), slog.Duration("refused_after", staleAfter))
	case err == nil && !g.healthy:
		g.log.Info("keys are synchronised again")
	}
	g.healthy = err == nil
}

// refresh reads the keys when they have changed, and the uses by other processes
// of keys with a quota.
func (g *Gate) refresh(ctx context.Context) error {
	now := g.clock()
	revision, err := g.store.revision(ctx)
	if err != nil {
		return err
	}
	if old := g.keys.Load(); old == nil || old.revision != revision {
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
		a.learn(month, used[id], now)
	}
	g.fresh.Store(&now)
	return nil
}

// newKeyring makes grants for the keys found. The accounts of keys that are gone
// stay until their uses are written.
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
	for id, a := range g.accounts {
		if grants[id] == nil && len(a.appendDue(nil, id)) == 0 {
			delete(g.accounts, id)
		}
	}
	return ring
}

func (g *Gate) account(id string) *account {
	if g.accounts[id] == nil {
		g.accounts[id] = &account{}
	}
	return g.accounts[id]
}

// flush writes the uses counted since the last flush. What can't be written stays
// counted for the next one.
func (g *Gate) flush(ctx context.Context) error {
	var due []use
	for id, a := range g.accounts {
		due = a.appendDue(due, id)
	}
	if len(due) == 0 {
		return nil
	}
	if err := g.store.addUses(ctx, due); err != nil {
		return err
	}
	for _, u := range due {
		g.accounts[u.key].written(u)
	}
	return nil
}

// learn takes over what the database has for a month, and drops a limiter whose
// bucket is full: a new one would say the same.
func (a *account) learn(m gevel.Month, stored int64, now time.Time) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.turn(now)
	if a.current().month == m {
		a.stored = stored
	}
	if a.limiter != nil && a.limiter.TokensAt(now) >= float64(a.limiter.Burst()) {
		a.limiter = nil
	}
}

// appendDue appends the uses to be written.
func (a *account) appendDue(due []use, id string) []use {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, u := range a.unwritten {
		if u.n > 0 {
			u.key = id
			due = append(due, u)
		}
	}
	return due
}

// written takes off what is in the database now. Uses counted since stay.
func (a *account) written(w use) {
	a.mu.Lock()
	defer a.mu.Unlock()
	kept := a.unwritten[:0]
	for i, u := range a.unwritten {
		isCurrent := i == len(a.unwritten)-1
		if u.month == w.month {
			u.n -= w.n
			if isCurrent {
				a.stored += w.n
			}
		}
		if u.n > 0 || isCurrent {
			kept = append(kept, u)
		}
	}
	a.unwritten = kept
}
