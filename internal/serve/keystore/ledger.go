// The ledger: which uses are not yet in the database, and how requests wait for it when they must.

package keystore

import (
	"context"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

const (
	// maxUnwritten is how many uses a killed process loses at most. Beyond it, a request waits until some are written.
	maxUnwritten = 1000

	// wakeAt is the number of uses at which writing begins at once: early enough that requests seldom wait.
	wakeAt = maxUnwritten / 2

	// patience is how long a request waits for the database at most. When another program has locked it for
	// longer, no request waits until it is back.
	patience = time.Second

	// idleAfter is how long a process keeps an unused lease.
	idleAfter = time.Second

	// dryFor is how long a process trusts the answer that nothing is left to lease.
	dryFor = 100 * time.Millisecond
)

// ledger lists the accounts with something to write, for rounds of writing. Safe for concurrent use.
type ledger[T any] struct {
	unwritten atomic.Int64  // uses of all accounts
	away      atomic.Bool   // the database does not answer: the last round failed or takes too long
	gates     atomic.Int64  // gates that run on the database, including this one
	rounds    atomic.Int64  // written
	wake      chan struct{} // holds one token: begin a round at once
	patience  time.Duration

	mu    sync.Mutex
	list  []T           // for the next round
	ended chan struct{} // closed when the next round has ended
}

func newLedger[T any]() *ledger[T] {
	l := &ledger[T]{wake: make(chan struct{}, 1), ended: make(chan struct{}), patience: patience}
	l.gates.Store(1)
	return l
}

// reserve makes room for one more unwritten use, and waits if there is none.
func (l *ledger[T]) reserve() {
	for {
		n := l.unwritten.Add(1)
		if n == wakeAt {
			l.rouse()
		}
		if n <= maxUnwritten || l.away.Load() {
			return
		}
		l.unwritten.Add(-1)
		l.ask()
	}
}

// release frees the room of n uses that are written, or were not admitted.
func (l *ledger[T]) release(n int64) { l.unwritten.Add(-n) }

// ask waits until a round that begins from now on has ended, or the database is found to be away.
func (l *ledger[T]) ask() {
	if l.away.Load() {
		return
	}
	l.mu.Lock()
	ended := l.ended
	l.mu.Unlock()
	l.rouse()
	timeout := time.NewTimer(l.patience)
	defer timeout.Stop()
	select {
	case <-ended:
	case <-timeout.C:
		l.away.Store(true)
	}
}

// rouse starts a round at once, or after the current one.
func (l *ledger[T]) rouse() {
	select {
	case l.wake <- struct{}{}:
	default: // one is already due
	}
}

// add lists accounts for the next round.
func (l *ledger[T]) add(accounts ...T) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.list = append(l.list, accounts...)
}

// begin begins a round with the listed accounts; call end when it has ended.
func (l *ledger[T]) begin() (list []T, end func(error)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	list, l.list = l.list, nil
	ended := l.ended
	l.ended = make(chan struct{})
	return list, func(err error) {
		l.away.Store(err != nil)
		close(ended)
		if err == nil && l.unwritten.Load() >= wakeAt {
			l.rouse()
		}
	}
}

// standing is how a gate stands to its database.
type standing struct {
	away  bool  // it does not answer
	gates int64 // that run on it, including this one
}

// standing returns how the gate stands to its database.
func (l *ledger[T]) standing() standing { return standing{away: l.away.Load(), gates: l.gates.Load()} }

// lapse is when a lease begins and ends. Processes share the wall clock; settings of it must not prolong a lease.
type lapse struct {
	from, until time.Time // by the wall clock
	over        time.Time // by the monotonic clock
}

// lasting returns the lapse of a lease that was asked for at a time.
func lasting(at time.Time) lapse {
	from := at.Round(0) // drop the monotonic reading
	return lapse{from: from, until: from.Add(leaseFor), over: at.Add(leaseFor)}
}

// covers reports whether the lease holds. One that begins later dates from before the clock was set back.
func (l lapse) covers(now time.Time) bool {
	return !now.Before(l.from) && now.Before(l.until) && now.Before(l.over)
}

// How a gate writes: in rounds, each all or nothing, and once.

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
		g.lastRound--
		putOff(list)
		return g.report(ctx)
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

// hasReason reports whether to write a batch: it is not empty, or to try whether a database that was away accepts writes again.
func (g *Gate) hasReason(b *batch) bool {
	return slices.ContainsFunc(b.postings, posting.busy) || g.ledger.away.Load()
}

// report reports to the database that the gate runs, when it is time to. It is no round, after which others would read the
// uses of all keys.
func (g *Gate) report(ctx context.Context) error {
	now := g.clock()
	if now.Sub(g.reported) < reportEvery && !now.Before(g.reported) {
		return nil
	}
	err := g.store.report(ctx, leaser{holder: g.holder, clock: g.clock})
	if err == nil {
		g.reported = now
	}
	return err
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
