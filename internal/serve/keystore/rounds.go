// How a gate writes: in rounds, each all or nothing, and once.

package keystore

import (
	"context"
	"slices"
	"strings"
	"sync"
	"time"
)

// writer is the part of a gate that writes.
type writer struct {
	*base
	holder string // of this gate's leases

	round     sync.Mutex // a round of the ledger; one at a time
	lastRound int64      // number of the last round begun
	batch     *batch     // of the last round, if it may be unwritten
	reported  time.Time  // when this gate last reported to the database that it runs
}

// batch is what a round writes.
type batch struct {
	round    int64
	accounts []*account
	postings []posting
}

// settle is a round of the ledger: it writes the uses counted since the last round and takes leases. What
// can't be written stays counted for the next round.
func (w *writer) settle(ctx context.Context) (err error) {
	w.round.Lock()
	defer w.round.Unlock()
	list, end := w.ledger.begin()
	defer func() { end(err) }()
	// A failed round may have been written nevertheless, if only the answer was lost. So it is repeated
	// unchanged, under its number, before the next one.
	if err := w.finish(ctx); err != nil {
		w.ledger.add(list...)
		return err
	}
	w.batch = w.newBatch(list)
	if !w.hasReason(w.batch) {
		w.batch = nil
		putOff(list)
		return nil
	}
	return w.finish(ctx)
}

func (w *writer) newBatch(list []*account) *batch {
	slices.SortFunc(list, func(a, b *account) int { return strings.Compare(a.key, b.key) })
	w.lastRound++
	b := &batch{round: w.lastRound, accounts: list, postings: make([]posting, len(list))}
	now := w.clock()
	for i, a := range list {
		b.postings[i] = a.post(now)
	}
	return b
}

// hasReason reports whether to write a batch: it is not empty, or it is time to report that the gate runs, or
// to try whether a database that was away accepts writes again.
func (w *writer) hasReason(b *batch) bool {
	now := w.clock()
	return slices.ContainsFunc(b.postings, posting.busy) || w.ledger.away.Load() ||
		now.Sub(w.reported) >= reportEvery || now.Before(w.reported)
}

// finish writes the current batch, if there is one.
func (w *writer) finish(ctx context.Context) error {
	b := w.batch
	if b == nil {
		return nil
	}
	now := w.clock()
	if err := w.store.post(ctx, leaser{w.holder, w.clock, b.round}, b.postings); err != nil {
		w.keep(b)
		putOff(b.accounts)
		return err
	}
	w.batch, w.reported = nil, now
	round := w.ledger.rounds.Add(1)
	for i, a := range b.accounts {
		a.posted(b.postings[i], round)
		for _, u := range b.postings[i].uses {
			w.ledger.release(u.n)
		}
	}
	return nil
}

// keep keeps the uses of a failed batch. It drops the claims: if they were granted, the amount is unknown,
// and the next claim replaces that lease.
func (w *writer) keep(b *batch) {
	hasUses := false
	for i := range b.postings {
		b.postings[i].claim, b.postings[i].share = claim{}, shareClaim{}
		hasUses = hasUses || len(b.postings[i].uses) > 0
	}
	if !hasUses {
		w.batch = nil
	}
}

// putOff leaves the accounts' part of this round to the next.
func putOff(accounts []*account) {
	for _, a := range accounts {
		a.later()
	}
}
