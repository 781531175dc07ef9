// How the gate follows the database: it reads keys and quotas, and writes usage.

package keystore

import (
	"context"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// repeat calls do at intervals until ctx ends.
func repeat(ctx context.Context, every time.Duration, do func(context.Context)) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			do(ctx)
		}
	}
}

// keepWriting writes at intervals, and when the ledger asks for it, until ctx ends.
func (g *Gate) keepWriting(ctx context.Context, every time.Duration) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		case <-g.ledger.wake:
		}
		began := g.clock()
		g.write(ctx)
		leaveTime(ctx, g.clock().Sub(began))
	}
}

// leaveTime waits as long as a round took, so that consecutive rounds leave half of the time to other
// processes.
func leaveTime(ctx context.Context, took time.Duration) {
	const longest = 100 * time.Millisecond // a round that took longer was waiting itself
	select {
	case <-ctx.Done():
	case <-time.After(min(took, longest)):
	}
}

// read reads what has changed. It never waits for writers.
func (g *Gate) read(ctx context.Context) {
	if err := g.refresh(ctx); ctx.Err() == nil {
		g.reads.report(g.log, err, "keys can't be read; requests are refused once the last reading is too old",
			"keys are read again")
	}
}

// write writes the counted uses.
func (g *Gate) write(ctx context.Context) {
	if err := g.settle(ctx); ctx.Err() == nil {
		g.writes.report(g.log, err, "usage can't be written; it is kept until it can", "usage is written again")
	}
}

// putOnDisk makes the store sync usage to disk. It waits for the disk, so that writing usage need not.
func (g *Gate) putOnDisk(ctx context.Context) {
	if err := g.store.checkpoint(ctx); ctx.Err() == nil {
		g.syncs.report(g.log, err, "usage can't be brought onto the disk; a power cut would lose it",
			"usage is brought onto the disk again")
	}
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

// refresh reads the keys if they have changed, other processes' uses of keys with a quota, and the number of
// gates.
func (g *Gate) refresh(ctx context.Context) error {
	g.reading.Lock()
	defer g.reading.Unlock()
	now, round := g.clock(), g.rounds.Load()
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

// batch is what a round writes.
type batch struct {
	round    int64
	accounts []*account
	postings []posting
}

// settle is a round of the ledger: it writes the uses counted since the last round and takes leases. What
// can't be written stays counted for the next round.
func (g *Gate) settle(ctx context.Context) (err error) {
	g.round.Lock()
	defer g.round.Unlock()
	list, end := g.ledger.begin()
	defer func() { end(err) }()
	// A failed round may have been written nevertheless, if only the answer was lost. So it is repeated
	// unchanged, under its number, before the next one.
	if err := g.finish(ctx); err != nil {
		g.ledger.add(list...)
		return err
	}
	g.batch = g.newBatch(list)
	if !g.hasReason(g.batch) {
		g.batch = nil
		putOff(list)
		return nil
	}
	return g.finish(ctx)
}

func (g *Gate) newBatch(list []*account) *batch {
	slices.SortFunc(list, func(a, b *account) int { return strings.Compare(a.key, b.key) })
	g.lastRound++
	b := &batch{round: g.lastRound, accounts: list, postings: make([]posting, len(list))}
	now := g.clock()
	for i, a := range list {
		b.postings[i] = a.post(now)
	}
	return b
}

// hasReason reports whether to write a batch: it is not empty, or it is time to report that the gate runs, or
// to try whether a database that was away accepts writes again.
func (g *Gate) hasReason(b *batch) bool {
	now := g.clock()
	return slices.ContainsFunc(b.postings, posting.busy) || g.ledger.away.Load() ||
		now.Sub(g.reported) >= reportEvery || now.Before(g.reported)
}

// finish writes the current batch, if there is one.
func (g *Gate) finish(ctx context.Context) error {
	b := g.batch
	if b == nil {
		return nil
	}
	now := g.clock()
	if err := g.store.post(ctx, leaser{g.holder, g.clock, b.round}, b.postings); err != nil {
		g.keep(b)
		putOff(b.accounts)
		return err
	}
	g.batch, g.reported = nil, now
	round := g.rounds.Add(1)
	for i, a := range b.accounts {
		a.posted(b.postings[i], round)
		for _, u := range b.postings[i].uses {
			g.ledger.release(u.n)
		}
	}
	return nil
}

// keep keeps the uses of a failed batch. It drops the claims: if they were granted, the amount is unknown,
// and the next claim replaces that lease.
func (g *Gate) keep(b *batch) {
	hasUses := false
	for i := range b.postings {
		b.postings[i].claim, b.postings[i].share = claim{}, shareClaim{}
		hasUses = hasUses || len(b.postings[i].uses) > 0
	}
	if !hasUses {
		g.batch = nil
	}
}

// putOff leaves the accounts' part of this round to the next.
func putOff(accounts []*account) {
	for _, a := range accounts {
		a.later()
	}
}
