// How a gate writes: in rounds, each all or nothing, and once.

package keystore

import (
	"context"
	"slices"
	"strings"
)

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
	round := g.ledger.rounds.Add(1)
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
