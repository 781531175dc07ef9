// How a gate follows the database: it reads the keys and the uses of others.

package keystore

import (
	"context"
	"log/slog"
	"maps"
	"sync"
	"sync/atomic"
	"time"
)

// base is shared by the parts of a gate.
type base struct {
	store  *Store
	clock  func() time.Time
	ledger *ledger[*account]
}

// follower is the part of a gate that reads.
type follower struct {
	*base

	keys  atomic.Pointer[keyring]
	fresh atomic.Pointer[time.Time] // time of the last reading

	reading  sync.Mutex
	accounts map[string]*account // by key id
	// uncertain: the last reading failed, so the database may be another one now.
	uncertain bool

	reads health
}

// refresh reads the keys if they have changed, other processes' uses of keys with a quota, and the number of gates.
func (f *follower) refresh(ctx context.Context) error {
	f.reading.Lock()
	defer f.reading.Unlock()
	now, round := f.clock(), f.ledger.rounds.Load()
	// A database that was away may have been restored, so its revision proves nothing.
	anew := f.uncertain
	f.uncertain = true
	revision, err := f.store.revision(ctx)
	if err != nil {
		return err
	}
	if old := f.keys.Load(); old == nil || old.revision != revision || anew {
		found, err := f.store.credentials(ctx)
		if err != nil {
			return err
		}
		f.keys.Store(f.newKeyring(revision, found))
	}
	month := MonthOf(now)
	used, err := f.store.quotaUse(ctx, month)
	if err != nil {
		return err
	}
	for id, a := range f.accounts {
		a.learn(reading{month: month, used: used[id], round: round}, f.clock())
	}
	running, err := f.store.running(ctx, f.clock)
	if err != nil {
		return err
	}
	f.ledger.gates.Store(max(running, 1))
	f.fresh.Store(&now)
	f.uncertain = false
	return nil
}

// newKeyring makes grants for the keys read. It drops the accounts of keys that are gone; the ledger still
// writes their uses.
func (f *follower) newKeyring(revision int64, found []credential) *keyring {
	ring := &keyring{revision: revision, holders: make(map[prefix][]holder, len(found))}
	grants := make(map[string]*Grant, len(found))
	for _, c := range found {
		grant := grants[c.key.ID]
		if grant == nil {
			grant = &Grant{key: c.key, account: f.account(c.key.ID), clock: f.clock}
			grants[c.key.ID] = grant
		}
		p := prefix(c.digest[:])
		ring.holders[p] = append(ring.holders[p], holder{digest: c.digest, expires: c.expires, grant: grant})
	}
	ring.keys = len(grants)
	maps.DeleteFunc(f.accounts, func(id string, _ *account) bool { return grants[id] == nil })
	return ring
}

func (f *follower) account(id string) *account {
	if f.accounts[id] == nil {
		f.accounts[id] = &account{key: id, ledger: f.ledger}
	}
	return f.accounts[id]
}

// health remembers whether the last attempt failed.
type health struct {
	mu       sync.Mutex
	failing  bool
	failures atomic.Int64 // total
}

// report logs the first failure after a success, and the first success after a failure: an outage of an hour
// is two lines.
func (h *health) report(log *slog.Logger, err error, failure, recovery string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if err != nil {
		h.failures.Add(1)
	}
	switch {
	case err != nil && !h.failing:
		log.Error(failure, slog.Any("error", err))
	case err == nil && h.failing:
		log.Info(recovery)
	}
	h.failing = err != nil
}

// isFailing reports whether the last attempt failed.
func (h *health) isFailing() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.failing
}
